import type { Achievement } from "@haitech/contract/achievements"
import type { CourseId, LessonId } from "@haitech/contract/ids"
import { routes } from "@haitech/contract/routes"
import { request } from "#platform/http/request.ts"

/** What the server knows of a course and of one of its lessons. */
export interface ServerProgress {
  readonly completed: readonly string[]
  readonly solved: readonly string[]
  readonly position: string | null
  readonly readAt: string | null
  readonly seconds: number
}

export const NO_PROGRESS: ServerProgress = { completed: [], solved: [], position: null, readAt: null, seconds: 0 }

/** @throws what `request` throws */
export async function fetchLessonProgress(courseId: string, lessonId: LessonId): Promise<ServerProgress> {
  const { lang } = document.documentElement
  const [lessons, lesson] = await Promise.all([
    fetchCourseProgress(courseId),
    request(routes.readLessonProgress, { params: { id: lessonId } }, lang),
  ])
  return {
    completed: lessons.filter(({ isCompleted }) => isCompleted).map((other) => other.lessonId),
    solved: lesson.exercises.filter(({ isCorrect }) => isCorrect).map(({ exerciseId }) => exerciseId),
    position: lesson.position,
    readAt: lesson.lastReadAt,
    seconds: lesson.watchTime,
  }
}

/** @throws what `request` throws */
export function fetchCourseProgress(courseId: string) {
  return request(routes.listLessonProgress, { params: { id: courseId as CourseId } }, document.documentElement.lang)
}

/** Empty where they cannot be read now. */
export function fetchAchievements(): Promise<Achievement[]> {
  return request(routes.listAchievements, {}, document.documentElement.lang).catch(() => [])
}
