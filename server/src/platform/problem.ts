import type { FieldError } from "@haitech/contract/field-errors"
import type { ProblemCode } from "@haitech/contract/problems"

interface Details {
  readonly fields?: Readonly<Record<string, FieldError>>
  /** Seconds until trying again makes sense. */
  readonly retryAfter?: number
}

/** A refusal we foresaw. Anything else thrown is a bug. */
export class Problem extends Error {
  override readonly name = "Problem"
  readonly code: ProblemCode
  readonly fields: Readonly<Record<string, FieldError>> | undefined
  readonly retryAfter: number | undefined

  constructor(code: ProblemCode, { fields, retryAfter }: Details = {}) {
    super(code)
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }
}
