import type { FieldError } from "@haitech/contract/field-errors"
import type { ProblemCode } from "@haitech/contract/problems"
import type { Challenge } from "@haitech/contract/proof-of-work"
import type { Instant } from "@haitech/contract/time"

interface Details {
  readonly fields?: Readonly<Record<string, FieldError>>
  readonly retryAfter?: number
  readonly challenge?: Challenge
  readonly starts?: readonly Instant[]
}

/** An expected refusal with a code of the contract. Any other error is a bug. */
export class Problem extends Error {
  override readonly name = "Problem"
  readonly code: ProblemCode
  readonly fields: Readonly<Record<string, FieldError>> | undefined
  readonly retryAfter: number | undefined
  readonly challenge: Challenge | undefined
  /** Free hours instead of one that is taken. */
  readonly starts: readonly Instant[] | undefined

  constructor(code: ProblemCode, { fields, retryAfter, challenge, starts }: Details = {}) {
    super(code)
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
    this.challenge = challenge
    this.starts = starts
  }
}
