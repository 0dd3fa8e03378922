import { useSyncExternalStore } from "react"
import { type LessonSnapshot, lessonSession, UNOPENED } from "./lesson-session.ts"

const subscribe = (notify: () => void) => lessonSession().subscribe(notify)

/** The lesson of this page as this device and the server know it. */
export function useLesson(): LessonSnapshot {
  return useSyncExternalStore(
    subscribe,
    () => lessonSession().snapshot(),
    () => UNOPENED,
  )
}
