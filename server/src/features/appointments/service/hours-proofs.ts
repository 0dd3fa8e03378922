import type { FieldError } from "@haitech/contract/field-errors"
import type { HoursProof, HoursProofPage } from "@haitech/contract/hours-proofs"
import { type Language, pathIn } from "@haitech/contract/languages"
import { TUTORING_ROLES } from "@haitech/contract/tutors"
import type { Deps } from "#deps.ts"
import {
  findProofByCode,
  insertProof,
  nameOf,
  proofExists,
  setProofRevoked,
} from "#features/appointments/queries/hours-proofs.ts"
import { hoursWithin } from "#features/appointments/queries/tutoring.ts"
import { findTutor } from "#features/appointments/queries/tutors.ts"
import { dayAfter, dayAt, startOfDay } from "#features/appointments/rules/slot-dates.ts"
import type { HoursProofRow } from "#features/appointments/table/hours-proofs.ts"
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
 * Freezes what the proof says of the period's completed sessions.
 * @throws {Problem} `request.invalid` for a day to come, `hours_proof.nameless`, `hours_proof.empty`, `hours_proof.revoked`
 */
export async function issueProof(
  { db, now, site }: Pick<Deps, "db" | "now" | "site">,
  actor: Member,
  { fromDay, untilDay, language }: Wanted,
): Promise<HoursProofRow> {
  const proof = await db.transaction(async (tx) => {
    const timeZone = (await findTutor(tx, actor.id))?.timeZone ?? site.timeZone
    if (untilDay > dayAt(now(), timeZone)) throw invalid("untilDay", "date.future")
    const name = await nameOf(tx, actor.id)
    if (name === "") throw new Problem("hours_proof.nameless")
    const span = { from: startOfDay(fromDay, timeZone), until: startOfDay(dayAfter(untilDay, 1), timeZone) }
    const { sessions, minutes } = await hoursWithin(tx, actor.id, span)
    if (sessions === 0) throw new Problem("hours_proof.empty")
    const content = { userId: actor.id, name, role: roleOf(actor), fromDay, untilDay, language, sessions, minutes }
    return insertProof(tx, newDocumentCode(), content)
  })
  if (proof.revokedAt) throw new Problem("hours_proof.revoked")
  return proof
}

function roleOf({ role }: Member): HoursProofRow["role"] {
  const known = TUTORING_ROLES.find((tutoring) => tutoring === role)
  if (!known) throw new Error("somebody without the role of a tutor asked for a proof")
  return known
}

/** @throws {Problem} `hours_proof.unknown`, `hours_proof.revoked` */
export async function revokeProof(
  { db, now }: Pick<Deps, "db" | "now">,
  actor: Member,
  id: string,
  reason: string,
): Promise<HoursProofRow> {
  return db.transaction(async (tx) => {
    const row = await setProofRevoked(tx, id, { reason, at: now() })
    if (!row) throw new Problem((await proofExists(tx, id)) ? "hours_proof.revoked" : "hours_proof.unknown")
    // The reason may say who the tutor is: it is in the proof only, and goes with the account.
    await record(tx, { actor, action: "hours_proof.revoked", subjectId: id })
    return row
  })
}

export async function readProofPage(
  { db, site, organization }: Pick<Deps, "db" | "site" | "organization">,
  code: string,
): Promise<HoursProofPage | undefined> {
  const row = await findProofByCode(db, code)
  if (!row) return undefined
  const address = proofAddress(site.url, row)
  return { ...presentProof(row), organization: organization.name, address, qr: qrCode(address) }
}

export function proofAddress(siteUrl: string, { code, language }: Pick<HoursProofRow, "code" | "language">) {
  return `${siteUrl}${pathIn(language, `/hours-proof/${code}`)}`
}

export function presentProof(row: HoursProofRow): HoursProof {
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
