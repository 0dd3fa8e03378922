import { formatDay } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import { type CheckoutPayload, checkCheckout } from "./service/checkout.ts"
import { checkPending, compare } from "./service/payments.ts"
import { issueReceipt, receiptNumber } from "./service/receipts.ts"

interface IntentPayload {
  readonly intentId: string
}

export const donationJobs = (deps: Deps): Readonly<Record<string, Handler>> => ({
  "donation.event": async ({ intentId }: IntentPayload) => void (await compare(deps, intentId)),
  "donation.check": ({ intentId, round }: IntentPayload & { readonly round: number }) =>
    checkPending(deps, intentId, round),
  "donation.checkout": (payload: CheckoutPayload) => checkCheckout(deps, payload),
  "donation.receipt": async ({ intentId }: IntentPayload, { key }) => {
    const issued = await issueReceipt(deps, intentId)
    if (issued?.receipt.record.donor) await sendReceipt(deps, key, issued)
  },
})

/** Everything that IRS Publication 1771 asks of a written acknowledgment; the legal sentence in English too (A2). */
async function sendReceipt(
  { mail, site }: Pick<Deps, "mail" | "site">,
  key: string,
  { receipt, language }: NonNullable<Awaited<ReturnType<typeof issueReceipt>>>,
): Promise<void> {
  const { organization, donor, amount, currency, paidAt } = receipt.record
  if (!donor) return
  const translate = (message: Parameters<typeof text>[1], values = {}) =>
    text(language, message, { site: site.name, ...values })
  const subject = translate("mail.receipt.subject", { number: receiptNumber(receipt) })
  const parts = renderEmail({
    language,
    subject,
    greeting: translate("mail.receipt.greeting", { name: donor.name }),
    paragraphs: [
      translate("mail.receipt.thanks", { amount: formatAmount(amount, currency) }),
      translate("mail.receipt.details", {
        number: receiptNumber(receipt),
        donor: donor.name,
        day: formatDay(language, paidAt, site.timeZone),
      }),
      translate("mail.receipt.organization", organization),
      translate("mail.receipt.goods"),
      ...(language === "en" ? [] : [text("en", "mail.receipt.goods")]),
    ],
    action: { label: translate("mail.receipt.action"), url: `${site.url}${pathIn(language, "/donate")}` },
    footer: translate("mail.receipt.footer"),
  })
  await mail.send({ key, to: donor.email, language, subject, ...parts })
}

/** In the way of US dollars in every language, as on the card statement. */
function formatAmount(cents: number, currency: string): string {
  return `$${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`
}
