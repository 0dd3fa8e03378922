import { DONATION_STATUSES } from "@haitech/contract/admin/donations"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { boolean, index, integer, snakeCase, text, unique } from "drizzle-orm/pg-core"
import { createdAt, id, instant, lengthBetween, maxLength, minValue, oneOf } from "#platform/db/columns.ts"

export const CURRENCIES = ["usd"] as const
/** In cents (spec §9). */
export const MIN_AMOUNT_CENTS = 100

/**
 * `amount` is in cents. `intentId` is null until the provider was called; events older than `lastEventAt` are ignored.
 * Tax law requires the row to stay when the donor's data is erased; name, email and message are removed.
 */
export const donations = snakeCase.table(
  "donations",
  {
    id: id(),
    name: text(),
    email: text(),
    amount: integer().notNull(),
    frequency: text(),
    message: text(),
    isAnonymous: boolean().notNull().default(false),
    status: text({ enum: DONATION_STATUSES }).notNull().default("pending"),
    intentId: text(),
    currency: text({ enum: CURRENCIES }).notNull().default("usd"),
    lastEventAt: instant(),
    createdAt: createdAt(),
  },
  (donation) => [
    unique("donations_intent_id_unique").on(donation.intentId),
    index("donations_newest").on(donation.createdAt, donation.id),
    index("donations_status").on(donation.status, donation.createdAt, donation.id),
    index("donations_amount").on(donation.amount, donation.id),
    lengthBetween(donation.name, 1, NAME_LENGTH),
    lengthBetween(donation.email, 1, EMAIL_LENGTH),
    minValue(donation.amount, MIN_AMOUNT_CENTS),
    maxLength(donation.message, 500),
    oneOf(donation.status, DONATION_STATUSES),
    oneOf(donation.currency, CURRENCIES),
  ],
)

export type DonationRow = typeof donations.$inferSelect
