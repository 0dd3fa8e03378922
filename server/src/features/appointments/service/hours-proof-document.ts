import { formatDay, formatLength } from "@haitech/contract/clock"
import type { Deps } from "#deps.ts"
import type { HoursProofRow } from "#features/appointments/table/hours-proofs.ts"
import { groupedCode } from "#platform/document-code.ts"
import { type MessageKey, text } from "#platform/messages.ts"
import type { PdfCertificate, PdfPhrase } from "#platform/pdf.ts"
import { qrCode } from "#platform/qr-code.ts"
import { proofAddress } from "./hours-proofs.ts"

/** The proof: every field of the record, in its language and, where that is another one, in English. */
export function proofDocument(
  { site, organization }: Pick<Deps, "site" | "organization">,
  row: HoursProofRow,
): PdfCertificate {
  const { language, name, role, fromDay, untilDay, minutes, sessions, code, issuedAt, revokedAt } = row
  const phrase = (key: MessageKey, values: Readonly<Record<string, string | number>> = {}): PdfPhrase => ({
    text: text(language, key, values),
    english: language === "en" ? undefined : text("en", key, values),
  })
  const dayIn = (at: Date, wanted = language) => formatDay(wanted, at.toISOString(), site.timeZone)
  const calendarDay = (day: string) => formatDay(language, `${day}T12:00:00Z`, "UTC")
  const address = proofAddress(site.url, row)
  return {
    kind: "certificate",
    language,
    title: text(language, "hours_proof.title"),
    author: organization.name,
    lead: phrase("hours_proof.lead"),
    name,
    statement: phrase("hours_proof.statement"),
    course: phrase(`hours_proof.role_${role}`),
    rows: [
      [phrase("hours_proof.period"), `${calendarDay(fromDay)} – ${calendarDay(untilDay)}`],
      [phrase("hours_proof.hours"), formatLength(language, minutes)],
      [phrase("hours_proof.sessions"), String(sessions)],
      [phrase("hours_proof.issued"), dayIn(issuedAt)],
      [phrase("certificate.code"), groupedCode(code)],
    ],
    ...(revokedAt && {
      notice: {
        text: text(language, "certificate.revoked_on", { day: dayIn(revokedAt) }),
        english: language === "en" ? undefined : text("en", "certificate.revoked_on", { day: dayIn(revokedAt, "en") }),
      },
    }),
    check: phrase("hours_proof.check"),
    address,
    qr: qrCode(address),
  }
}
