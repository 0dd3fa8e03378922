import type { LessonId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import { type Block, WORD_EXERCISE } from "@haitech/contract/lessons"
import { and, asc, eq, inArray, isNotNull, lte, sql } from "drizzle-orm"
import { exerciseResults } from "#features/learning/table/events.ts"
import { lessonTexts } from "#features/learning/table/texts.ts"
import { courses, lessons } from "#features/learning/table.ts"
import type { Db } from "#platform/db/client.ts"

interface Due {
  readonly userId: string
  readonly now: Date
  readonly language: Language
}

/** Exercises and words that are due, oldest first, each with the block of its lesson; texts in `language`, else English. */
export async function dueReviews(db: Db, due: Due, limit: number) {
  const { result, text, order } = dueIn(db, due)
  return db
    .select({
      lessonId: sql<LessonId>`${result.lessonId}`,
      lessonTitle: text.title,
      courseSlug: result.courseSlug,
      lessonSlug: result.lessonSlug,
      language: text.language,
      exerciseId: result.exerciseId,
      block: sql<Block>`${text.block}`,
      dueAt: sql<Date>`${result.dueAt}`.mapWith(exerciseResults.dueAt),
    })
    .from(result)
    .innerJoinLateral(text, isNotNull(text.block))
    .orderBy(...order)
    .limit(limit)
}

export async function countDueReviews(db: Db, due: Due, limit: number): Promise<number> {
  const { result, text } = dueIn(db, due)
  const found = db
    .select({ id: result.exerciseId })
    .from(result)
    .innerJoinLateral(text, isNotNull(text.block))
    .limit(limit)
    .as("found")
  return db.$count(found)
}

/** An exercise that an edit has taken out of its lesson is not due any more. */
function dueIn(db: Db, { userId, now, language }: Due) {
  const result = db
    .select({
      lessonId: exerciseResults.lessonId,
      exerciseId: exerciseResults.exerciseId,
      dueAt: exerciseResults.dueAt,
      lessonSlug: lessons.slug.as("lesson_slug"),
      courseSlug: courses.slug.as("course_slug"),
    })
    .from(exerciseResults)
    .innerJoin(lessons, and(eq(lessons.id, exerciseResults.lessonId), lessons.isPublished))
    .innerJoin(courses, and(eq(courses.id, lessons.courseId), courses.isPublished))
    .where(and(eq(exerciseResults.userId, userId), lte(exerciseResults.dueAt, now)))
    .orderBy(asc(exerciseResults.dueAt), asc(exerciseResults.lessonId), asc(exerciseResults.exerciseId))
    .as("result")
  const id = sql`${result.exerciseId}`
  const text = db
    .select({
      title: lessonTexts.title,
      language: lessonTexts.language,
      block: sql<Block | null>`jsonb_path_query_first(${lessonTexts.blocks},
        '$[*] ? (@.exercise.id == $id || exists (@.words[*] ? (@.id == $word)))',
        jsonb_build_object('id', ${id}, 'word', substring(${id} from ${`^${WORD_EXERCISE}(.*)`})))`.as("block"),
    })
    .from(lessonTexts)
    .where(and(eq(lessonTexts.lessonId, result.lessonId), inArray(lessonTexts.language, [language, "en"])))
    .orderBy(sql`${lessonTexts.language} = 'en'`)
    .limit(1)
    .as("text")
  return { result, text, order: [asc(result.dueAt), asc(result.lessonId), asc(result.exerciseId)] }
}
