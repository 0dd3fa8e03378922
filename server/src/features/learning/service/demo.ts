import type { LearningEvent } from "@haitech/contract/learning"
import type { Block, Exercise } from "@haitech/contract/lessons"
import type { Deps } from "#deps.ts"
import { lessonText, publishedCourseAt, publishedLessons } from "#features/learning/queries/courses.ts"
import { namedId } from "#platform/db/columns.ts"
import { append } from "./events.ts"

/** Spec §2: 67 %, 42 % and 28 %. The newest is that to go on with. */
const FINISHED = [
  { slug: "career-mentorship", lessons: 5, firstDaysAgo: 16 },
  { slug: "intermediate-french", lessons: 5, firstDaysAgo: 11 },
  { slug: "javascript-fundamentals", lessons: 8, firstDaysAgo: 8 },
] as const
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const MINUTES_PER_EXERCISE = 2

/** What the demo member has learned, as events: sent again, they are the same ones. */
export async function learnAsDemo(deps: Pick<Deps, "db" | "limiter" | "now" | "site">, userId: string): Promise<void> {
  for (const { slug, lessons, firstDaysAgo } of FINISHED) {
    const course = await publishedCourseAt(deps.db, slug, "en")
    if (!course) continue
    const all = await publishedLessons(deps.db, course.id, "en")
    const events: LearningEvent[] = []
    for (const [index, lesson] of all.slice(0, lessons).entries()) {
      const startedAt = deps.now().getTime() - (firstDaysAgo - index) * DAY_MS
      const text = await lessonText(deps.db, lesson.id, "en")
      events.push(...eventsOf(lesson.id, text?.blocks ?? [], startedAt))
    }
    await append(deps, { id: userId }, events)
  }
}

function eventsOf(lessonId: LearningEvent["lessonId"], blocks: readonly Block[], startedAt: number): LearningEvent[] {
  const exercises = blocks.flatMap((block) => (block.kind === "exercise" ? [block.exercise] : []))
  const at = (minutes: number) => new Date(startedAt + minutes * MINUTE_MS).toISOString()
  const answer = (exercise: Exercise, isCorrect: boolean, minutes: number): LearningEvent => ({
    id: namedId(`demo ${exercise.id} ${isCorrect}`, lessonId),
    kind: "exercise.answered",
    lessonId,
    at: at(minutes),
    exerciseId: exercise.id,
    isCorrect,
    isReview: false,
  })
  const end = (exercises.length + 1) * MINUTES_PER_EXERCISE
  const [first] = exercises
  return [
    { id: namedId("demo read", lessonId), kind: "lesson.read", lessonId, at: at(0) },
    ...(first ? [answer(first, false, 1)] : []),
    ...exercises.map((exercise, index) => answer(exercise, true, (index + 1) * MINUTES_PER_EXERCISE)),
    {
      id: namedId("demo completed", lessonId),
      kind: "lesson.completed",
      lessonId,
      at: at(end),
      language: "en",
      seconds: end * 60,
    },
  ]
}
