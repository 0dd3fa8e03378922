import { formatDay } from "@haitech/contract/clock"
import type { Deps } from "#deps.ts"
import type { CertificateRow } from "#features/learning/table/certificates.ts"
import { groupedCode } from "#platform/document-code.ts"
import { type MessageKey, text } from "#platform/messages.ts"
import type { PdfCertificate, PdfPhrase } from "#platform/pdf.ts"
import { qrCode } from "#platform/qr-code.ts"
import { addressOf } from "./certificates.ts"

/** The paper: every field of the record, in its language and, where that is another one, in English. */
export function certificateDocument(
  { site, organization }: Pick<Deps, "site" | "organization">,
  row: CertificateRow,
): PdfCertificate {
  const { language, name, courseTitle, courseTitleEn, lessonCount, hours, code, completedAt, revokedAt } = row
  const phrase = (key: MessageKey, values: Readonly<Record<string, string | number>> = {}): PdfPhrase => ({
    text: text(language, key, values),
    english: language === "en" ? undefined : text("en", key, values),
  })
  const dayIn = (at: Date) => formatDay(language, at.toISOString(), site.timeZone)
  const address = addressOf(site.url, row)
  return {
    kind: "certificate",
    language,
    title: text(language, "certificate.title"),
    author: organization.name,
    lead: phrase("certificate.lead"),
    name,
    statement: phrase("certificate.statement"),
    course: { text: courseTitle, english: courseTitle === courseTitleEn ? undefined : courseTitleEn },
    rows: [
      [phrase("certificate.completed"), dayIn(completedAt)],
      [phrase("certificate.lessons"), String(lessonCount)],
      [phrase("certificate.hours"), String(hours)],
      [phrase("certificate.code"), groupedCode(code)],
    ],
    ...(revokedAt && {
      notice: {
        text: text(language, "certificate.revoked_on", { day: dayIn(revokedAt) }),
        english:
          language === "en"
            ? undefined
            : text("en", "certificate.revoked_on", { day: formatDay("en", revokedAt.toISOString(), site.timeZone) }),
      },
    }),
    check: phrase("certificate.check"),
    address,
    qr: qrCode(address),
  }
}
