import { ACHIEVEMENTS, type AchievementCode, type AchievementCondition } from "@haitech/contract/achievements"
import type { CourseCategory } from "@haitech/contract/courses"
import type { Language } from "@haitech/contract/languages"

interface Event {
  readonly kind: "lesson.read" | "exercise.answered" | "lesson.completed"
  readonly lessonId: string
  readonly courseId: string
  readonly category: CourseCategory
  readonly exerciseId: string | null
  readonly isProgram: boolean
  readonly isCorrect: boolean | null
  readonly isReview: boolean
  readonly language: Language | null
  readonly occurredAt: Date
  /** `YYYY-MM-DD` of `occurredAt` on the site's clock. */
  readonly day: string
}

/** When each condition was met for the first, second, … time, in this order. */
export type Milestones = Readonly<Record<AchievementCondition, readonly Date[]>>

/**
 * Another event only adds milestones or moves them to an earlier time, so that what was earned on one device is not
 * lost when another one sends its events.
 */
export function milestones(events: readonly Event[], completedCourses: readonly Date[]): Milestones {
  const completions = events.filter(({ kind }) => kind === "lesson.completed")
  const answers = events.filter(({ kind }) => kind === "exercise.answered")
  const right = answers.filter(({ isCorrect }) => isCorrect)
  const inLanguageCourses = completions.filter(({ category }) => category === "languages")
  return {
    lessons_completed: firstTimes(completions, ({ lessonId }) => lessonId),
    programs_passed: firstTimes(
      right.filter(({ isProgram }) => isProgram),
      exerciseOf,
    ),
    languages_learned: firstTimes(inLanguageCourses, ({ courseId }) => courseId),
    courses_completed: inOrder(completedCourses),
    mistakes_mended: mended(answers, right),
    reviews_answered: inOrder(answers.filter(({ isReview }) => isReview).map(({ occurredAt }) => occurredAt)),
    exercises_solved: firstTimes(right, exerciseOf),
    days_learned: firstTimes([...completions, ...answers], ({ day }) => day),
    categories_learned: firstTimes(completions, ({ category }) => category),
    languages_read: firstTimes(completions, ({ language }) => language ?? "en"),
  }
}

/** The time at which each achievement was earned; those that were not are left out. */
export function earnedAchievements(reached: Milestones): ReadonlyMap<AchievementCode, Date> {
  return new Map(
    ACHIEVEMENTS.flatMap(({ code, condition, value }) => {
      const at = reached[condition][value - 1]
      return at ? [[code, at] as const] : []
    }),
  )
}

function mended(answers: readonly Event[], right: readonly Event[]): Date[] {
  const wrong = earliest(
    answers.filter(({ isCorrect }) => !isCorrect),
    exerciseOf,
  )
  return firstTimes(
    right.filter((answer) => answer.occurredAt > (wrong.get(exerciseOf(answer)) ?? answer.occurredAt)),
    exerciseOf,
  )
}

function firstTimes(events: readonly Event[], keyOf: (event: Event) => string): Date[] {
  return inOrder([...earliest(events, keyOf).values()])
}

function earliest(events: readonly Event[], keyOf: (event: Event) => string): ReadonlyMap<string, Date> {
  const times = new Map<string, Date>()
  for (const event of events) {
    const known = times.get(keyOf(event))
    if (!known || event.occurredAt < known) times.set(keyOf(event), event.occurredAt)
  }
  return times
}

function exerciseOf({ lessonId, exerciseId }: Event): string {
  return `${lessonId} ${exerciseId}`
}

function inOrder(times: readonly Date[]): Date[] {
  return times.toSorted((a, b) => a.getTime() - b.getTime())
}
