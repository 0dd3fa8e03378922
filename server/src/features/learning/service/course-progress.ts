import { courseFigures, lockCourse, saveCourseStates } from "#features/learning/queries/progress.ts"
import { courseState } from "#features/learning/rules/course-state.ts"
import type { Tx } from "#platform/db/client.ts"

export async function recomputeCourse(tx: Tx, courseId: string): Promise<void> {
  await lockCourse(tx, courseId)
  await updateCourse(tx, courseId)
}

/** @param userId without it, all its learners */
export async function updateCourse(tx: Tx, courseId: string, userId?: string): Promise<void> {
  const figures = await courseFigures(tx, courseId, userId)
  await saveCourseStates(
    tx,
    figures.map((course) => ({ id: course.id, ...courseState(course) })),
  )
}
