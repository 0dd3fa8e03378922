import { DIFFERENCE_KINDS } from "@haitech/contract/admin/donations"
import { sql } from "drizzle-orm"
import { index, integer, snakeCase, text, unique, uuid } from "drizzle-orm/pg-core"
import { donations, PROVIDERS } from "#features/donations/table.ts"
import { id, instant, minValue, oneOf } from "#platform/db/columns.ts"

/** The daily comparison closes a row once ledger and provider agree. Amounts are in cents of the provider's `currency`. */
export const donationDifferences = snakeCase.table(
  "donation_differences",
  {
    id: id(),
    provider: text({ enum: PROVIDERS }).notNull(),
    intentId: text().notNull(),
    kind: text({ enum: DIFFERENCE_KINDS }).notNull(),
    donationId: uuid().references(() => donations.id),
    recorded: integer(),
    taken: integer(),
    currency: text().notNull(),
    foundAt: instant().notNull().defaultNow(),
    closedAt: instant(),
    settledAt: instant(),
  },
  (difference) => [
    unique("donation_differences_unique").on(difference.intentId, difference.kind),
    index("donation_differences_donation").on(difference.donationId),
    index("donation_differences_open")
      .on(difference.foundAt, difference.id)
      .where(sql`${difference.closedAt} is null and ${difference.settledAt} is null`),
    oneOf(difference.provider, PROVIDERS),
    oneOf(difference.kind, DIFFERENCE_KINDS),
    minValue(difference.recorded, 0),
    minValue(difference.taken, 0),
  ],
)

export type DifferenceRow = typeof donationDifferences.$inferSelect
