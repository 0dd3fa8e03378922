import { type Language, pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { MonthlyGiftRow } from "#features/donations/table.ts"
import { createId } from "#platform/db/columns.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import type { TestPayment } from "#platform/payments.ts"
import { Problem } from "#platform/problem.ts"
import { enqueueCardEmail } from "./gift-cards.ts"
import { requirePayments } from "./intents.ts"
import { findByToken, manageLink, managePath } from "./monthly.ts"

export const TEST_PAYMENT_PATH = "/donate/test-payment/"

/** A page that takes a card. The sandbox's needs the secret in the donor's cookie: an address ends up in logs. */
export interface PaymentPage {
  readonly url: string
  readonly clientSecret?: string
}

const VALID_MS = 60 * 60 * 1000
const CHECK_AFTER_MS = VALID_MS + 5 * 60 * 1000
const SAVED = "?card=changed"

/**
 * A page that takes another card for a monthly gift: the provider's, or the sandbox's. It leads back to the gift's own.
 * @throws {Problem} `monthly_gift.unknown`, `payments.off`, `payments.unavailable`
 */
export async function openCardPage(deps: Deps, token: string, language: Language): Promise<PaymentPage> {
  const payments = requirePayments(deps)
  const { id, subscriptionId, state } = await findByToken(deps, token)
  if (state === "stopped") throw new Problem("monthly_gift.unknown")
  if (payments.provider === "sandbox")
    return {
      url: pathIn(language, TEST_PAYMENT_PATH + subscriptionId),
      clientSecret: payments.cardSecret(subscriptionId),
    }
  const now = deps.now().getTime()
  const page = await payments.openCardPage({
    subscriptionId,
    language,
    successUrl: deps.site.url + managePath(deps, id, language, SAVED),
    cancelUrl: manageLink(deps, id, language),
    expiresAt: new Date(now + VALID_MS),
  })
  if (!page) throw new Problem("monthly_gift.unknown")
  // In case that the donor does not come back and no event arrives.
  await enqueue(deps.db, {
    kind: "donation.card",
    key: `donation.card:${page.id}`,
    payload: { subscriptionId },
    dueAt: new Date(now + CHECK_AFTER_MS),
  })
  return { url: page.url }
}

/** Saves a card on the sandbox's page. @returns the page to open next @throws {Problem} `payment.unknown` */
export async function saveTestCard(
  deps: Deps,
  { id, subscriptionId }: MonthlyGiftRow,
  payment: TestPayment,
  language: Language,
): Promise<{ url: string }> {
  const payments = requirePayments(deps)
  const result = payments.provider === "sandbox" ? payments.checkCard(subscriptionId, payment) : undefined
  if (!result) throw new Problem("payment.unknown")
  const { status, declineCode } = result
  if (status !== "succeeded" && status !== "processing")
    return { url: pathIn(language, `${TEST_PAYMENT_PATH}${subscriptionId}/${declineCode ?? status}`) }
  await enqueueCardEmail(deps, id, createId())
  await payments.changeSubscription(subscriptionId, { change: "card", card: payment.cardNumber.slice(-4) })
  return { url: managePath(deps, id, language, SAVED) }
}
