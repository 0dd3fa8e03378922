import { formatDay } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { formatAmount } from "#features/donations/rules.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { type MessageKey, text } from "#platform/messages.ts"
import { receiptDocument } from "./documents.ts"
import { type IssuedReceipt, receiptNumber } from "./receipts.ts"

type MailDeps = Pick<Deps, "mail" | "pdf" | "site">

/** Everything that IRS Publication 1771 asks of a written acknowledgment; the legal sentence in English too (A2). */
export async function sendReceipt({ mail, pdf, site }: MailDeps, key: string, issued: IssuedReceipt): Promise<void> {
  const { receipt, language, refunded } = issued
  const { organization, donor, amount, currency, paidAt } = receipt.record
  if (!donor) return
  const number = receiptNumber(receipt)
  const t = (message: MessageKey, values = {}) => text(language, message, { site: site.name, number, ...values })
  const subject = t("mail.receipt.subject")
  const parts = renderEmail({
    language,
    subject,
    greeting: t("mail.receipt.greeting", { name: donor.name }),
    paragraphs: [
      t("mail.receipt.thanks", { amount: formatAmount(amount, currency) }),
      t("mail.receipt.details", { donor: donor.name, day: formatDay(language, paidAt, site.timeZone) }),
      ...(refunded > 0 ? [t("mail.receipt.refunded", { amount: formatAmount(refunded, currency) })] : []),
      t("mail.receipt.organization", organization),
      t("mail.receipt.goods"),
      ...(language === "en" ? [] : [text("en", "mail.receipt.goods")]),
    ],
    action: { label: t("mail.receipt.action"), url: `${site.url}${pathIn(language, "/donate")}` },
    footer: t("mail.receipt.footer"),
  })
  const bytes = await pdf.render(receiptDocument({ site }, issued))
  const attachments = [{ name: `receipt-${number}.pdf`, type: "application/pdf", bytes }]
  await mail.send({ key, to: donor.email, language, subject, ...parts, attachments })
}
