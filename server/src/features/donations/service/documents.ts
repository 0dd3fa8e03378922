import { formatDay } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { formatAmount } from "#features/donations/rules.ts"
import type { ReceiptRecord } from "#features/donations/table.ts"
import { type MessageKey, text } from "#platform/messages.ts"
import type { PdfBlock, PdfDocument } from "#platform/pdf.ts"
import { type IssuedReceipt, receiptNumber } from "./receipts.ts"
import type { Statement } from "./statements.ts"

/** A receipt as IRS Publication 1771 asks; what the law asks for is also in English, which the tax office reads. */
export function receiptDocument(
  { site }: Pick<Deps, "site">,
  { receipt, language, refunded }: IssuedReceipt,
): PdfDocument {
  const { organization, donor, amount, currency, paidAt } = receipt.record
  const number = receiptNumber(receipt)
  const remaining = amount - refunded
  const t = (key: MessageKey) => text(language, key, { number })
  return {
    language,
    title: t("receipt.title"),
    author: organization.name,
    blocks: [
      {
        kind: "facts",
        rows: [
          [t("receipt.number"), number],
          [t("receipt.donor"), donor?.name ?? ""],
          [t("receipt.received"), formatDay(language, paidAt, site.timeZone)],
          [t("receipt.amount"), formatAmount(amount, currency)],
          ...(refunded > 0
            ? ([
                [t("receipt.refunded"), formatAmount(refunded, currency)],
                [t("receipt.remaining"), formatAmount(remaining, currency)],
              ] as const)
            : []),
        ],
      },
      ...(refunded > 0
        ? inBoth(language, remaining > 0 ? "receipt.partly_refunded_text" : "receipt.refunded_text", {}, "notice")
        : []),
      ...legalBlocks(language, organization),
    ],
  }
}

/** The year's statement: every gift with its number, and the sum after refunds. */
export function statementDocument(
  { site, organization }: Pick<Deps, "site" | "organization">,
  { email, year, gifts }: Statement,
): PdfDocument {
  const last = gifts.at(-1) ?? gifts[0]
  const { language } = last
  const { currency, donor } = last.record
  const t = (key: MessageKey) => text(language, key, { year })
  const total = gifts.reduce((sum, { record, refunded }) => sum + record.amount - refunded, 0)
  return {
    language,
    title: t("statement.title"),
    author: organization.name,
    blocks: [
      {
        kind: "facts",
        rows: [
          [t("receipt.donor"), donor?.name ?? email],
          [t("statement.year"), String(year)],
          [t("statement.count"), String(gifts.length)],
          [t("statement.total"), formatAmount(total, currency)],
        ],
      },
      {
        kind: "table",
        head: [t("receipt.received"), t("receipt.number"), t("receipt.amount"), t("receipt.remaining")],
        rows: gifts.map(({ record: { paidAt, amount }, refunded, ...gift }) => [
          formatDay(language, paidAt, site.timeZone),
          receiptNumber(gift),
          formatAmount(amount, currency),
          formatAmount(amount - refunded, currency),
        ]),
      },
      ...legalBlocks(language, organization),
    ],
  }
}

function legalBlocks(language: Language, organization: ReceiptRecord["organization"]): readonly PdfBlock[] {
  return [...inBoth(language, "mail.receipt.organization", organization), ...inBoth(language, "mail.receipt.goods")]
}

function inBoth(
  language: Language,
  key: MessageKey,
  values: Readonly<Record<string, string>> = {},
  kind: "paragraph" | "notice" = "paragraph",
): readonly PdfBlock[] {
  const own = { kind, text: text(language, key, values) }
  return language === "en" ? [own] : [own, { kind, text: text("en", key, values), language: "en" }]
}
