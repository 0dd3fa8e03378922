import { bigint, integer, primaryKey, snakeCase, text } from "drizzle-orm/pg-core"

/**
 * How many rows a table has, and other sums, kept by triggers: to count a million rows takes as long as to read them.
 * Each connection keeps a part of its own, so that nobody waits for anybody; the sum of the parts is the truth.
 */
export const counters = snakeCase.table(
  "tallies",
  {
    /** A table's name, or the name of a sum: `donations.succeeded`. */
    name: text().notNull(),
    backend: integer().notNull(),
    amount: bigint({ mode: "number" }).notNull(),
  },
  (counter) => [primaryKey({ columns: [counter.name, counter.backend] })],
)
