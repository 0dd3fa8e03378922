import type { CourseCoverage, CourseRecord } from "@haitech/contract/admin/learning"
import { pathIn } from "@haitech/contract/languages"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { formatCount, formatNumber } from "#platform/i18n/numbers.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"
import { useWaitingQuestions } from "./api.ts"
import { CATEGORY_TEXTS, LEVEL_TEXTS } from "./labels.ts"
import { PublishButton } from "./publish-button.tsx"

/** A course beside the list of all. */
export function CourseSummary({ course }: { readonly course: CourseRecord }) {
  const { t } = useLearningAdminApp()
  return (
    <>
      <h2>{course.title}</h2>
      <CourseFacts course={course} />
      <CoverageTable coverage={course.coverage} />
      <CourseLinks course={course} />
      <div className="admin-dock">
        <AppLink className={buttonClass("primary", true)} to={`/courses/${course.id}`}>
          {t("admin.course_open")}
        </AppLink>
        <PublishButton of="course" record={course} />
      </div>
    </>
  )
}

export function CourseFacts({ course }: { readonly course: CourseRecord }) {
  const { t, label, language, lengths } = useLearningAdminApp()
  const waiting = useWaitingQuestions().data?.counts.get(course.slug) ?? 0
  return (
    <dl className="admin-facts">
      <dt>{t("admin.state")}</dt>
      <dd>{t(course.isPublished ? "admin.published" : "admin.unpublished")}</dd>
      <dt>{t("admin.category")}</dt>
      <dd>{label(CATEGORY_TEXTS, course.category)}</dd>
      <dt>{t("admin.course_level")}</dt>
      <dd>{label(LEVEL_TEXTS, course.difficulty)}</dd>
      <dt>{t("admin.lessons")}</dt>
      <dd>{formatNumber(language, course.lessonCount)}</dd>
      <dt>{t("admin.learners")}</dt>
      <dd>{formatCount(language, course.learners, lengths.countLimit)}</dd>
      <dt>{t("admin.learners_completed")}</dt>
      <dd>{formatCount(language, course.completed, lengths.countLimit)}</dd>
      <dt>{t("admin.questions")}</dt>
      <dd>
        {waiting === 0 ? (
          "0"
        ) : (
          <AppLink to="/questions?isResolved=false">{t("admin.course_questions", { count: waiting })}</AppLink>
        )}
      </dd>
    </dl>
  )
}

export function CourseLinks({ course: { id, slug, isPublished } }: { readonly course: CourseRecord }) {
  const { t, language } = useLearningAdminApp()
  return (
    <p className="admin-links">
      {isPublished && <a href={pathIn(language, `/learn/${slug}`)}>{t("admin.see_on_site")}</a>}
      <AppLink to={`/history?about=${id}`}>{t("admin.history_about")}</AppLink>
    </p>
  )
}

/** How many lessons have a text in each language. */
export function CoverageTable({ coverage }: { readonly coverage: readonly CourseCoverage[] }) {
  const { t, language: pageLanguage } = useLearningAdminApp()
  return (
    <div className="admin-figures" role="region" aria-label={t("admin.coverage")} tabIndex={0}>
      <table>
        <caption className="sr">{t("admin.coverage")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("admin.language")}</th>
            <th scope="col">{t("admin.text_ready")}</th>
            <th scope="col">{t("admin.text_outdated")}</th>
            <th scope="col">{t("admin.text_missing")}</th>
            <th scope="col">{t("admin.text_edited")}</th>
          </tr>
        </thead>
        <tbody>
          {coverage.map(({ language, ...counts }) => (
            <tr key={language}>
              <th scope="row">{t(`language.${language}`)}</th>
              {[counts.ready, counts.outdated, counts.missing, counts.edited].map((count, at) => (
                <td key={at} className={count === 0 ? "text-muted" : undefined}>
                  {formatNumber(pageLanguage, count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
