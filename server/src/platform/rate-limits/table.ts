import { index, integer, snakeCase, text } from "drizzle-orm/pg-core"
import { instant } from "#platform/db/columns.ts"

/** UNLOGGED: a crash may lose the counts. */
export const rateLimits = snakeCase.table(
  "rate_limits",
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: instant().notNull(),
  },
  (limit) => [index("rate_limits_window").on(limit.windowEndsAt)],
)
