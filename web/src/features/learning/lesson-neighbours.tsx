import type { CourseDetail, CourseLesson } from "@haitech/contract/courses"
import { PageLink } from "#platform/navigation/link.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Icon } from "#ui/icon.tsx"

export interface Neighbours {
  readonly course: CourseDetail
  readonly before: CourseLesson | undefined
  readonly next: CourseLesson | undefined
}

/** The lessons before and after this one, below its text. */
export function LessonNeighbours({ course, before, next }: Neighbours) {
  const { t } = usePage()
  return (
    <nav className="lesson-neighbours" aria-label={t("lesson.neighbours")}>
      {before && (
        <PageLink to={`/learn/${course.slug}/${before.slug}`} className="lesson-before">
          <Icon name="right" />
          <span>
            <small>{t("lesson.before")}</small>
            <b lang={before.language}>{before.title}</b>
          </span>
        </PageLink>
      )}
      {next ? (
        <PageLink to={`/learn/${course.slug}/${next.slug}`} className="lesson-next">
          <span>
            <small>{t("lesson.next", { minutes: next.duration })}</small>
            <b lang={next.language}>{next.title}</b>
          </span>
          <Icon name="right" />
        </PageLink>
      ) : (
        <PageLink to={`/learn/${course.slug}`} className="lesson-next">
          <span>
            <small>{t("lesson.last")}</small>
            <b lang={course.language}>{course.title}</b>
          </span>
          <Icon name="right" />
        </PageLink>
      )}
    </nav>
  )
}
