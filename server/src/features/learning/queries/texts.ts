import type { Language } from "@haitech/contract/languages"
import { and, eq } from "drizzle-orm"
import {
  courseTexts,
  type LessonDraftRow,
  type LessonTextRow,
  lessonDrafts,
  lessonTexts,
} from "#features/learning/table/texts.ts"
import { type CourseRow, courses, type LessonRow, lessons } from "#features/learning/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export interface StoredText {
  readonly lesson: LessonRow
  readonly course: CourseRow
  readonly english: LessonTextRow | undefined
  readonly own: LessonTextRow | undefined
  readonly draft: LessonDraftRow | undefined
}

export async function findText(db: Db | Tx, lessonId: string, language: Language): Promise<StoredText | undefined> {
  const [found] = await db
    .select({ lesson: lessons, course: courses })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(eq(lessons.id, lessonId))
  if (!found) return undefined
  const texts = await db.select().from(lessonTexts).where(eq(lessonTexts.lessonId, lessonId))
  const [draft] = await db.select().from(lessonDrafts).where(isDraft(lessonId, language))
  const textIn = (wanted: Language) => texts.find((text) => text.language === wanted)
  return { ...found, english: textIn("en"), own: textIn(language), draft }
}

export async function countParts(tx: Tx, courseId: string): Promise<number> {
  const [course] = await tx
    .select({ parts: courseTexts.parts })
    .from(courseTexts)
    .where(and(eq(courseTexts.courseId, courseId), eq(courseTexts.language, "en")))
  return Math.max(1, course?.parts.length ?? 0)
}

/** Its course first, as everything that locks both does: no deadlocks. `course` is how the caller will change it. */
export async function lockLesson(
  tx: Tx,
  id: string,
  course: "share" | "no key update",
): Promise<LessonRow | undefined> {
  const [of] = await tx.select({ courseId: lessons.courseId }).from(lessons).where(eq(lessons.id, id))
  if (!of) return undefined
  await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, of.courseId)).for(course)
  const [lesson] = await tx.select().from(lessons).where(eq(lessons.id, id)).for("no key update")
  return lesson
}

export async function lockCourse(tx: Tx, id: string): Promise<CourseRow | undefined> {
  const [course] = await tx.select().from(courses).where(eq(courses.id, id)).for("no key update")
  return course
}

export async function updateCourse(tx: Tx, id: string, changes: Pick<CourseRow, "isPublished">): Promise<void> {
  await tx.update(courses).set(changes).where(eq(courses.id, id))
}

export async function updateLesson(tx: Tx, id: string, changes: Pick<LessonRow, "isPublished">): Promise<void> {
  await tx.update(lessons).set(changes).where(eq(lessons.id, id))
}

export async function saveDraft(tx: Tx, draft: typeof lessonDrafts.$inferInsert): Promise<void> {
  const { content, version, updatedAt } = draft
  await tx
    .insert(lessonDrafts)
    .values(draft)
    .onConflictDoUpdate({
      target: [lessonDrafts.lessonId, lessonDrafts.language],
      set: { content, version, updatedAt },
    })
}

export async function deleteDraft(tx: Tx, lessonId: string, language: Language): Promise<boolean> {
  const deleted = await tx.delete(lessonDrafts).where(isDraft(lessonId, language)).returning()
  return deleted.length > 0
}

export async function saveEditedText(tx: Tx, text: typeof lessonTexts.$inferInsert): Promise<void> {
  await tx
    .insert(lessonTexts)
    .values(text)
    .onConflictDoUpdate({ target: [lessonTexts.lessonId, lessonTexts.language], set: text })
}

function isDraft(lessonId: string, language: Language) {
  return and(eq(lessonDrafts.lessonId, lessonId), eq(lessonDrafts.language, language))
}
