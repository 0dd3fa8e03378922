import { pathIn } from "@haitech/contract/languages"
import { useCourseProgress, useCourses } from "#features/learning/dashboard/api.ts"
import { CourseCard } from "#features/learning/dashboard/course-card.tsx"
import { SampleCards } from "#features/learning/dashboard/sample-cards.tsx"
import { LoadError } from "#features/members/load-error.tsx"
import { useLearningApp } from "#platform/app/app.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

/** Spec §2, All Courses: those that are published, or samples while there is none (D7). */
export function CoursesPage() {
  const { t, language } = useLearningApp()
  const { data: courses, error, refetch } = useCourses()
  const { data: progress = [] } = useCourseProgress()
  if (error) return <LoadError error={error} again={refetch} />
  if (!courses) {
    return (
      <div className="learning-cards" role="status">
        <span className="sr">{t("dashboard.loading")}</span>
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} className="h-56" />
        ))}
      </div>
    )
  }
  if (courses.length === 0) return <SampleCards />
  return (
    <>
      <ul className="learning-cards">
        {courses.map((course) => (
          <CourseCard
            key={course.id}
            course={course}
            record={progress.find(({ courseId }) => courseId === course.id)}
          />
        ))}
      </ul>
      <p className="mt-6">
        <a className="underline" href={pathIn(language, "/saved")}>
          {t("dashboard.saved")}
        </a>
      </p>
    </>
  )
}
