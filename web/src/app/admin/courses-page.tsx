import type { CourseRecord } from "@haitech/contract/admin/learning"
import { routes } from "@haitech/contract/routes"
import { useWaitingQuestions } from "#features/learning/admin/api.ts"
import { CourseSummary } from "#features/learning/admin/course-summary.tsx"
import { CATEGORY_TEXTS } from "#features/learning/admin/labels.ts"
import { useRecords } from "#platform/admin/use-records.ts"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { formatCount } from "#platform/i18n/numbers.ts"
import { Chip } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

export function CoursesPage() {
  const { t, label, language, lengths } = useLearningAdminApp()
  const records = useRecords(routes.listCourseRecords, { filters: ["category"] })
  return (
    <RecordsPage
      title={t("admin.courses")}
      records={records}
      empty="admin.courses_empty"
      symbol="book"
      filters={[
        {
          name: "category",
          label: t("admin.category"),
          options: Object.entries(CATEGORY_TEXTS).map(([value, text]) => ({ value, label: t(text) })),
        },
      ]}
      sorts={[
        { value: "position", label: t("admin.courses_order") },
        { value: "newest", label: t("admin.newest") },
      ]}
      summaryOf={(course) => ({
        who: course.title,
        about: label(CATEGORY_TEXTS, course.category),
        line: t("admin.learners_line", {
          learners: formatCount(language, course.learners, lengths.countLimit),
          completed: formatCount(language, course.completed, lengths.countLimit),
        }),
        chip: <CourseChips course={course} />,
      })}
      detail={(course) => <CourseSummary key={course.id} course={course} />}
    />
  )
}

/** What needs an administrator: questions, outdated texts, and what is not published. */
function CourseChips({ course: { slug, isPublished, coverage } }: { readonly course: CourseRecord }) {
  const { t } = useLearningAdminApp()
  const waiting = useWaitingQuestions().data?.counts.get(slug) ?? 0
  const outdated = coverage.reduce((sum, language) => sum + language.outdated, 0)
  return (
    <span className="admin-chips">
      {waiting > 0 && <Chip tone="info">{t("admin.course_questions", { count: waiting })}</Chip>}
      {outdated > 0 && <Chip tone="wait">{t("admin.course_outdated", { count: outdated })}</Chip>}
      {isPublished ? (
        <Chip tone="good">{t("admin.published")}</Chip>
      ) : (
        <Chip tone="wait">{t("admin.unpublished")}</Chip>
      )}
    </span>
  )
}
