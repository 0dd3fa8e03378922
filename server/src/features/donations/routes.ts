import { startCheckout } from "@haitech/contract/donation-form"
import {
  confirmDonation,
  createPaymentIntent,
  type DonationSettings,
  emailReceipt,
  listReceipts,
  paySandboxCheckout,
  paySandboxIntent,
  previewTribute,
  readDonationSettings,
  receivePaymentEvent,
  requestReceipts,
} from "@haitech/contract/donations"
import { changeMonthlyGift, openGiftCardPage, readMonthlyGift } from "@haitech/contract/monthly-gifts"
import type { Deps } from "#deps.ts"
import type { FlowCookie } from "#platform/http/flow-cookie.ts"
import { EMAIL_FORM_LIMIT, handle } from "#platform/http/handle.ts"
import { Problem } from "#platform/problem.ts"
import type { Gift } from "./queries/gifts.ts"
import { adminDonationRoutes } from "./routes/admin.ts"
import { openCardPage, type PaymentPage } from "./service/card-pages.ts"
import { requireProofDuringAttack } from "./service/card-testing.ts"
import { startCheckout as checkOut, payTestCheckout } from "./service/checkout.ts"
import { createIntent, requirePayments } from "./service/intents.ts"
import { emailFromToken, giftsOfToken, requestLink } from "./service/links.ts"
import { changeGift, readGift } from "./service/monthly.ts"
import { previewTribute as previewEmail } from "./service/monthly-emails.ts"
import { confirm, receiveEvent } from "./service/payments.ts"
import { receiptNumber } from "./service/receipts.ts"

/** A family or a class shares an address, and a donor makes an intent for each amount (C7). */
const INTENT_LIMIT = { name: "intent.address", limit: 20, windowSeconds: 600 }
const CONFIRM_LIMIT = { name: "confirm_donation.address", limit: 60, windowSeconds: 600 }
const FORM = { name: "donation", anchor: "donate", opensReply: true } as const
const GIFT_LIMIT = { name: "monthly_gift.address", limit: 60, windowSeconds: 600 }
/** Each page lets cards be tried, so fewer than of the other changes. */
const GIFT_CARD_LIMIT = { name: "gift_card.address", limit: 10, windowSeconds: 600 }
const PAYMENT_COOKIE_S = 3600
const SANDBOX_LIMIT = { name: "sandbox.address", limit: 60, windowSeconds: 600 }
const PREVIEW_LIMIT = { name: "tribute_preview.address", limit: 120, windowSeconds: 600 }
const RECEIPTS_LIMIT = { name: "receipts.address", limit: 60, windowSeconds: 600 }
const RECEIPT_EMAILS_LIMIT = { name: "receipt_emails.address", limit: 30, windowSeconds: 600 }

export const donationRoutes = (deps: Deps) => [
  handle(readDonationSettings, async () => donationSettings(deps)),
  handle(
    createPaymentIntent,
    async ({ body, language, idempotencyKey, proof }) => {
      await requireProofDuringAttack(deps, proof)
      return createIntent(deps, body, { language, idempotencyKey })
    },
    { limit: INTENT_LIMIT },
  ),
  handle(
    confirmDonation,
    async ({ body }) => {
      const { status, amount, currency } = await confirm(deps, body)
      return { status, amount, currency }
    },
    { limit: CONFIRM_LIMIT },
  ),
  handle(readMonthlyGift, ({ body }) => readGift(deps, body.token), { limit: GIFT_LIMIT }),
  handle(changeMonthlyGift, ({ body: { token, ...change } }) => changeGift(deps, token, change), { limit: GIFT_LIMIT }),
  handle(
    openGiftCardPage,
    async ({ body, language, payment }) => openPage(await openCardPage(deps, body.token, language), payment),
    { limit: GIFT_CARD_LIMIT },
  ),
  handle(
    paySandboxIntent,
    async ({ params, body }) => {
      const payments = requirePayments(deps)
      const result = payments.provider === "sandbox" ? await payments.pay(params.id, body) : undefined
      if (!result) throw new Problem("payment.unknown")
      return result
    },
    { limit: SANDBOX_LIMIT },
  ),
  handle(
    startCheckout,
    async ({ body, language, payment }) => openPage(await checkOut(deps, body, language), payment),
    { limit: INTENT_LIMIT, form: FORM },
  ),
  handle(
    paySandboxCheckout,
    ({ body: { id, ...card }, language, payment }) =>
      payTestCheckout(deps, id, { ...card, clientSecret: payment.value ?? "" }, language),
    { limit: SANDBOX_LIMIT, form: FORM },
  ),
  handle(previewTribute, async ({ body, language }) => previewEmail(deps, body, language), { limit: PREVIEW_LIMIT }),
  handle(receivePaymentEvent, async ({ body, signature }) => {
    await receiveEvent(deps, body.raw, signature)
    return { received: true } as const
  }),
  ...receiptRoutes(deps),
  ...adminDonationRoutes(deps),
]

const receiptRoutes = (deps: Deps) => [
  handle(requestReceipts, async ({ body, language }) => void (await requestLink(deps, body.email, language)), {
    limit: EMAIL_FORM_LIMIT,
    form: { name: "receipts", anchor: "receipts" },
  }),
  handle(
    listReceipts,
    async ({ body }) => {
      const { email, gifts } = await giftsOfToken(deps, body.token)
      return { email, receipts: gifts.map(presentGift).reverse() }
    },
    { limit: RECEIPTS_LIMIT },
  ),
  handle(emailReceipt, async ({ body: { token, ...choice } }) => void (await emailFromToken(deps, token, choice)), {
    limit: RECEIPT_EMAILS_LIMIT,
  }),
]

function openPage({ url, clientSecret }: PaymentPage, cookie: FlowCookie) {
  if (clientSecret) cookie.set(clientSecret, PAYMENT_COOKIE_S)
  return { url }
}

export function donationSettings({ payments }: Pick<Deps, "payments">): DonationSettings {
  return { provider: payments?.provider ?? "none", publishableKey: payments?.publishableKey ?? null }
}

function presentGift({ donationId, year, serial, record, refunded }: Gift) {
  const { amount, currency, paidAt } = record
  const number = receiptNumber({ year, serial })
  return { id: donationId, number, year, amount, net: amount - refunded, currency, paidAt }
}
