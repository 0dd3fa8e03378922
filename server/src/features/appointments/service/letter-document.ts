import { formatDay, formatLength } from "@haitech/contract/clock"
import type { Deps } from "#deps.ts"
import type { VolunteerLetterRow } from "#features/appointments/table/letters.ts"
import { groupedCode } from "#platform/document-code.ts"
import { type MessageKey, text } from "#platform/messages.ts"
import type { PdfCertificate, PdfPhrase } from "#platform/pdf.ts"
import { qrCode } from "#platform/qr-code.ts"
import { letterAddress } from "./letters.ts"

/** The letter: every field of the record, in its language and, where that is another one, in English. */
export function letterDocument(
  { site, organization }: Pick<Deps, "site" | "organization">,
  row: VolunteerLetterRow,
): PdfCertificate {
  const { language, name, role, fromDay, untilDay, minutes, sessions, code, issuedAt, revokedAt } = row
  const phrase = (key: MessageKey, values: Readonly<Record<string, string | number>> = {}): PdfPhrase => ({
    text: text(language, key, values),
    english: language === "en" ? undefined : text("en", key, values),
  })
  const dayIn = (at: Date, wanted = language) => formatDay(wanted, at.toISOString(), site.timeZone)
  const calendarDay = (day: string) => formatDay(language, `${day}T12:00:00Z`, "UTC")
  const address = letterAddress(site.url, row)
  return {
    kind: "certificate",
    language,
    title: text(language, "letter.title"),
    author: organization.name,
    lead: phrase("letter.lead"),
    name,
    statement: phrase("letter.statement"),
    course: phrase(`letter.role_${role}`),
    rows: [
      [phrase("letter.period"), `${calendarDay(fromDay)} – ${calendarDay(untilDay)}`],
      [phrase("letter.hours"), formatLength(language, minutes)],
      [phrase("letter.sessions"), String(sessions)],
      [phrase("letter.issued"), dayIn(issuedAt)],
      [phrase("certificate.code"), groupedCode(code)],
    ],
    ...(revokedAt && {
      notice: {
        text: text(language, "certificate.revoked_on", { day: dayIn(revokedAt) }),
        english: language === "en" ? undefined : text("en", "certificate.revoked_on", { day: dayIn(revokedAt, "en") }),
      },
    }),
    check: phrase("letter.check"),
    address,
    qr: qrCode(address),
  }
}
