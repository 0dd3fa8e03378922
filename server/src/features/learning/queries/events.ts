import type { Language } from "@haitech/contract/languages"
import { WORD_EXERCISE } from "@haitech/contract/lessons"
import { and, asc, eq, getColumns, inArray, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { type LearningEventRow, learningEvents } from "#features/learning/table/events.ts"
import { lessonTexts } from "#features/learning/table/texts.ts"
import { courses, lessons } from "#features/learning/table.ts"
import type { Tx } from "#platform/db/client.ts"

export type NewLearningEvent = Omit<LearningEventRow, "createdAt">

/** Serves a member's devices one after the other. @returns false for an account that was deleted meanwhile */
export async function lockLearner(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update")
  return rows.length > 0
}

/** The courses of these lessons, by lesson; unknown lessons are left out. Nobody publishes lessons of them meanwhile. */
export async function lockCoursesOf(tx: Tx, lessonIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: lessons.id, courseId: lessons.courseId })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(inArray(lessons.id, [...lessonIds]))
    .orderBy(asc(courses.id))
    .for("share", { of: courses })
  return new Map(rows.map(({ id, courseId }) => [id, courseId]))
}

/** @returns those that were not stored before */
export async function insertEvents(tx: Tx, events: readonly NewLearningEvent[]): Promise<LearningEventRow[]> {
  if (events.length === 0) return []
  return tx
    .insert(learningEvents)
    .values([...events])
    .onConflictDoNothing()
    .returning()
}

export async function eventsIn(tx: Tx, userId: string, lessonIds: readonly string[]): Promise<LearningEventRow[]> {
  return tx
    .select(getColumns(learningEvents))
    .from(learningEvents)
    .where(and(eq(learningEvents.userId, userId), inArray(learningEvents.lessonId, [...lessonIds])))
}

export interface LessonContent {
  readonly lessonId: string
  readonly programs: readonly string[]
  readonly words: readonly string[]
  readonly exercises: readonly string[]
}

/** The ids of the English programs and words of each lesson, and of the exercises of all its texts. */
export async function contentOf(tx: Tx, lessonIds: readonly string[]): Promise<ReadonlyMap<string, LessonContent>> {
  const ids = (path: string) =>
    sql<string[]>`jsonb_path_query_array(${lessonTexts.blocks}, ${path}::jsonpath)`.mapWith((list: string[]) => list)
  const rows = await tx
    .select({
      lessonId: lessonTexts.lessonId,
      language: lessonTexts.language,
      exercises: ids("$[*].exercise.id"),
      programs: ids('$[*].exercise ? (@.type == "code").id'),
      words: ids("$[*].words[*].id"),
    })
    .from(lessonTexts)
    .where(inArray(lessonTexts.lessonId, [...lessonIds]))
  const textsOf = Map.groupBy(rows, ({ lessonId }) => lessonId)
  return new Map([...textsOf].map(([lessonId, texts]) => [lessonId, { lessonId, ...merged(texts) }]))
}

interface TextContent extends Omit<LessonContent, "lessonId"> {
  readonly language: Language
}

function merged(texts: readonly TextContent[]): Omit<LessonContent, "lessonId"> {
  const english = texts.find(({ language }) => language === "en")
  const exercises = texts.flatMap((text) => [...text.exercises, ...text.words.map((id) => WORD_EXERCISE + id)])
  return { programs: english?.programs ?? [], words: english?.words ?? [], exercises }
}
