import { useEffect } from "react"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { startWorkerWhenIdle } from "#platform/offline/worker.ts"
import { buttonClass } from "#ui/button.tsx"
import { Icon } from "#ui/icon.tsx"
import { Progress } from "#ui/progress.tsx"
import { showCompleted } from "./lesson-marks.ts"
import { useCourse } from "./use-course.ts"

export const COURSE_PROGRESS_TEXTS = [
  "course.start",
  "course.continue",
  "course.again",
  "course.progress",
  "lesson.progress",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof COURSE_PROGRESS_TEXTS)[number], string>>
  readonly courseId: string
  /** In order. */
  readonly lessons: readonly { readonly id: string; readonly href: string }[]
}

/** The one button of a course, and how far the reader is in it. */
export function CourseProgress({ texts, courseId, lessons }: Props) {
  const { completed, lastReadId } = useCourse(courseId)
  const open = lessons.filter(({ id }) => !completed.has(id))
  const next = open.find(({ id }) => id === lastReadId) ?? open[0]
  const done = lessons.length - open.length
  const hasStarted = done > 0 || lastReadId !== null
  const nextId = hasStarted ? next?.id : undefined
  useEffect(() => showCompleted(completed, nextId), [completed, nextId])
  useEffect(startWorkerWhenIdle, [])
  const shown = fill(texts["lesson.progress"], { done, count: lessons.length })
  const target = next ?? lessons[0]
  return (
    <div className="course-go">
      {target && (
        <a className={buttonClass("light")} href={target.href}>
          {fill(texts[next ? (hasStarted ? "course.continue" : "course.start") : "course.again"], {
            number: lessons.indexOf(target) + 1,
          })}
          <Icon name="right" />
        </a>
      )}
      {hasStarted && <Progress label={texts["course.progress"]} shown={shown} value={done} max={lessons.length} />}
    </div>
  )
}
