import type { Certificate, CertificatePage } from "@haitech/contract/certificates"
import { type Language, pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import {
  certificateExists,
  findCertificateByCode,
  findCourseForCertificate,
  findValidCertificate,
  insertCertificate,
  setRevoked,
} from "#features/learning/queries/certificates.ts"
import { shortNameOf } from "#features/learning/rules/certificates.ts"
import type { CertificateRow } from "#features/learning/table/certificates.ts"
import { mayShowName } from "#features/safeguarding/service/protection.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { newDocumentCode } from "#platform/document-code.ts"
import { Problem } from "#platform/problem.ts"
import { qrCode } from "#platform/qr-code.ts"

const MINUTES_PER_HOUR = 60

interface Wanted {
  readonly name: string
  readonly language: Language
}

/**
 * Freezes what the paper says; a second request gets the first paper. That of a known minor has a short name, unless a
 * guardian allows the whole one.
 * @throws {Problem} `course.unknown`, `course.unfinished`
 */
export async function issue(
  { db, now }: Pick<Deps, "db" | "now">,
  actor: Member,
  courseId: string,
  { name, language }: Wanted,
): Promise<CertificateRow> {
  return db.transaction(async (tx) => {
    const course = await findCourseForCertificate(tx, actor.id, courseId)
    const existing = await findValidCertificate(tx, actor.id, courseId)
    if (existing) return existing
    if (!course) throw new Problem("course.unknown")
    if (!course.completedAt) throw new Problem("course.unfinished")
    const titleIn = (wanted: Language) => course.titles.find((title) => title.language === wanted)?.title
    const courseTitleEn = titleIn("en") ?? course.title
    const stored = await insertCertificate(tx, {
      code: newDocumentCode(),
      userId: actor.id,
      courseId,
      name: (await mayShowName(tx, actor.id, now())) ? name : shortNameOf(name),
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
    return row
  })
}

export async function readPage(
  { db, site, organization }: Pick<Deps, "db" | "site" | "organization">,
  code: string,
): Promise<CertificatePage | undefined> {
  const row = await findCertificateByCode(db, code)
  if (!row) return undefined
  const address = addressOf(site.url, row)
  return { ...present(row), organization: organization.name, address, qr: qrCode(address) }
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
