import { listAchievements } from "@haitech/contract/achievements"
import type { CourseId, LessonId } from "@haitech/contract/ids"
import {
  appendEvents,
  type CourseProgress,
  changeLessonProgress,
  enrol,
  type LessonProgress,
  listLessonProgress,
  listReviews,
  readLearningSummary,
  readLessonProgress,
  readProgress,
} from "@haitech/contract/learning"
import type { Deps } from "#deps.ts"
import {
  courseProgressOf,
  findLessonProgress,
  lessonProgressIn,
  resultsIn,
} from "#features/learning/queries/progress.ts"
import { listOwnAchievements } from "#features/learning/service/achievements.ts"
import { enrolIn } from "#features/learning/service/enrolment.ts"
import { append, complete } from "#features/learning/service/events.ts"
import { listDue, summarize } from "#features/learning/service/summary.ts"
import type { UserCourseProgressRow, UserLessonProgressRow } from "#features/learning/table.ts"
import { handle } from "#platform/http/handle.ts"
import { Problem } from "#platform/problem.ts"

export const progressRoutes = (deps: Deps) => [
  handle(readProgress, async ({ actor }) => (await courseProgressOf(deps.db, actor.id)).map(presentCourse)),
  handle(enrol, async ({ actor, params }) => presentCourse(await enrolIn(deps, actor, params.id))),
  handle(appendEvents, async ({ actor, body }) => {
    const { stored, earned } = await append(deps, actor, body.events)
    return { stored: [...stored], earned: [...earned] }
  }),
  handle(listLessonProgress, async ({ actor, params }) =>
    (await lessonProgressIn(deps.db, actor.id, params.id)).map(presentLesson),
  ),
  handle(readLessonProgress, async ({ actor, params }) => {
    const progress = await requireLesson(deps, actor.id, params.id)
    const results = await resultsIn(deps.db, actor.id, params.id)
    const exercises = results.map(({ exerciseId, tries, isCorrect }) => ({ exerciseId, tries, isCorrect }))
    return { ...progress, exercises }
  }),
  handle(changeLessonProgress, async ({ actor, params, body, language }) => {
    await complete(deps, actor, { lessonId: params.id, watchTime: body.watchTime, language })
    return requireLesson(deps, actor.id, params.id)
  }),
  handle(readLearningSummary, ({ actor, language }) => summarize(deps, actor.id, language)),
  handle(listReviews, ({ actor, language }) => listDue(deps, actor.id, language)),
  handle(listAchievements, ({ actor, language }) => listOwnAchievements(deps, actor.id, language)),
]

async function requireLesson({ db }: Pick<Deps, "db">, userId: string, id: LessonId): Promise<LessonProgress> {
  const found = await findLessonProgress(db, userId, id)
  if (!found) throw new Problem("lesson.unknown")
  const { lessonId, courseId } = found
  return presentLesson(found.progress ?? { ...NOT_OPENED, lessonId, courseId })
}

const NOT_OPENED = { completedAt: null, watchTime: 0, isCompleted: false, position: null, lastReadAt: null }

function presentCourse(row: UserCourseProgressRow): CourseProgress {
  return {
    courseId: row.courseId as CourseId,
    progressPercentage: String(row.progressPercentage),
    enrolledAt: row.enrolledAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    lastAccessedAt: row.lastAccessedAt?.toISOString() ?? null,
  }
}

function presentLesson(row: Omit<UserLessonProgressRow, "id" | "userId">): LessonProgress {
  return {
    lessonId: row.lessonId as LessonId,
    courseId: row.courseId as CourseId,
    isCompleted: row.isCompleted,
    completedAt: row.completedAt?.toISOString() ?? null,
    watchTime: row.watchTime,
    position: row.position,
    lastReadAt: row.lastReadAt?.toISOString() ?? null,
  }
}
