import { bigint, integer, primaryKey, snakeCase, text } from "drizzle-orm/pg-core"

/**
 * Row counts and other sums, updated by triggers, because counting a million rows takes as long as reading them. Each
 * connection updates its own row, so that no transaction waits for another; the value is the sum of the rows.
 */
export const counters = snakeCase.table(
  "tallies",
  {
    name: text().notNull(),
    backend: integer().notNull(),
    amount: bigint({ mode: "number" }).notNull(),
  },
  (counter) => [primaryKey({ columns: [counter.name, counter.backend] })],
)
