import { clockAt } from "@haitech/contract/clock"
import type { CourseId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { LearningSummary, ReviewItem } from "@haitech/contract/learning"
import type { Deps } from "#deps.ts"
import { countDueReviews, dueReviews } from "#features/learning/queries/reviews.ts"
import {
  activityByDay,
  courseToGoOnWith,
  learningTotals,
  lessonsWithProgress,
} from "#features/learning/queries/summary.ts"
import { lessonToGoOnWith } from "#features/learning/rules/course-state.ts"
import { reviewExercise } from "#features/learning/rules/reviews.ts"
import { text } from "#platform/messages.ts"

type SummaryDeps = Pick<Deps, "db" | "now" | "site">

const DAY_MS = 86_400_000
const WEEK_DAYS = 7
const REVIEW_LENGTH = 10

export async function summarize(deps: SummaryDeps, userId: string, language: Language): Promise<LearningSummary> {
  const [next, dueReviewCount, week, totals] = await Promise.all([
    nextLesson(deps, userId, language),
    countDueReviews(deps.db, { userId, now: deps.now(), language }, REVIEW_LENGTH),
    lastWeek(deps, userId),
    learningTotals(deps.db, userId),
  ])
  return { next, dueReviews: dueReviewCount, week, ...totals }
}

export async function listDue({ db, now }: SummaryDeps, userId: string, language: Language): Promise<ReviewItem[]> {
  const rows = await dueReviews(db, { userId, now: now(), language }, REVIEW_LENGTH)
  return rows.flatMap(({ block, exerciseId, dueAt, ...lesson }) => {
    const exercise = reviewExercise(block, exerciseId, (lang, meaning) =>
      text(lesson.language, `review.word_${lang}`, { meaning }),
    )
    return exercise ? [{ ...lesson, exercise, dueAt: dueAt.toISOString() }] : []
  })
}

async function nextLesson({ db }: SummaryDeps, userId: string, language: Language): Promise<LearningSummary["next"]> {
  const course = await courseToGoOnWith(db, userId, language)
  if (!course) return null
  const lessons = await lessonsWithProgress(db, userId, { id: course.id, language })
  const lesson = lessonToGoOnWith(lessons)
  if (!lesson) return null
  return {
    courseId: course.id as CourseId,
    courseSlug: course.slug,
    courseTitle: course.title,
    category: course.category,
    lessonSlug: lesson.slug,
    lessonTitle: lesson.title,
    lessonNumber: lessons.indexOf(lesson) + 1,
    lessonCount: lessons.length,
    completedLessons: lessons.filter(({ isCompleted }) => isCompleted).length,
    minutes: lesson.minutes,
    language: lesson.language,
    position: lesson.position,
  }
}

async function lastWeek({ db, now, site }: SummaryDeps, userId: string): Promise<LearningSummary["week"]> {
  const { timeZone } = site
  const today = Date.parse(clockAt(now().toISOString(), timeZone).date)
  // A day more than the week, because the clock of the time zone is up to 14 hours ahead.
  const since = new Date(today - WEEK_DAYS * DAY_MS)
  const activity = new Map((await activityByDay(db, userId, { since, timeZone })).map((row) => [row.date, row]))
  return Array.from({ length: WEEK_DAYS }, (_, index) => {
    const date = new Date(today - (WEEK_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { date, lessons: activity.get(date)?.lessons ?? 0, answers: activity.get(date)?.answers ?? 0 }
  })
}
