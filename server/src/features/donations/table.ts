import { DONATION_STATUSES, REFUND_REASON_LENGTH, REFUND_STATES } from "@haitech/contract/admin/donations"
import { CURRENCIES, DONATION_MESSAGE_LENGTH } from "@haitech/contract/donations"
import { MONTHLY_GIFT_STATES, TRIBUTE_TYPES } from "@haitech/contract/gifts"
import { LANGUAGES } from "@haitech/contract/languages"
import { MIN_AMOUNT } from "@haitech/contract/money"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { sql } from "drizzle-orm"
import { boolean, check, index, integer, jsonb, snakeCase, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { createdAt, id, instant, lengthBetween, maxLength, minValue, oneOf } from "#platform/db/columns.ts"

export const PROVIDERS = ["stripe", "sandbox"] as const

/** A subscription at the provider. Its donor is that of its first donation, so they are erased together. */
export const monthlyGifts = snakeCase.table(
  "monthly_gifts",
  {
    id: id(),
    provider: text({ enum: PROVIDERS }).notNull().default("stripe"),
    subscriptionId: text().notNull(),
    state: text({ enum: MONTHLY_GIFT_STATES }).notNull().default("incomplete"),
    amount: integer().notNull(),
    feeCovered: integer().notNull().default(0),
    currency: text({ enum: CURRENCIES }).notNull().default("usd"),
    isAnonymous: boolean().notNull().default(false),
    language: text({ enum: LANGUAGES }).notNull().default("en"),
    revision: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (gift) => [
    unique("monthly_gifts_subscription_unique").on(gift.subscriptionId),
    oneOf(gift.provider, PROVIDERS),
    oneOf(gift.state, MONTHLY_GIFT_STATES),
    minValue(gift.amount, MIN_AMOUNT),
    minValue(gift.feeCovered, 0),
    oneOf(gift.currency, CURRENCIES),
    oneOf(gift.language, LANGUAGES),
  ],
)

export type MonthlyGiftRow = typeof monthlyGifts.$inferSelect

/**
 * `amount` is in cents: what was asked for, and once it is paid what was received. `intentId` is null for gifts that came
 * another way, and until somebody pays on the provider's page. Tax law requires the row to stay when the donor's data is erased; name, email and message are removed.
 */
export const donations = snakeCase.table(
  "donations",
  {
    id: id(),
    name: text(),
    email: text(),
    amount: integer().notNull(),
    feeCovered: integer().notNull().default(0),
    frequency: text(),
    message: text(),
    isAnonymous: boolean().notNull().default(false),
    status: text({ enum: DONATION_STATUSES }).notNull().default("pending"),
    provider: text({ enum: PROVIDERS }).notNull().default("stripe"),
    intentId: text(),
    monthlyGiftId: uuid().references(() => monthlyGifts.id),
    currency: text({ enum: CURRENCIES }).notNull().default("usd"),
    refundedAmount: integer().notNull().default(0),
    /** What banks sent back of refunds; not in `refundedAmount`. */
    refundFailedAmount: integer().notNull().default(0),
    language: text({ enum: LANGUAGES }).notNull().default("en"),
    /** When a bank that needs days was first seen to work on the payment. */
    processingAt: instant(),
    /** When the provider received the money; the date of the receipt. */
    paidAt: instant(),
    lastEventAt: instant(),
    createdAt: createdAt(),
  },
  (donation) => [
    unique("donations_intent_id_unique").on(donation.intentId),
    index("donations_newest").on(donation.createdAt, donation.id),
    index("donations_status").on(donation.status, donation.createdAt, donation.id),
    index("donations_email").on(sql`lower(${donation.email})`),
    index("donations_amount").on(donation.amount, donation.id),
    index("donations_monthly_gift").on(donation.monthlyGiftId, donation.createdAt),
    lengthBetween(donation.name, 1, NAME_LENGTH),
    lengthBetween(donation.email, 1, EMAIL_LENGTH),
    minValue(donation.amount, MIN_AMOUNT),
    minValue(donation.feeCovered, 0),
    maxLength(donation.message, DONATION_MESSAGE_LENGTH),
    oneOf(donation.status, DONATION_STATUSES),
    oneOf(donation.provider, PROVIDERS),
    oneOf(donation.currency, CURRENCIES),
    oneOf(donation.language, LANGUAGES),
    minValue(donation.refundFailedAmount, 0),
    check("donations_refund", sql`${donation.refundedAmount} between 0 and ${donation.amount}`),
  ],
)

export type DonationRow = typeof donations.$inferSelect

export const tributes = snakeCase.table(
  "tributes",
  {
    donationId: uuid()
      .primaryKey()
      .references(() => donations.id),
    type: text({ enum: TRIBUTE_TYPES }).notNull(),
    honoree: text().notNull(),
    notifyName: text(),
    notifyEmail: text(),
    message: text(),
  },
  (tribute) => [
    oneOf(tribute.type, TRIBUTE_TYPES),
    lengthBetween(tribute.honoree, 1, NAME_LENGTH),
    lengthBetween(tribute.notifyName, 1, NAME_LENGTH),
    lengthBetween(tribute.notifyEmail, 1, EMAIL_LENGTH),
    maxLength(tribute.message, DONATION_MESSAGE_LENGTH),
  ],
)

export type TributeRow = typeof tributes.$inferSelect

/** Events of the card provider, stored before they are worked on, so that a repeated one changes nothing. */
export const paymentEvents = snakeCase.table(
  "payment_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    intentId: text(),
    happenedAt: instant().notNull(),
    receivedAt: instant().notNull().defaultNow(),
  },
  (event) => [index("payment_events_received").on(event.type, event.receivedAt)],
)

export const sandboxSubscriptions = snakeCase.table(
  "sandbox_subscriptions",
  {
    id: text().primaryKey(),
    amount: integer().notNull(),
    state: text({ enum: MONTHLY_GIFT_STATES }).notNull().default("incomplete"),
    cardLast4: text(),
    isFailing: boolean().notNull().default(false),
    charges: integer().notNull().default(0),
    startedAt: instant(),
    nextAt: instant(),
    createdAt: createdAt(),
  },
  (subscription) => [
    index("sandbox_subscriptions_next").on(subscription.nextAt),
    minValue(subscription.amount, MIN_AMOUNT),
    minValue(subscription.charges, 0),
    oneOf(subscription.state, MONTHLY_GIFT_STATES),
  ],
)

const SANDBOX_STATES = ["open", "declined", "processing", "succeeded", "canceled"] as const

/** The sandbox provider's own records. Its intents move no money and do not exist in production (D6). */
export const sandboxIntents = snakeCase.table(
  "sandbox_intents",
  {
    id: text().primaryKey(),
    amount: integer().notNull(),
    subscriptionId: text().references(() => sandboxSubscriptions.id),
    state: text({ enum: SANDBOX_STATES }).notNull().default("open"),
    refunded: integer().notNull().default(0),
    paidAt: instant(),
    createdAt: createdAt(),
  },
  (intent) => [
    index("sandbox_intents_subscription").on(intent.subscriptionId),
    minValue(intent.amount, MIN_AMOUNT),
    oneOf(intent.state, SANDBOX_STATES),
    check("sandbox_intents_refund", sql`${intent.refunded} between 0 and ${intent.amount}`),
  ],
)

/** The last number of each year's receipts. Its row is locked while a receipt is issued, so that no number is missing. */
export const receiptNumbers = snakeCase.table(
  "receipt_numbers",
  { year: integer().primaryKey(), last: integer().notNull() },
  (numbers) => [minValue(numbers.last, 1)],
)

/** What a receipt says. It never changes once issued, whatever becomes of the donation or of the organisation's name. */
export interface ReceiptRecord {
  readonly organization: { readonly name: string; readonly address: string; readonly ein: string }
  /** Null once the donor's data is erased. */
  readonly donor: { readonly name: string; readonly email: string } | null
  readonly amount: number
  readonly currency: string
  readonly paidAt: string
}

/** A receipt as IRS Publication 1771 asks. Its number is `year-serial`. */
export const receipts = snakeCase.table(
  "receipts",
  {
    id: id(),
    donationId: uuid()
      .notNull()
      .references(() => donations.id),
    year: integer().notNull(),
    serial: integer().notNull(),
    record: jsonb().$type<ReceiptRecord>().notNull(),
    createdAt: createdAt(),
  },
  (receipt) => [
    unique("receipts_donation_unique").on(receipt.donationId),
    unique("receipts_number_unique").on(receipt.year, receipt.serial),
    minValue(receipt.serial, 1),
  ],
)

/** Refunds that administrators asked for. Only the provider's payment changes the donation's own amounts. */
export const refunds = snakeCase.table(
  "refunds",
  {
    id: id(),
    donationId: uuid()
      .notNull()
      .references(() => donations.id),
    amount: integer().notNull(),
    /** Null after the erasure of the donor. */
    reason: text(),
    state: text({ enum: REFUND_STATES }).notNull().default("requested"),
    createdAt: createdAt(),
  },
  (refund) => [
    index("refunds_donation").on(refund.donationId, refund.createdAt),
    // One at a time: two administrators who refund at once would otherwise refund twice.
    uniqueIndex("refunds_requested_unique").on(refund.donationId).where(sql`${refund.state} = 'requested'`),
    minValue(refund.amount, 1),
    lengthBetween(refund.reason, 1, REFUND_REASON_LENGTH),
    oneOf(refund.state, REFUND_STATES),
  ],
)

export type RefundRow = typeof refunds.$inferSelect

/** The year's statements that were sent by themselves: one for each donor and year. `email` is in lower case. */
export const statements = snakeCase.table(
  "statements",
  { id: id(), email: text().notNull(), year: integer().notNull(), createdAt: createdAt() },
  (statement) => [
    unique("statements_donor_unique").on(statement.email, statement.year),
    lengthBetween(statement.email, 1, EMAIL_LENGTH),
  ],
)
