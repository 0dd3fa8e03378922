import { type DonationForm, donationOf } from "@haitech/contract/donation-form"
import { type Language, pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { cancelUnclaimed, insertDonation } from "#features/donations/queries/ledger.ts"
import { findMonthlyGiftBySubscription } from "#features/donations/queries/monthly.ts"
import { insertTribute } from "#features/donations/queries/tributes.ts"
import { createId } from "#platform/db/columns.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { text } from "#platform/messages.ts"
import type { StripeProvider, TestPayment } from "#platform/payments.ts"
import { Problem } from "#platform/problem.ts"
import { type PaymentPage, saveTestCard, TEST_PAYMENT_PATH } from "./card-pages.ts"
import { createIntent, donorFields, FIRST_CHECK_MS, requirePayments } from "./intents.ts"
import { checkPending, compare, nextCheck } from "./payments.ts"

export interface CheckoutPayload {
  readonly donationId: string
  readonly sessionId: string
  readonly round: number
}

type Donation = ReturnType<typeof donationOf>

/**
 * A page on which the donor can pay without our script: the provider's, or the sandbox's. The donation is stored before
 * the donor gets its address.
 * @throws {Problem} `payments.off`, `payments.unavailable`
 */
export async function startCheckout(deps: Deps, form: DonationForm, language: Language): Promise<PaymentPage> {
  const payments = requirePayments(deps)
  const donation = donationOf(form)
  if (payments.provider === "stripe") return { url: await openCheckout(deps, payments, donation, language) }
  const input = { isAnonymous: false, feeCovered: 0, ...donation, frequency: "one-time" } as const
  const { paymentIntentId: id, clientSecret } = await createIntent(deps, input, { language, idempotencyKey: undefined })
  return { url: pathIn(language, TEST_PAYMENT_PATH + id), clientSecret }
}

async function openCheckout(
  deps: Deps,
  payments: StripeProvider,
  { amount, currency, isAnonymous, feeCovered, tribute, ...donor }: Donation,
  language: Language,
): Promise<string> {
  const { db, now, site } = deps
  const id = createId()
  const fields = donorFields(donor)
  const page = site.url + pathIn(language, "/donate")
  const { id: sessionId, url } = await payments.createCheckout({
    amount,
    currency,
    key: id,
    language,
    email: fields.email,
    itemName: text(language, "donate.checkout_item", { site: site.name }),
    successUrl: page + PAID,
    cancelUrl: `${page}#donate`,
  })
  await db.transaction(async (tx) => {
    const options = { isAnonymous, feeCovered }
    await insertDonation(tx, { id, amount, currency, provider: "stripe", language, ...fields, ...options })
    if (tribute) await insertTribute(tx, { ...tribute, donationId: id })
    await enqueueCheckoutCheck(tx, { donationId: id, sessionId, round: 0 }, new Date(now().getTime() + FIRST_CHECK_MS))
  })
  return url
}

/** The return address of spec §2, with the notice of a plain form. */
const PAID = "?success=true&sent=donation#donate"

/** Finds the intent of a payment page in case that no event told of it. An expired page cancels its donation. */
export async function checkCheckout(deps: Deps, { donationId, sessionId, round }: CheckoutPayload): Promise<void> {
  const payments = requirePayments(deps)
  if (payments.provider !== "stripe") return
  const session = await payments.readCheckout(sessionId)
  if (session?.intentId) return checkPending(deps, session.intentId, round)
  if (!session || session.isExpired) return cancelUnclaimed(deps.db, donationId)
  await enqueueCheckoutCheck(deps.db, { donationId, sessionId, round: round + 1 }, nextCheck(deps, round))
}

async function enqueueCheckoutCheck(
  tx: Parameters<typeof enqueue>[0],
  payload: CheckoutPayload,
  dueAt: Date,
): Promise<void> {
  const key = `donation.checkout:${payload.donationId}:${payload.round}`
  await enqueue(tx, { kind: "donation.checkout", key, payload, dueAt })
}

/** `id` is of an intent to pay, or of a subscription to save a card for. @returns the page to open next @throws {Problem} `payment.unknown` */
export async function payTestCheckout(
  deps: Deps,
  id: string,
  payment: TestPayment,
  language: Language,
): Promise<{ url: string }> {
  const payments = requirePayments(deps)
  const gift = await findMonthlyGiftBySubscription(deps.db, id)
  if (gift) return saveTestCard(deps, gift, payment, language)
  const result = payments.provider === "sandbox" ? await payments.pay(id, payment) : undefined
  if (!result) throw new Problem("payment.unknown")
  await compare(deps, id)
  if (result.status === "succeeded") return { url: pathIn(language, "/donate") + PAID }
  const outcome = result.declineCode ?? result.status
  return { url: pathIn(language, `${TEST_PAYMENT_PATH}${id}/${outcome}`) }
}
