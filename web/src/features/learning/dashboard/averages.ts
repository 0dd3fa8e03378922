import type { Course } from "@haitech/contract/courses"
import type { CourseProgress } from "@haitech/contract/learning"

type Ids = Pick<Course, "id" | "category">
type Records = Pick<CourseProgress, "courseId" | "progressPercentage">

/** Spec §4: the rounded mean over the courses of the category; a course without a record counts 0. 0 without courses. */
export function averageOf(category: string, courses: readonly Ids[], progress: readonly Records[]): number {
  const percents = new Map(progress.map(({ courseId, progressPercentage }) => [courseId, Number(progressPercentage)]))
  const own = courses.filter((course) => course.category === category)
  const sum = own.reduce((total, { id }) => total + (percents.get(id) ?? 0), 0)
  return own.length === 0 ? 0 : Math.round(sum / own.length)
}
