import { useEffect, useState } from "react"
import { currentOwner } from "#platform/offline/device-account.ts"
import { deviceLog, listenToLog } from "./device-log.ts"
import { lessonStates } from "./lesson-states.ts"
import { fetchCourseProgress } from "./progress-api.ts"

export interface CourseState {
  readonly completed: ReadonlySet<string>
  readonly lastReadId: string | null
}

const reading = new Map<string, ReturnType<typeof fetchCourseProgress>>()

/** Asked for once, however many islands of the page show it. */
function progressOf(courseId: string) {
  const progress = reading.get(courseId) ?? fetchCourseProgress(courseId)
  reading.set(courseId, progress)
  return progress
}

/** From this device and, for a member, from the server. */
export function useCourse(courseId: string): CourseState {
  const [state, setState] = useState<CourseState>({ completed: new Set(), lastReadId: null })
  useEffect(() => {
    const log = deviceLog()
    let server: readonly Reading[] = []
    const update = () => {
      const device = [...lessonStates(log.list())].map(([lessonId, lesson]) => ({ lessonId, ...lesson }))
      setState(combine([...server, ...device]))
    }
    const stop = listenToLog({ onChange: update })
    void log.reread()
    const readServer = async () => {
      if ((await currentOwner()) === null) return
      server = (await progressOf(courseId)).map((lesson) => ({ ...lesson, readAt: lesson.lastReadAt ?? "" }))
      update()
    }
    readServer().catch(() => undefined)
    return stop
  }, [courseId])
  return state
}

interface Reading {
  readonly lessonId: string
  readonly isCompleted: boolean
  readonly readAt: string
}

function combine(readings: readonly Reading[]): CourseState {
  const completed = new Set(readings.filter(({ isCompleted }) => isCompleted).map(({ lessonId }) => lessonId))
  const open = readings.filter(({ lessonId, readAt }) => readAt !== "" && !completed.has(lessonId))
  const [last] = open.toSorted((a, b) => b.readAt.localeCompare(a.readAt))
  return { completed, lastReadId: last?.lessonId ?? null }
}
