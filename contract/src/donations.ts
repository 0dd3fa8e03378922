import * as z from "zod/mini"
import { TRIBUTE_TYPES } from "./gifts.ts"
import { BooleanInput } from "./lists.ts"
import { coveredFee, MAX_AMOUNT, MIN_AMOUNT } from "./money.ts"
import { route } from "./route.ts"
import { email, NAME_LENGTH, optionalText, singleLine } from "./text.ts"

export const CURRENCIES = ["usd"] as const
export const DONATION_MESSAGE_LENGTH = 500

export const FREQUENCIES = ["one-time", "monthly"] as const

/** What the form sends for a blank name and a blank email (spec §5). The domain never receives email (RFC 2606). */
export const ANONYMOUS_DONOR = "Anonymous Donor"
export const PLACEHOLDER_EMAIL = "anonymous@donor.invalid"

export function isPlaceholder(email: string): boolean {
  return email.toLowerCase() === PLACEHOLDER_EMAIL
}

export const Donor = {
  donorName: singleLine(NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" }),
  donorEmail: email({ required: "donor_email.invalid", invalid: "donor_email.invalid", tooLong: "email.too_long" }),
  message: optionalText(DONATION_MESSAGE_LENGTH, "donation_message.too_long"),
}

/** Stripe's public test cards (https://docs.stripe.com/testing). */
export const TEST_CARDS = {
  succeeds: "4242424242424242",
  declined: "4000000000000002",
  insufficient_funds: "4000000000009995",
  confirmation: "4000002500003155",
  processing: "4000000000000259",
} as const

const IntentId = z.string("payment.unknown").check(z.regex(/^pi_\w{8,100}$/, "payment.unknown"))

export const Amount = z
  .int("amount.invalid")
  .check(z.minimum(MIN_AMOUNT, "amount.too_small"), z.maximum(MAX_AMOUNT, "amount.too_large"))

const TRIBUTE = {
  type: z.enum(TRIBUTE_TYPES, "tribute.unknown"),
  honoree: singleLine(NAME_LENGTH, { required: "honoree.required", tooLong: "name.too_long" }),
  notifyName: z.optional(singleLine(NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" })),
  message: Donor.message,
}

/** The person at `notifyEmail` is told of the gift once it is paid, never of its amount. */
export const Tribute = z
  .object({
    ...TRIBUTE,
    notifyEmail: z.optional(
      email({ required: "notify_email.required", invalid: "email.invalid", tooLong: "email.too_long" }),
    ),
  })
  .check(
    z.refine(({ notifyName, notifyEmail, message }) => notifyEmail !== undefined || !(notifyName || message), {
      error: "notify_email.required",
      path: ["notifyEmail"],
    }),
  )
export type Tribute = z.output<typeof Tribute>

/** The email about a tribute, as it would be sent. Nothing is stored. */
export const previewTribute = route({
  method: "POST",
  path: "/api/tribute-previews",
  access: "public",
  body: z.object({
    ...TRIBUTE,
    donorName: z.optional(Donor.donorName),
    isAnonymous: z._default(BooleanInput, false),
  }),
  reply: z.object({ subject: z.string(), paragraphs: z.array(z.string()) }),
})

/** The receipts of a monthly gift go to its email, and so does the link that stops it. */
export function requireMonthlyEmail() {
  return z.refine<{ readonly frequency: (typeof FREQUENCIES)[number]; readonly donorEmail: string }>(
    ({ frequency, donorEmail }) => frequency === "one-time" || !isPlaceholder(donorEmail),
    { error: "donor_email.invalid", path: ["donorEmail"] },
  )
}

/** A repeated `Idempotency-Key` returns the same intent. `amount` contains `feeCovered`: 0, or `coveredFee` of the rest. */
export const createPaymentIntent = route({
  method: "POST",
  path: "/api/create-payment-intent",
  access: "public",
  status: 201,
  body: z
    .object({
      ...Donor,
      amount: Amount,
      currency: z._default(z.enum(CURRENCIES, "currency.unknown"), "usd"),
      frequency: z._default(z.enum(FREQUENCIES, "frequency.unknown"), "one-time"),
      isAnonymous: z._default(BooleanInput, false),
      feeCovered: z._default(z.int("fee.invalid").check(z.minimum(0, "fee.invalid")), 0),
      tribute: z.optional(Tribute),
    })
    .check(
      z.refine(
        ({ amount, feeCovered }) =>
          feeCovered === 0 || (amount - feeCovered >= MIN_AMOUNT && feeCovered === coveredFee(amount - feeCovered)),
        { error: "fee.invalid", path: ["feeCovered"] },
      ),
      requireMonthlyEmail(),
    ),
  reply: z.object({ clientSecret: z.string(), paymentIntentId: z.string() }),
})

/** The state of the payment as the provider tells it (D6), whatever the browser saw. Idempotent. */
export const confirmDonation = route({
  method: "POST",
  path: "/api/confirm-donation",
  access: "public",
  body: z.object({ ...Donor, paymentIntentId: IntentId }),
  reply: z.object({ status: z.string(), amount: z.int(), currency: z.enum(CURRENCIES) }),
})

/** `none` until the organisation has an account with the card provider. `sandbox` moves no money (D6). */
const DonationSettings = z.object({
  provider: z.enum(["stripe", "sandbox", "none"]),
  publishableKey: z.nullable(z.string()),
})
export type DonationSettings = z.output<typeof DonationSettings>

export const readDonationSettings = route({
  method: "GET",
  path: "/api/donation-settings",
  access: "public",
  reply: DonationSettings,
})

const paymentText = () => z.string("payment.unknown").check(z.maxLength(200, "payment.unknown"))
const TEST_CARD = {
  cardNumber: z.string("card.invalid").check(z.regex(/^[\d ]{13,25}$/, "card.invalid")),
  authentication: z.optional(z.enum(["passed", "failed"])),
}

export const paySandboxIntent = route({
  method: "POST",
  path: "/api/sandbox/payment-intents/:id/confirm",
  access: "public",
  params: z.object({ id: IntentId }),
  body: z.object({ ...TEST_CARD, clientSecret: paymentText() }),
  reply: z.object({
    status: z.enum(["succeeded", "processing", "requires_action", "requires_payment_method", "canceled"]),
    declineCode: z.nullable(z.string()),
  }),
})

export const paySandboxCheckout = route({
  method: "POST",
  path: "/api/sandbox/checkout-payments",
  access: "public",
  form: true,
  body: z.object({ ...TEST_CARD, id: paymentText() }),
  reply: z.object({ url: z.string() }),
})

/** An event of Stripe. The signature is over the bytes, so they are not parsed before it is verified. */
export const receivePaymentEvent = route({
  method: "POST",
  path: "/api/webhooks/stripe",
  access: "public",
  rawBody: true,
  body: z.object({ raw: z.instanceof(Uint8Array) }),
  reply: z.object({ received: z.literal(true) }),
})

/** A signed link goes to this address if gifts came from it; the reply is the same for every address. */
export const requestReceipts = route({
  method: "POST",
  path: "/api/receipt-links",
  access: "public",
  status: 202,
  form: true,
  body: z.strictObject({
    email: email({ required: "email.required", invalid: "email.invalid", tooLong: "email.too_long" }),
  }),
  reply: z.undefined(),
})

const ReceiptToken = z
  .string("receipt_link.invalid")
  .check(z.regex(/^[\w-]{1,600}\.\d{10}\.[\da-f]{64}$/, "receipt_link.invalid"))

/** The receipts of the link's address, the newest first. Amounts are in cents; `net` is after refunds. */
export const listReceipts = route({
  method: "POST",
  path: "/api/receipt-lists",
  access: "public",
  body: z.strictObject({ token: ReceiptToken }),
  reply: z.object({
    email: z.string(),
    receipts: z.array(
      z.object({
        id: z.uuid(),
        number: z.string(),
        year: z.int(),
        amount: z.int(),
        net: z.int(),
        currency: z.string(),
        paidAt: z.iso.datetime(),
      }),
    ),
  }),
})

/** Emails one receipt, or the statement of a year, to the link's address; each once per link. */
export const emailReceipt = route({
  method: "POST",
  path: "/api/receipt-emails",
  access: "public",
  status: 202,
  body: z.strictObject({
    token: ReceiptToken,
    receipt: z.optional(z.uuid("id.invalid")),
    year: z.optional(
      z.int("period.invalid").check(z.minimum(2000, "period.invalid"), z.maximum(2099, "period.invalid")),
    ),
  }),
  reply: z.undefined(),
})
