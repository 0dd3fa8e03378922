import type { Site } from "@haitech/contract/pages"
import type { Mail } from "#gateways/mail.ts"
import type { Db } from "#platform/db/client.ts"
import type { Limiter } from "#platform/limits/limiter.ts"
import type { Passwords } from "#platform/passwords.ts"

/** Everything the features may reach outside themselves. Built once, at the start. */
export interface Deps {
  readonly db: Db
  readonly limiter: Limiter
  readonly mail: Mail
  readonly now: () => Date
  readonly passwords: Passwords
  readonly site: Site
}
