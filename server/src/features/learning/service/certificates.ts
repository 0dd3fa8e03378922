import type { Certificate, CertificatePage } from "@haitech/contract/certificates"
import { type Language, pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import {
  certificateExists,
  certificatesOf,
  findCertificateByCode,
  findCourseForCertificate,
  findValidCertificate,
  insertCertificate,
  setRevoked,
} from "#features/learning/queries/certificates.ts"
import { shortNameOf } from "#features/learning/rules/certificates.ts"
import type { CertificateRow } from "#features/learning/table/certificates.ts"
import { membersWithShortName } from "#features/safeguarding/service/protection.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { newDocumentCode } from "#platform/document-code.ts"
import { Problem } from "#platform/problem.ts"
import { qrCode } from "#platform/qr-code.ts"

const MINUTES_PER_HOUR = 60

interface Wanted {
  readonly name: string
  readonly language: Language
}

/** Freezes what the paper says, also for a second request. @throws {Problem} `course.unknown`, `course.unfinished` */
export async function issue(
  { db, now }: Pick<Deps, "db" | "now">,
  actor: Member,
  courseId: string,
  { name, language }: Wanted,
): Promise<CertificateRow> {
  return db.transaction(async (tx) => {
    const course = await findCourseForCertificate(tx, actor.id, courseId)
    const existing = await findValidCertificate(tx, actor.id, courseId)
    if (existing) return withShownName(tx, existing, now())
    if (!course) throw new Problem("course.unknown")
    if (!course.completedAt) throw new Problem("course.unfinished")
    const titleIn = (wanted: Language) => course.titles.find((title) => title.language === wanted)?.title
    const courseTitleEn = titleIn("en") ?? course.title
    const hidden = await membersWithShortName(tx, [actor.id], now())
    const stored = await insertCertificate(tx, {
      code: newDocumentCode(),
      userId: actor.id,
      courseId,
      name: hidden.has(actor.id) ? shortNameOf(name) : name,
      courseTitle: titleIn(language) ?? courseTitleEn,
      courseTitleEn,
      lessonCount: Math.max(1, course.lessonCount),
      hours: Math.max(1, Math.round(course.minutes / MINUTES_PER_HOUR)),
      language,
      completedAt: course.completedAt,
    })
    const certificate = stored ?? (await findValidCertificate(tx, actor.id, courseId))
    if (!certificate) throw new Error("a certificate was neither stored nor found")
    return certificate
  })
}

/** @throws {Problem} `certificate.unknown`, `certificate.revoked` */
export async function revoke(
  { db, now }: Pick<Deps, "db" | "now">,
  actor: Member,
  id: string,
  reason: string,
): Promise<CertificateRow> {
  return db.transaction(async (tx) => {
    const row = await setRevoked(tx, id, { reason, at: now() })
    if (!row) throw new Problem((await certificateExists(tx, id)) ? "certificate.revoked" : "certificate.unknown")
    // The reason may say who the learner is: it is in the certificate only, and goes with the account.
    await record(tx, { actor, action: "certificate.revoked", subjectId: id })
    return withShownName(tx, row, now())
  })
}

export async function readPage(
  deps: Pick<Deps, "db" | "now" | "site" | "organization">,
  code: string,
): Promise<CertificatePage | undefined> {
  const row = await findShown(deps, code)
  if (!row) return undefined
  const address = addressOf(deps.site.url, row)
  return { ...present(row), organization: deps.organization.name, address, qr: qrCode(address) }
}

export async function findShown(
  { db, now }: Pick<Deps, "db" | "now">,
  code: string,
): Promise<CertificateRow | undefined> {
  const row = await findCertificateByCode(db, code)
  return row && withShownName(db, row, now())
}

export async function listOf({ db, now }: Pick<Deps, "db" | "now">, { id }: Member): Promise<CertificateRow[]> {
  return withShownNames(db, await certificatesOf(db, id), now())
}

/** A known minor has a short name, unless a guardian allows the whole one today. */
export async function withShownNames(
  db: Db | Tx,
  rows: readonly CertificateRow[],
  now: Date,
): Promise<CertificateRow[]> {
  const userIds = rows.map(({ userId }) => userId)
  const hidden = await membersWithShortName(db, userIds, now)
  return rows.map((row) => (hidden.has(row.userId) ? { ...row, name: shortNameOf(row.name) } : row))
}

async function withShownName(db: Db | Tx, row: CertificateRow, now: Date): Promise<CertificateRow> {
  const [shown = row] = await withShownNames(db, [row], now)
  return shown
}

export function addressOf(siteUrl: string, { code, language }: Pick<CertificateRow, "code" | "language">): string {
  return `${siteUrl}${pathIn(language, `/certificate/${code}`)}`
}

export function present(row: CertificateRow): Certificate {
  const { code, name, courseTitle, courseTitleEn, lessonCount, hours, language, revokedReason } = row
  return {
    code,
    name,
    courseTitle,
    courseTitleEn,
    lessonCount,
    hours,
    language,
    revokedReason,
    completedAt: row.completedAt.toISOString(),
    issuedAt: row.issuedAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }
}
