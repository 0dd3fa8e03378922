import { useParams } from "wouter"
import { useCourse } from "#features/learning/admin/api.ts"
import { CourseFacts, CourseLinks, CoverageTable } from "#features/learning/admin/course-summary.tsx"
import { LessonList } from "#features/learning/admin/lesson-list.tsx"
import { PublishButton } from "#features/learning/admin/publish-button.tsx"
import { LessonStops } from "#features/learning/admin/stops-plot.tsx"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

/** A course with its lessons, and where its learners stop. */
export function CoursePage() {
  const { t } = useLearningAdminApp()
  const { id = "" } = useParams<{ id: string }>()
  const loadError = useLoadError()
  const { data: course, error, refetch } = useCourse(id)
  return (
    <div className="admin-page">
      <AppLink className="admin-back" to="/courses">
        <AdminIcon name="back" />
        {t("admin.courses")}
      </AppLink>
      <h1 id="admin-title" tabIndex={-1}>
        {course?.title ?? t("admin.courses")}
      </h1>
      {error && !course && <LoadFailed {...loadError(error, refetch)} />}
      {!course && !error && <Skeleton className="h-64" />}
      {course && <CourseFigures course={course} />}
    </div>
  )
}

type Course = NonNullable<ReturnType<typeof useCourse>["data"]>

function CourseFigures({ course }: { readonly course: Course }) {
  return (
    <>
      <div className="admin-course-head">
        <CourseFacts course={course} />
        <CoverageTable coverage={course.coverage} />
      </div>
      <div className="admin-course-actions">
        <PublishButton of="course" record={course} />
        <CourseLinks course={course} />
      </div>
      <LessonStops lessons={course.lessons} />
      <LessonList lessons={course.lessons} />
    </>
  )
}
