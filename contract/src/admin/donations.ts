import * as z from "zod/mini"
import { MONTHLY_GIFT_STATES, TRIBUTE_TYPES } from "#gifts.ts"
import { LANGUAGES } from "#languages.ts"
import { BooleanString, exportQuery, listQuery, openEnum, page } from "#lists.ts"
import { Download, route } from "#route.ts"
import { text } from "#text.ts"
import { Instant } from "#time.ts"

/** `failed` and `canceled` were never paid; the states after `succeeded` follow only a payment. */
export const DONATION_STATUSES = [
  "pending",
  "failed",
  "canceled",
  "succeeded",
  "partially_refunded",
  "disputed",
  "refunded",
] as const
export const DonationStatus = z.enum(DONATION_STATUSES, "state.unknown")

/** `amount` is in cents. Erasure of the donor sets name and email to null (spec §3). */
export const DonationRecord = z.object({
  id: z.uuid(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  amount: z.int(),
  currency: z.string(),
  frequency: z.nullable(z.string()),
  isAnonymous: BooleanString,
  message: z.nullable(z.string()),
  status: DonationStatus,
  createdAt: Instant,
})
export type DonationRecord = z.output<typeof DonationRecord>

/** A year or a month, `2026` or `2026-11`: when it was paid, or else begun, in the organisation's time zone. */
const Period = z.string("period.invalid").check(z.regex(/^20\d{2}(-(0[1-9]|1[0-2]))?$/, "period.invalid"))

const filters = { status: z.optional(DonationStatus), period: z.optional(Period) }

export const listDonations = route({
  method: "GET",
  path: "/api/admin/donations",
  access: "admin",
  query: listQuery(filters, ["newest", "oldest", "largest"]),
  list: true,
  reply: page(DonationRecord),
})

export const exportDonations = route({
  method: "GET",
  path: "/api/admin/donations/export",
  access: "admin",
  query: exportQuery(filters),
  reply: Download,
})

export const REFUND_REASON_LENGTH = 500
/** A bank sends a `failed` one back after it was accepted. */
export const REFUND_STATES = ["requested", "accepted", "refused", "failed"] as const

const Refund = z.object({
  id: z.uuid(),
  amount: z.int(),
  reason: z.nullable(z.string()),
  state: openEnum(REFUND_STATES),
  createdAt: Instant,
})
export type Refund = z.output<typeof Refund>

const TributeRecord = z.object({
  type: z.enum(TRIBUTE_TYPES),
  honoree: z.string(),
  notifyName: z.nullable(z.string()),
  notifyEmail: z.nullable(z.string()),
  message: z.nullable(z.string()),
})

/** `events` are those of the card provider, the oldest first. `feeCovered` and `refundable` are in cents. */
export const DonationDetail = z.object({
  ...DonationRecord.shape,
  feeCovered: z.int(),
  tribute: z.nullable(TributeRecord),
  monthlyGift: z.nullable(z.object({ state: z.enum(MONTHLY_GIFT_STATES), amount: z.int(), isStoppable: z.boolean() })),
  intentId: z.nullable(z.string()),
  provider: z.enum(["stripe", "sandbox"]),
  language: z.enum(LANGUAGES),
  paidAt: z.nullable(Instant),
  refundedAmount: z.int(),
  refundable: z.int(),
  receiptNumber: z.nullable(z.string()),
  taxYear: z.nullable(z.int()),
  refunds: z.array(Refund),
  events: z.array(z.object({ id: z.string(), type: z.string(), happenedAt: Instant })),
})
export type DonationDetail = z.output<typeof DonationDetail>

const params = z.object({ id: z.uuid("id.invalid") })
const RequestId = z.uuid("id.invalid")

export const readDonation = route({
  method: "GET",
  path: "/api/admin/donations/:id",
  access: "admin",
  params,
  reply: DonationDetail,
})

/** Idempotent by `id`. The reply has the refund as `requested` while the card provider does not respond. */
export const refundDonation = route({
  method: "POST",
  path: "/api/admin/donations/:id/refunds",
  access: "admin",
  status: 201,
  params,
  body: z.strictObject({
    id: RequestId,
    amount: z.int("refund_amount.invalid").check(z.minimum(1, "refund_amount.invalid")),
    reason: text(REFUND_REASON_LENGTH, { required: "refund_reason.required", tooLong: "refund_reason.too_long" }),
  }),
  reply: DonationDetail,
})

export const resendReceipt = route({
  method: "POST",
  path: "/api/admin/donations/:id/receipt-emails",
  access: "admin",
  status: 202,
  params,
  body: z.strictObject({ id: RequestId }),
  reply: z.undefined(),
})

/** The statement of the gift's tax year, for its donor. */
export const resendStatement = route({
  method: "POST",
  path: "/api/admin/donations/:id/statement-emails",
  access: "admin",
  status: 202,
  params,
  body: z.strictObject({ id: RequestId }),
  reply: z.undefined(),
})

/** Stops the monthly gift that the donation belongs to. The reply has it as running while the card provider does not respond. */
export const stopMonthlyGift = route({
  method: "POST",
  path: "/api/admin/donations/:id/monthly-stop",
  access: "admin",
  params,
  reply: DonationDetail,
})

/** Amounts are in cents, of the gifts paid in the month. `disputed` is what disputes hold back; `net` leaves it out. */
export const DonationMonth = z.object({
  month: z.string(),
  count: z.int(),
  amount: z.int(),
  refunded: z.int(),
  disputed: z.int(),
  net: z.int(),
})
export type DonationMonth = z.output<typeof DonationMonth>

export const listDonationMonths = route({
  method: "GET",
  path: "/api/admin/donations/months",
  access: "admin",
  reply: z.object({ months: z.array(DonationMonth) }),
})

export const exportDonationMonths = route({
  method: "GET",
  path: "/api/admin/donations/months/export",
  access: "admin",
  reply: Download,
})

/** Only the provider has what is `missing`, and only the ledger what is `unknown`. */
export const DIFFERENCE_KINDS = [
  "payment_missing",
  "payment_unknown",
  "amount",
  "currency",
  "refund_missing",
  "refund_unknown",
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** `recorded` is the amount in the ledger and `taken` that of the provider, in cents of `currency`. */
export const DonationDifference = z.object({
  id: z.uuid(),
  kind: openEnum(DIFFERENCE_KINDS),
  intentId: z.string(),
  donationId: z.nullable(z.uuid()),
  recorded: z.nullable(z.int()),
  taken: z.nullable(z.int()),
  currency: z.string(),
  foundAt: Instant,
})
export type DonationDifference = z.output<typeof DonationDifference>

export const listDonationDifferences = route({
  method: "GET",
  path: "/api/admin/donations/differences",
  access: "admin",
  reply: z.object({ differences: z.array(DonationDifference) }),
})

/** The difference is explained. It opens again only with other amounts. */
export const settleDonationDifference = route({
  method: "POST",
  path: "/api/admin/donations/differences/:id/settlement",
  access: "admin",
  status: 204,
  params,
  reply: z.undefined(),
})
