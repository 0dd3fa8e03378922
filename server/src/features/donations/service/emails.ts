import { formatDay } from "@haitech/contract/clock"
import { type Language, pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { formatAmount } from "#features/donations/rules.ts"
import { renderEmail } from "#platform/mail/email.ts"
import { type MessageKey, text } from "#platform/messages.ts"
import { receiptDocument, statementDocument } from "./documents.ts"
import { manageLink } from "./monthly.ts"
import type { DonorNote } from "./payments.ts"
import { type IssuedReceipt, receiptNumber } from "./receipts.ts"
import type { Statement } from "./statements.ts"

type MailDeps = Pick<Deps, "mail" | "keyedHash" | "pdf" | "site">

/** Everything that IRS Publication 1771 asks of a written acknowledgment; the legal sentence in English too (A2). */
export async function sendReceipt(
  { mail, keyedHash, pdf, site }: MailDeps,
  key: string,
  issued: IssuedReceipt,
): Promise<void> {
  const { receipt, language, refunded, monthlyGiftId } = issued
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
    action: monthlyGiftId
      ? { label: t("mail.monthly.manage"), url: manageLink({ keyedHash, site }, monthlyGiftId, language) }
      : { label: t("mail.receipt.all"), url: `${site.url}${pathIn(language, "/receipts")}` },
    footer: t("mail.receipt.footer"),
  })
  const attachments = [await attach(pdf, `receipt-${number}`, receiptDocument({ site }, issued))]
  await mail.send({ key, to: donor.email, language, subject, ...parts, attachments })
}

const NOTES = {
  refunded: ["mail.refund.subject", "mail.refund.text", "mail.refund.bank"],
  refund_failed: ["mail.refund_failed.subject", "mail.refund_failed.text", "mail.refund_failed.contact"],
  disputed: ["mail.dispute.subject", "mail.dispute.text", "mail.dispute.contact"],
  dispute_won: ["mail.dispute_won.subject", "mail.dispute_won.text", "mail.dispute_won.receipt"],
} as const satisfies Readonly<Record<DonorNote, readonly [MessageKey, MessageKey, MessageKey]>>

/** A note about a gift; after a refund, also one that failed, with the receipt as it is by now. */
export async function sendNote(
  { mail, pdf, site }: MailDeps,
  key: string,
  { note, issued }: { readonly note: DonorNote; readonly issued: IssuedReceipt },
): Promise<void> {
  const { receipt, language, refunded } = issued
  const { organization, donor, amount, currency, paidAt } = receipt.record
  if (!donor) return
  const number = receiptNumber(receipt)
  const values = {
    number,
    name: donor.name,
    organization: organization.name,
    amount: formatAmount(amount, currency),
    refunded: formatAmount(refunded, currency),
    day: formatDay(language, paidAt, site.timeZone),
  }
  const t = (message: MessageKey) => text(language, message, { site: site.name, ...values })
  const [subjectKey, ...paragraphs] = NOTES[note]
  const subject = t(subjectKey)
  const parts = renderEmail({
    language,
    subject,
    greeting: t("mail.gift.greeting"),
    paragraphs: paragraphs.map(t),
    action: { label: t("mail.gift.contact"), url: `${site.url}${pathIn(language, "/contact")}` },
    footer: t("mail.gift.footer"),
  })
  const attachments =
    note === "disputed" ? [] : [await attach(pdf, `receipt-${number}`, receiptDocument({ site }, issued))]
  await mail.send({ key, to: donor.email, language, subject, ...parts, attachments })
}

export async function sendStatement(
  { mail, pdf, site, organization }: MailDeps & Pick<Deps, "organization">,
  key: string,
  statement: Statement,
): Promise<void> {
  const { email, year, gifts } = statement
  const last = gifts.at(-1) ?? gifts[0]
  const { language } = last
  const name = last.record.donor?.name ?? email
  const t = (message: MessageKey) => text(language, message, { site: site.name, year, name })
  const subject = t("mail.statement.subject")
  const parts = renderEmail({
    language,
    subject,
    greeting: t("mail.receipt.greeting"),
    paragraphs: [t("mail.statement.text"), t("mail.statement.tax")],
    action: { label: t("mail.receipt.all"), url: `${site.url}${pathIn(language, "/receipts")}` },
    footer: t("mail.gift.footer"),
  })
  const document = statementDocument({ site, organization }, statement)
  const attachments = [await attach(pdf, `statement-${year}`, document)]
  await mail.send({ key, to: email, language, subject, ...parts, attachments })
}

interface Link {
  readonly email: string
  readonly language: Language
  readonly token: string
}

/** The token is after the `#`, which browsers send to no server. */
export async function sendLink({ mail, site }: MailDeps, key: string, { email, language, token }: Link): Promise<void> {
  const t = (message: MessageKey) => text(language, message, { site: site.name })
  const subject = t("mail.receipt_link.subject")
  const parts = renderEmail({
    language,
    subject,
    greeting: t("mail.receipt_link.greeting"),
    paragraphs: [t("mail.receipt_link.text"), t("mail.receipt_link.other")],
    action: { label: t("mail.receipt_link.action"), url: `${site.url}${pathIn(language, "/receipts")}#${token}` },
    footer: t("mail.gift.footer"),
  })
  await mail.send({ key, to: email, language, subject, ...parts })
}

async function attach(pdf: Deps["pdf"], name: string, document: Parameters<Deps["pdf"]["render"]>[0]) {
  return { name: `${name}.pdf`, type: "application/pdf", bytes: await pdf.render(document) }
}
