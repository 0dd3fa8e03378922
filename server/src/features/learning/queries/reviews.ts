import type { LessonId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import { type Block, WORD_EXERCISE } from "@haitech/contract/lessons"
import { and, asc, count, eq, inArray, isNotNull, lte, sql } from "drizzle-orm"
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
  const { text, isDue } = dueIn(db, due)
  return db
    .select({
      lessonId: sql<LessonId>`${lessons.id}`,
      lessonTitle: text.title,
      courseSlug: courses.slug,
      lessonSlug: lessons.slug,
      language: text.language,
      exerciseId: exerciseResults.exerciseId,
      block: sql<Block>`${text.block}`,
      dueAt: sql<Date>`${exerciseResults.dueAt}`.mapWith(exerciseResults.dueAt),
    })
    .from(exerciseResults)
    .innerJoin(lessons, and(eq(lessons.id, exerciseResults.lessonId), lessons.isPublished))
    .innerJoin(courses, and(eq(courses.id, lessons.courseId), courses.isPublished))
    .innerJoinLateral(text, sql`true`)
    .where(isDue)
    .orderBy(asc(exerciseResults.dueAt), asc(exerciseResults.lessonId), asc(exerciseResults.exerciseId))
    .limit(limit)
}

export async function countDueReviews(db: Db, due: Due): Promise<number> {
  const { text, isDue } = dueIn(db, due)
  const [row] = await db
    .select({ count: count() })
    .from(exerciseResults)
    .innerJoin(lessons, and(eq(lessons.id, exerciseResults.lessonId), lessons.isPublished))
    .innerJoin(courses, and(eq(courses.id, lessons.courseId), courses.isPublished))
    .innerJoinLateral(text, sql`true`)
    .where(isDue)
  return row?.count ?? 0
}

/** An exercise that an edit has taken out of its lesson is not due any more. */
function dueIn(db: Db, { userId, now, language }: Due) {
  const id = sql`${exerciseResults.exerciseId}`
  const text = db
    .select({
      title: lessonTexts.title,
      language: lessonTexts.language,
      block: sql<Block | null>`jsonb_path_query_first(${lessonTexts.blocks},
        '$[*] ? (@.exercise.id == $id || exists (@.words[*] ? (@.id == $word)))',
        jsonb_build_object('id', ${id}, 'word', substring(${id} from ${`^${WORD_EXERCISE}(.*)`})))`.as("block"),
    })
    .from(lessonTexts)
    .where(and(eq(lessonTexts.lessonId, exerciseResults.lessonId), inArray(lessonTexts.language, [language, "en"])))
    .orderBy(sql`${lessonTexts.language} = 'en'`)
    .limit(1)
    .as("text")
  const isDue = and(eq(exerciseResults.userId, userId), lte(exerciseResults.dueAt, now), isNotNull(text.block))
  return { text, isDue }
}
