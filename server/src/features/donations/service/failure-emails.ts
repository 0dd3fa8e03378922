import { ANONYMOUS_DONOR } from "@haitech/contract/donations"
import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { findDonation } from "#features/donations/queries/ledger.ts"
import { findMonthlyGift } from "#features/donations/queries/monthly.ts"
import { formatAmount } from "#features/donations/rules.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { text } from "#platform/messages.ts"
import { sendFailedRenewal } from "./monthly-emails.ts"

export async function sendFailedPayment(deps: Deps, key: string, intentId: string): Promise<void> {
  const { db, mail, site } = deps
  const donation = await findDonation(db, intentId)
  if (!donation?.email || donation.status !== "failed") return
  const { email: to, name, amount, currency, language, monthlyGiftId } = donation
  const gift = monthlyGiftId ? await findMonthlyGift(db, monthlyGiftId) : undefined
  if (gift && gift.state !== "stopped") return sendFailedRenewal(deps, key, gift.id)
  const values = { site: site.name, name: name ?? ANONYMOUS_DONOR, amount: formatAmount(amount, currency) }
  const t = (message: Parameters<typeof text>[1]) => text(language, message, values)
  const subject = t("mail.payment_failed.subject")
  const parts = renderEmail({
    language,
    subject,
    greeting: t("mail.gift.greeting"),
    paragraphs: [t("mail.payment_failed.text"), t("mail.payment_failed.again")],
    action: { label: t("mail.payment_failed.action"), url: `${site.url}${pathIn(language, "/donate")}` },
    footer: t("mail.gift.footer"),
  })
  await mail.send({ key, to, language, subject, ...parts })
}
