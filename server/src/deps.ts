import type { Db } from "#platform/db/client.ts"
import type { Limiter } from "#platform/limits/limiter.ts"

/** Everything the features may reach outside themselves. Built once, in main.ts. */
export interface Deps {
  readonly db: Db
  readonly limiter: Limiter
  readonly now: () => Date
}

/** The product's name and its address on the internet. */
export interface Site {
  readonly name: string
  readonly url: string
}
