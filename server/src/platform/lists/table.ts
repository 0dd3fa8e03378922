import { bigint, integer, primaryKey, snakeCase, text } from "drizzle-orm/pg-core"

/** Updated by triggers. Each connection updates its own row, so that no transaction waits; the value is their sum. */
export const counters = snakeCase.table(
  "tallies",
  {
    name: text().notNull(),
    backend: integer().notNull(),
    amount: bigint({ mode: "number" }).notNull(),
  },
  (counter) => [primaryKey({ columns: [counter.name, counter.backend] })],
)
