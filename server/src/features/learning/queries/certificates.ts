import { and, count, desc, eq, getColumns, isNull, lte, sql, sum } from "drizzle-orm"
import { type CertificateRow, certificates } from "#features/learning/table/certificates.ts"
import { courseTexts } from "#features/learning/table/texts.ts"
import { courses, lessons, userCourseProgress, userLessonProgress } from "#features/learning/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, paginate } from "#platform/lists/paginate.ts"

type Sort = "newest" | "oldest"

const CERTIFICATES: ListDefinition<typeof certificates, Sort> = {
  table: certificates,
  id: certificates.id,
  sorts: {
    newest: { by: certificates.issuedAt, type: "timestamptz", direction: "down" },
    oldest: { by: certificates.issuedAt, type: "timestamptz", direction: "up" },
  },
  search: sql`fold(${certificates.name} || ' ' || ${certificates.courseTitleEn} || ' ' || ${certificates.code})`,
}

export function paginateCertificates(
  db: Db,
  query: { sort: Sort; limit: number; cursor?: string | undefined; q?: string | undefined },
) {
  return paginate(db, CERTIFICATES, query)
}

export async function findCertificateByCode(db: Db, code: string): Promise<CertificateRow | undefined> {
  const [row] = await db.select().from(certificates).where(eq(certificates.code, code))
  return row
}

export async function certificatesOf(db: Db, userId: string): Promise<CertificateRow[]> {
  return db
    .select()
    .from(certificates)
    .where(and(eq(certificates.userId, userId), isNull(certificates.revokedAt)))
    .orderBy(desc(certificates.issuedAt), desc(certificates.id))
}

export async function findValidCertificate(
  db: Db | Tx,
  userId: string,
  courseId: string,
): Promise<CertificateRow | undefined> {
  const [row] = await db
    .select()
    .from(certificates)
    .where(and(eq(certificates.userId, userId), eq(certificates.courseId, courseId), isNull(certificates.revokedAt)))
  return row
}

/** @returns undefined when the member has a valid certificate of this course */
export async function insertCertificate(
  tx: Tx,
  row: typeof certificates.$inferInsert,
): Promise<CertificateRow | undefined> {
  const [stored] = await tx.insert(certificates).values(row).onConflictDoNothing().returning()
  return stored
}

/** @returns undefined when there is none, or it was revoked before */
export async function setRevoked(
  tx: Tx,
  id: string,
  { reason, at }: { readonly reason: string; readonly at: Date },
): Promise<CertificateRow | undefined> {
  const [row] = await tx
    .update(certificates)
    .set({ revokedAt: at, revokedReason: reason })
    .where(and(eq(certificates.id, id), isNull(certificates.revokedAt)))
    .returning()
  return row
}

export async function certificateExists(db: Db | Tx, id: string): Promise<boolean> {
  const [row] = await db.select({ id: certificates.id }).from(certificates).where(eq(certificates.id, id))
  return row !== undefined
}

/** The course with its titles by language, when the member finished it, and the size of what they finished. */
export async function findCourseForCertificate(db: Db | Tx, userId: string, courseId: string) {
  const [row] = await db
    .select({ ...getColumns(courses), completedAt: userCourseProgress.completedAt })
    .from(courses)
    .leftJoin(
      userCourseProgress,
      and(eq(userCourseProgress.courseId, courses.id), eq(userCourseProgress.userId, userId)),
    )
    .where(eq(courses.id, courseId))
  if (!row) return undefined
  const titles = await db
    .select({ language: courseTexts.language, title: courseTexts.title })
    .from(courseTexts)
    .where(eq(courseTexts.courseId, courseId))
  const size = row.completedAt && (await sizeUntil(db, userId, { courseId, completedAt: row.completedAt }))
  return { ...row, titles, lessonCount: size?.lessonCount ?? 0, minutes: size?.minutes ?? 0 }
}

interface Completion {
  readonly courseId: string
  readonly completedAt: Date
}

async function sizeUntil(db: Db | Tx, userId: string, { courseId, completedAt }: Completion) {
  const [size] = await db
    .select({ lessonCount: count(), minutes: sum(lessons.duration).mapWith(Number) })
    .from(userLessonProgress)
    .innerJoin(lessons, eq(lessons.id, userLessonProgress.lessonId))
    .where(
      and(
        eq(userLessonProgress.userId, userId),
        eq(userLessonProgress.courseId, courseId),
        userLessonProgress.isCompleted,
        lte(userLessonProgress.completedAt, completedAt),
      ),
    )
  return size
}
