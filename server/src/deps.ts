import type { Site } from "@haitech/contract/pages"
import type { Identity } from "#gateways/identity.ts"
import type { Mail } from "#gateways/mail.ts"
import type { Bus } from "#platform/bus.ts"
import type { Db } from "#platform/db/client.ts"
import type { Log } from "#platform/log.ts"
import type { Passwords } from "#platform/passwords.ts"
import type { ProofsOfWork } from "#platform/proof-of-work.ts"
import type { Limiter } from "#platform/rate-limits/limiter.ts"

/** Everything the features may reach outside themselves. Built once, at the start. */
export interface Deps {
  /** How the processes of the site tell each other. */
  readonly bus: Bus
  readonly db: Db
  readonly limiter: Limiter
  /** Google; nothing where it is not set up. */
  readonly identity: Identity | undefined
  readonly log: Log
  readonly mail: Mail
  readonly now: () => Date
  readonly admin: {
    /** What the setup of the first administrator asks for; nothing where it asks for none (D3). */
    readonly setupCode: string | undefined
    /** For tests alone: what an administrator's letter says stands in the answer, too. */
    readonly resetInReply: boolean
  }
  readonly passwords: Passwords
  readonly proofsOfWork: ProofsOfWork
  /** Where letters of ours are answered, and what the mail system shows that brings the answers; nothing without one. */
  readonly replies: { readonly address: string; readonly secret: string } | undefined
  /** A keyed hash (64 hex digits) of a text, for one purpose: whoever has the database alone cannot make it. */
  readonly keyedHash: (purpose: string, text: string) => string
  readonly site: Site
}
