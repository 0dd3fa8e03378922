import { index, integer, snakeCase, text } from "drizzle-orm/pg-core"
import { instant } from "#platform/db/columns.ts"

/** How often something was done in the current window. UNLOGGED: a crash forgets it, and that is fine. */
export const rateLimits = snakeCase.table(
  "rate_limits",
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: instant().notNull(),
  },
  (limit) => [index("rate_limits_window").on(limit.windowEndsAt)],
)
