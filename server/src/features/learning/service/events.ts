import type { AchievementCode } from "@haitech/contract/achievements"
import type { LessonId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { LearningEvent } from "@haitech/contract/learning"
import { WORD_EXERCISE } from "@haitech/contract/lessons"
import type { Deps } from "#deps.ts"
import {
  contentOf,
  eventsIn,
  insertEvents,
  lockCoursesOf,
  lockLearner,
  type NewLearningEvent,
} from "#features/learning/queries/events.ts"
import { saveLessonProgress, saveResults, saveVisits } from "#features/learning/queries/progress.ts"
import { exerciseStates, lessonState } from "#features/learning/rules/lesson-state.ts"
import type { LearningEventRow } from "#features/learning/table/events.ts"
import type { Member } from "#platform/actor.ts"
import type { Tx } from "#platform/db/client.ts"
import { namedId } from "#platform/db/columns.ts"
import { Problem } from "#platform/problem.ts"
import { unlockEarned } from "./achievements.ts"
import { updateCourse } from "./course-progress.ts"

type LearningDeps = Pick<Deps, "db" | "limiter" | "now" | "site">

/** A device sends an event a few seconds after it happened, or many at once after a time without a network. */
const BATCH_LIMIT = { name: "learning.events", limit: 1200, windowSeconds: 3600 }
/** Weeks of diligent learning without a network, hundreds of events a day, arrive within one day. */
const DAY_LIMIT = { name: "learning.events_day", limit: 20_000, windowSeconds: 86_400 }

interface Appended {
  readonly stored: readonly string[]
  readonly earned: readonly AchievementCode[]
}

/**
 * Stores each event once and brings progress, results and achievements up to date: the same rows come of the same
 * events in any order and any batches. @throws {Problem} `session.missing`, `rate.limited`
 */
export async function append(
  deps: LearningDeps,
  actor: Pick<Member, "id">,
  events: readonly LearningEvent[],
): Promise<Appended> {
  await deps.limiter.take(BATCH_LIMIT, actor.id)
  await deps.limiter.take(DAY_LIMIT, actor.id, events.length)
  return deps.db.transaction(async (tx) => {
    const courseOf = await lockFor(tx, actor.id, events)
    const now = deps.now()
    const rows = events.flatMap((event) => {
      const courseId = courseOf.get(event.lessonId.toLowerCase())
      return courseId === undefined ? [] : rowOf(event, { userId: actor.id, courseId, now })
    })
    const added = await insertEvents(tx, rows)
    const earned = added.length > 0 ? await recompute(tx, deps, actor.id, added) : []
    return { stored: rows.map(({ id }) => id), earned }
  })
}

/** Sent again, it is the same completion. @throws {Problem} `lesson.unknown`, and those of `append` */
export async function complete(
  deps: LearningDeps,
  actor: Member,
  { lessonId, watchTime, language }: { lessonId: LessonId; watchTime: number; language: Language },
): Promise<void> {
  const id = namedId(`completed in ${language}, ${watchTime} s`, lessonId)
  const at = deps.now().toISOString()
  const event = { id, kind: "lesson.completed", lessonId, at, language, seconds: watchTime } as const
  const { stored } = await append(deps, actor, [event])
  if (stored.length === 0) throw new Problem("lesson.unknown")
}

async function lockFor(tx: Tx, userId: string, events: readonly LearningEvent[]): Promise<ReadonlyMap<string, string>> {
  if (!(await lockLearner(tx, userId))) throw new Problem("session.missing")
  return lockCoursesOf(
    tx,
    events.map(({ lessonId }) => lessonId),
  )
}

interface EventContext {
  readonly userId: string
  readonly courseId: string
  readonly now: Date
}

function rowOf(event: LearningEvent, { userId, courseId, now }: EventContext): NewLearningEvent {
  const at = new Date(event.at)
  const base = {
    id: event.id.toLowerCase(),
    kind: event.kind,
    lessonId: event.lessonId.toLowerCase(),
    userId,
    courseId,
  }
  return {
    ...base,
    occurredAt: at < now ? at : now,
    position: event.kind === "lesson.read" ? (event.position ?? null) : null,
    language: event.kind === "lesson.completed" ? event.language : null,
    seconds: event.kind === "lesson.completed" ? event.seconds : 0,
    exerciseId: event.kind === "exercise.answered" ? event.exerciseId : null,
    isCorrect: event.kind === "exercise.answered" ? event.isCorrect : null,
    isReview: event.kind === "exercise.answered" && event.isReview,
  }
}

async function recompute(
  tx: Tx,
  deps: LearningDeps,
  userId: string,
  added: readonly LearningEventRow[],
): Promise<AchievementCode[]> {
  await recomputeLessons(tx, userId, added)
  const byCourse = Map.groupBy(added, ({ courseId }) => courseId)
  const visits = [...byCourse].map(([courseId, events]) => {
    const times = events.map(({ occurredAt }) => occurredAt.getTime())
    return { userId, courseId, first: new Date(Math.min(...times)), last: new Date(Math.max(...times)) }
  })
  await saveVisits(tx, visits)
  for (const courseId of byCourse.keys()) await updateCourse(tx, courseId, userId)
  return unlockEarned(tx, deps, userId)
}

async function recomputeLessons(tx: Tx, userId: string, added: readonly LearningEventRow[]): Promise<void> {
  const addedTo = Map.groupBy(added, ({ lessonId }) => lessonId)
  const lessonIds = [...addedTo.keys()]
  const eventsOf = Map.groupBy(await eventsIn(tx, userId, lessonIds), ({ lessonId }) => lessonId)
  const contents = await contentOf(tx, lessonIds)
  const states = [...addedTo].map(([lessonId, fresh]) => {
    const key = { userId, lessonId, courseId: fresh[0]?.courseId ?? "" }
    const events = eventsOf.get(lessonId) ?? []
    const content = contents.get(lessonId) ?? { programs: [], words: [], exercises: [] }
    const answered = new Set(fresh.map(({ exerciseId }) => exerciseId))
    const isCompletion = fresh.some(({ kind }) => kind === "lesson.completed")
    const changed = exerciseStates(events, content).filter(
      ({ exerciseId }) => answered.has(exerciseId) || (isCompletion && exerciseId.startsWith(WORD_EXERCISE)),
    )
    return { progress: { ...key, ...lessonState(events) }, results: changed.map((state) => ({ ...key, ...state })) }
  })
  await saveLessonProgress(
    tx,
    states.map(({ progress }) => progress),
  )
  await saveResults(
    tx,
    states.flatMap(({ results }) => results),
  )
}
