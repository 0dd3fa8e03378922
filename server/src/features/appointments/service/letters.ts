import type { FieldError } from "@haitech/contract/field-errors"
import type { HoursLetter, HoursLetterPage } from "@haitech/contract/hours-letters"
import { type Language, pathIn } from "@haitech/contract/languages"
import { TUTORING_ROLES } from "@haitech/contract/tutors"
import type { Deps } from "#deps.ts"
import {
  findLetterByCode,
  insertLetter,
  letterExists,
  nameOf,
  setLetterRevoked,
} from "#features/appointments/queries/letters.ts"
import { hoursWithin } from "#features/appointments/queries/tutoring.ts"
import { findTutor } from "#features/appointments/queries/tutors.ts"
import { dayAfter, dayAt, startOfDay } from "#features/appointments/rules/slot-dates.ts"
import type { VolunteerLetterRow } from "#features/appointments/table/letters.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { newDocumentCode } from "#platform/document-code.ts"
import { Problem } from "#platform/problem.ts"
import { qrCode } from "#platform/qr-code.ts"

interface Wanted {
  readonly fromDay: string
  readonly untilDay: string
  readonly language: Language
}

/**
 * Freezes what the letter says of the period's completed sessions.
 * @throws {Problem} `request.invalid` for a day to come, `letter.nameless`, `letter.empty`, `letter.revoked`
 */
export async function issueLetter(
  { db, now, site }: Pick<Deps, "db" | "now" | "site">,
  actor: Member,
  { fromDay, untilDay, language }: Wanted,
): Promise<VolunteerLetterRow> {
  const letter = await db.transaction(async (tx) => {
    const timeZone = (await findTutor(tx, actor.id))?.timeZone ?? site.timeZone
    if (untilDay > dayAt(now(), timeZone)) throw invalid("untilDay", "date.future")
    const name = await nameOf(tx, actor.id)
    if (name === "") throw new Problem("letter.nameless")
    const span = { from: startOfDay(fromDay, timeZone), until: startOfDay(dayAfter(untilDay, 1), timeZone) }
    const { sessions, minutes } = await hoursWithin(tx, actor.id, span)
    if (sessions === 0) throw new Problem("letter.empty")
    const content = { userId: actor.id, name, role: roleOf(actor), fromDay, untilDay, language, sessions, minutes }
    return insertLetter(tx, newDocumentCode(), content)
  })
  if (letter.revokedAt) throw new Problem("letter.revoked")
  return letter
}

function roleOf({ role }: Member): VolunteerLetterRow["role"] {
  const known = TUTORING_ROLES.find((tutoring) => tutoring === role)
  if (!known) throw new Error("somebody without the role of a tutor asked for a letter")
  return known
}

/** @throws {Problem} `letter.unknown`, `letter.revoked` */
export async function revokeLetter(
  { db, now }: Pick<Deps, "db" | "now">,
  actor: Member,
  id: string,
  reason: string,
): Promise<VolunteerLetterRow> {
  return db.transaction(async (tx) => {
    const row = await setLetterRevoked(tx, id, { reason, at: now() })
    if (!row) throw new Problem((await letterExists(tx, id)) ? "letter.revoked" : "letter.unknown")
    // The reason may say who the tutor is: it is in the letter only, and goes with the account.
    await record(tx, { actor, action: "letter.revoked", subjectId: id })
    return row
  })
}

export async function readLetterPage(
  { db, site, organization }: Pick<Deps, "db" | "site" | "organization">,
  code: string,
): Promise<HoursLetterPage | undefined> {
  const row = await findLetterByCode(db, code)
  if (!row) return undefined
  const address = letterAddress(site.url, row)
  return { ...presentLetter(row), organization: organization.name, address, qr: qrCode(address) }
}

export function letterAddress(siteUrl: string, { code, language }: Pick<VolunteerLetterRow, "code" | "language">) {
  return `${siteUrl}${pathIn(language, `/hours-letter/${code}`)}`
}

export function presentLetter(row: VolunteerLetterRow): HoursLetter {
  const { code, name, role, fromDay, untilDay, minutes, sessions, language, revokedReason } = row
  return {
    code,
    name,
    role,
    fromDay,
    untilDay,
    minutes,
    sessions,
    language,
    revokedReason,
    issuedAt: row.issuedAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }
}

function invalid(field: string, error: FieldError): Problem {
  return new Problem("request.invalid", { fields: { [field]: error } })
}
