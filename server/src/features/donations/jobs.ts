import { formatDay } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import { formatAmount } from "./rules.ts"
import { manageLink, stopGift, syncSubscription } from "./service/monthly.ts"
import { type GiftChange, sendChangedGift, sendFailedRenewal, sendTribute } from "./service/monthly-emails.ts"
import { checkPending } from "./service/payments.ts"
import { issueReceipt, receiptNumber } from "./service/receipts.ts"
import { compareOrRecord } from "./service/renewals.ts"

interface IntentPayload {
  readonly intentId: string
}

interface GiftPayload {
  readonly giftId: string
}

export const donationJobs = (deps: Deps): Readonly<Record<string, Handler>> => ({
  "donation.event": ({ intentId }: IntentPayload) => compareOrRecord(deps, intentId),
  "donation.check": ({ intentId, round }: IntentPayload & { readonly round: number }) =>
    checkPending(deps, intentId, round),
  "donation.receipt": async ({ intentId }: IntentPayload, { key }) => {
    const issued = await issueReceipt(deps, intentId)
    if (issued?.receipt.record.donor) await sendReceipt(deps, key, issued)
  },
  "donation.subscription": ({ subscriptionId }: { readonly subscriptionId: string }) =>
    syncSubscription(deps, subscriptionId),
  "donation.stop_monthly": ({ giftId }: GiftPayload) => stopGift(deps, giftId),
  "donation.monthly_changed": ({ giftId, change }: GiftPayload & { readonly change: GiftChange }, { key }) =>
    sendChangedGift(deps, key, { giftId, change }),
  "donation.renewal_failed": ({ giftId }: GiftPayload, { key }) => sendFailedRenewal(deps, key, giftId),
  "donation.tribute": ({ donationId }: { readonly donationId: string }, { key }) => sendTribute(deps, key, donationId),
})

/** Everything that IRS Publication 1771 asks of a written acknowledgment; the legal sentence in English too (A2). */
async function sendReceipt(
  { mail, site, keyedHash }: Pick<Deps, "mail" | "site" | "keyedHash">,
  key: string,
  { receipt, language, monthlyGiftId }: NonNullable<Awaited<ReturnType<typeof issueReceipt>>>,
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
    action: monthlyGiftId
      ? { label: translate("mail.monthly.manage"), url: manageLink({ keyedHash, site }, monthlyGiftId, language) }
      : { label: translate("mail.receipt.action"), url: `${site.url}${pathIn(language, "/donate")}` },
    footer: translate("mail.receipt.footer"),
  })
  await mail.send({ key, to: donor.email, language, subject, ...parts })
}
