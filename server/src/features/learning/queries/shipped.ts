import type { Language } from "@haitech/contract/languages"
import { and, asc, eq, gt, inArray, notInArray, sql } from "drizzle-orm"
import { courseTexts, lessonTexts } from "#features/learning/table/texts.ts"
import { courses, lessons } from "#features/learning/table.ts"
import type { Tx } from "#platform/db/client.ts"

/** Until the transaction ends: of processes that start together the others wait, however long the first one takes. */
export async function lockShipped(tx: Tx): Promise<void> {
  await tx.execute("set local lock_timeout = 0; set local statement_timeout = 0")
  await tx.execute(`select pg_advisory_xact_lock(${SHIPPED_LOCK})`)
}

const SHIPPED_LOCK = 4_175_211_805

/** Locked in the order in which learners' events lock them, so that neither waits for the other. */
export function lockStoredCourses(tx: Tx) {
  return tx.select().from(courses).orderBy(asc(courses.id)).for("no key update")
}

export function storedLessons(tx: Tx, courseId: string) {
  return tx.select().from(lessons).where(eq(lessons.courseId, courseId))
}

export function storedCourseTexts(tx: Tx, courseId: string) {
  return tx.select().from(courseTexts).where(eq(courseTexts.courseId, courseId))
}

export function storedLessonTexts(tx: Tx, courseId: string) {
  const { lessonId, language, version, sourceVersion, shippedVersion, blocks } = lessonTexts
  return tx
    .select({ lessonId, language, version, sourceVersion, shippedVersion, blocks })
    .from(lessonTexts)
    .innerJoin(lessons, eq(lessons.id, lessonTexts.lessonId))
    .where(eq(lessons.courseId, courseId))
}

type Insert<Table extends { $inferInsert: object }> = Table["$inferInsert"]

/** A course whose files are back is published again. @returns its id */
export async function saveCourse(tx: Tx, course: Insert<typeof courses>): Promise<string> {
  const isPublished = sql`${courses.isPublished} or not ${courses.isShipped}`
  const [row] = await tx
    .insert(courses)
    .values(course)
    .onConflictDoUpdate({ target: courses.slug, set: { ...course, isPublished } })
    .returning({ id: courses.id })
  if (!row) throw new Error(`the course ${course.slug} was not stored`)
  return row.id
}

/** A lesson whose files are back is published again. What its text says of it stays. @returns its id */
export async function saveLesson(tx: Tx, lesson: Insert<typeof lessons>): Promise<string> {
  const isPublished = sql`${lessons.isPublished} or not ${lessons.isShipped}`
  const [row] = await tx
    .insert(lessons)
    .values(lesson)
    .onConflictDoUpdate({
      target: [lessons.courseId, lessons.slug],
      set: { order: lesson.order, isShipped: lesson.isShipped, isPublished },
    })
    .returning({ id: lessons.id })
  if (!row) throw new Error(`the lesson ${lesson.slug} was not stored`)
  return row.id
}

export type LessonHead = Pick<Insert<typeof lessons>, "title" | "content" | "duration" | "part" | "kind">

export async function updateLessonHead(tx: Tx, lessonId: string, head: LessonHead): Promise<void> {
  await tx.update(lessons).set(head).where(eq(lessons.id, lessonId))
}

/** An earlier release, or an edit on the site, may name a part that the course does not have any more. */
export async function limitParts(tx: Tx, courseId: string, last: number): Promise<void> {
  await tx
    .update(lessons)
    .set({ part: last })
    .where(and(eq(lessons.courseId, courseId), gt(lessons.part, last)))
}

export async function saveCourseText(tx: Tx, text: Insert<typeof courseTexts>): Promise<void> {
  await tx
    .insert(courseTexts)
    .values(text)
    .onConflictDoUpdate({ target: [courseTexts.courseId, courseTexts.language], set: text })
}

/** @returns whether it was stored: a text that was edited on the site stays, unless the file now says the same */
export async function saveShippedText(tx: Tx, text: Insert<typeof lessonTexts>): Promise<boolean> {
  const rows = await tx
    .insert(lessonTexts)
    .values(text)
    .onConflictDoUpdate({
      target: [lessonTexts.lessonId, lessonTexts.language],
      set: text,
      setWhere: sql`${lessonTexts.version} in (${lessonTexts.shippedVersion}, ${text.version})`,
    })
    .returning({ language: lessonTexts.language })
  return rows.length > 0
}

const isUnedited = eq(lessonTexts.version, lessonTexts.shippedVersion)

export async function withdrawCourses(tx: Tx, slugs: readonly string[]): Promise<void> {
  await tx
    .update(courses)
    .set({ isShipped: false, isPublished: false })
    .where(and(courses.isShipped, notInArray(courses.slug, [...slugs])))
}

export async function withdrawLessons(tx: Tx, courseId: string, slugs: readonly string[]): Promise<void> {
  await tx
    .update(lessons)
    .set({ isShipped: false, isPublished: false })
    .where(and(eq(lessons.courseId, courseId), lessons.isShipped, notInArray(lessons.slug, [...slugs])))
}

export async function deleteCourseTexts(tx: Tx, courseId: string, languages: readonly Language[]): Promise<void> {
  await tx
    .delete(courseTexts)
    .where(and(eq(courseTexts.courseId, courseId), inArray(courseTexts.language, [...languages])))
}

export async function deleteShippedText(tx: Tx, lessonId: string, language: Language): Promise<void> {
  const isText = and(eq(lessonTexts.lessonId, lessonId), eq(lessonTexts.language, language))
  await tx.delete(lessonTexts).where(and(isText, isUnedited))
}
