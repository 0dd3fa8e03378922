import { bigint, integer, primaryKey, snakeCase } from "drizzle-orm/pg-core"
import { instant } from "#platform/db/columns.ts"

/** What was paid in a period that no time zone divides between two months; a row per connection, as of `counters`. */
export const donationSums = snakeCase.table(
  "donation_sums",
  {
    period: instant().notNull(),
    backend: integer().notNull(),
    count: bigint({ mode: "number" }).notNull(),
    amount: bigint({ mode: "number" }).notNull(),
    refunded: bigint({ mode: "number" }).notNull(),
    disputed: bigint({ mode: "number" }).notNull(),
  },
  (sums) => [primaryKey({ columns: [sums.period, sums.backend] })],
)
