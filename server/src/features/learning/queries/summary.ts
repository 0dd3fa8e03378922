import type { Language } from "@haitech/contract/languages"
import { and, asc, eq, exists, isNull, sql } from "drizzle-orm"
import { learningEvents } from "#features/learning/table/events.ts"
import { courseTexts, lessonTexts } from "#features/learning/table/texts.ts"
import { courses, lessons, userCourseProgress, userLessonProgress } from "#features/learning/table.ts"
import { learningPreferences } from "#features/members/table.ts"
import type { Db } from "#platform/db/client.ts"

const programOf = sql`case ${courses.category} when 'cares' then 'mentorship' else ${courses.category} end`

/** The unfinished course that the member visited last, else the first new one, those of their programs first. */
export async function courseToGoOnWith(db: Db, userId: string, language: Language) {
  const hasLessons = exists(
    db
      .select({ id: lessons.id })
      .from(lessons)
      .where(and(eq(lessons.courseId, courses.id), lessons.isPublished)),
  )
  const [course] = await db
    .select({
      id: courses.id,
      slug: courses.slug,
      title: sql<string>`coalesce(${courseTexts.title}, ${courses.title})`,
      category: courses.category,
    })
    .from(courses)
    .leftJoin(
      userCourseProgress,
      and(eq(userCourseProgress.userId, userId), eq(userCourseProgress.courseId, courses.id)),
    )
    .leftJoin(courseTexts, and(eq(courseTexts.courseId, courses.id), eq(courseTexts.language, language)))
    .leftJoin(learningPreferences, eq(learningPreferences.userId, userId))
    .where(and(courses.isPublished, isNull(userCourseProgress.completedAt), hasLessons))
    .orderBy(
      sql`coalesce(${userCourseProgress.lastAccessedAt}, ${userCourseProgress.enrolledAt}) desc nulls last`,
      sql`array_position(${learningPreferences.programs}, ${programOf}) nulls last`,
      asc(courses.position),
      asc(courses.id),
    )
    .limit(1)
  return course
}

/** The published lessons of a course in order, with the member's progress; texts in `language`, else in English. */
export async function lessonsWithProgress(
  db: Db,
  userId: string,
  { id, language }: { id: string; language: Language },
) {
  return db
    .select({
      id: lessons.id,
      slug: lessons.slug,
      title: sql<string>`coalesce(${lessonTexts.title}, ${lessons.title})`,
      minutes: sql<number>`coalesce(${lessonTexts.minutes}, ${lessons.duration})`,
      language: sql<Language>`coalesce(${lessonTexts.language}, 'en')`,
      isCompleted: sql<boolean>`coalesce(${userLessonProgress.isCompleted}, false)`,
      position: userLessonProgress.position,
      lastReadAt: userLessonProgress.lastReadAt,
    })
    .from(lessons)
    .leftJoin(lessonTexts, and(eq(lessonTexts.lessonId, lessons.id), eq(lessonTexts.language, language)))
    .leftJoin(
      userLessonProgress,
      and(eq(userLessonProgress.userId, userId), eq(userLessonProgress.lessonId, lessons.id)),
    )
    .where(and(eq(lessons.courseId, id), lessons.isPublished))
    .orderBy(asc(lessons.order), asc(lessons.id))
}

export async function learningTotals(db: Db, userId: string) {
  const [totals] = await db
    .select({
      completedLessons: sql<number>`count(*) filter (where ${userLessonProgress.isCompleted})::int`,
      seconds: sql<number>`coalesce(sum(${userLessonProgress.watchTime}), 0)::int`,
      completedCourses: sql<number>`(select count(*)::int from ${userCourseProgress}
        where ${userCourseProgress.userId} = ${userId} and ${userCourseProgress.completedAt} is not null)`,
    })
    .from(userLessonProgress)
    .where(eq(userLessonProgress.userId, userId))
  return totals ?? { completedLessons: 0, seconds: 0, completedCourses: 0 }
}

/** What the member did since `since`, per day (`YYYY-MM-DD`) of the time zone; each lesson once, when it was finished. */
export async function activityByDay(db: Db, userId: string, { since, timeZone }: { since: Date; timeZone: string }) {
  const { rows } = await db.execute<{ date: string; lessons: number; answers: number }>(sql`
    select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as date,
      count(*) filter (where kind = 'lesson')::int as lessons, count(*) filter (where kind = 'answer')::int as answers
    from (
      select 'lesson' as kind, ${userLessonProgress.completedAt} as at from ${userLessonProgress}
      where ${userLessonProgress.userId} = ${userId} and ${userLessonProgress.completedAt} >= ${since.toISOString()}::timestamptz
      union all
      select 'answer', ${learningEvents.occurredAt} from ${learningEvents}
      where ${learningEvents.userId} = ${userId} and ${learningEvents.kind} = 'exercise.answered'
        and ${learningEvents.occurredAt} >= ${since.toISOString()}::timestamptz
    ) as activity group by 1`)
  return rows
}
