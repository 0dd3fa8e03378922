import type { StoredEvent } from "./event-store.ts"

export interface LessonState {
  readonly isCompleted: boolean
  /** The id of the block where the reader stopped. */
  readonly position: string | null
  /** ISO 8601; empty before the first event. */
  readonly readAt: string
  readonly seconds: number
  /** Ids of the exercises that were answered right. */
  readonly solved: ReadonlySet<string>
}

const UNREAD: LessonState = { isCompleted: false, position: null, readAt: "", seconds: 0, solved: new Set() }

/** Each lesson's state by its id, from the events that this device holds. A completed lesson stays completed. */
export function lessonStates(records: readonly StoredEvent[]): ReadonlyMap<string, LessonState> {
  const states = new Map<string, LessonState>()
  for (const { event, seconds } of records) {
    const state = states.get(event.lessonId) ?? UNREAD
    const isLater = event.at >= state.readAt
    states.set(event.lessonId, {
      isCompleted: state.isCompleted || event.kind === "lesson.completed",
      position: event.kind === "lesson.read" && isLater ? (event.position ?? state.position) : state.position,
      readAt: event.kind === "lesson.read" && isLater ? event.at : state.readAt,
      seconds: Math.max(state.seconds, seconds),
      solved:
        event.kind === "exercise.answered" && event.isCorrect
          ? new Set([...state.solved, event.exerciseId])
          : state.solved,
    })
  }
  return states
}
