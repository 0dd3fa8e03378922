import type { CourseDetail } from "@haitech/contract/courses"
import { PageLink } from "#platform/navigation/link.tsx"
import { usePage } from "#platform/page/page.tsx"
import { LessonMark } from "./lesson-mark.tsx"

/** All lessons of the course, beside the text on wide screens. */
export function LessonOutline({ course, current }: { readonly course: CourseDetail; readonly current: string }) {
  const { t } = usePage()
  return (
    <nav className="lesson-outline" aria-labelledby="outline-title">
      <h2 id="outline-title">{t("lesson.all")}</h2>
      <ol>
        {course.lessons.map(({ id, slug, title, language }) => (
          <li key={id} data-lesson-id={id}>
            <PageLink to={`/learn/${course.slug}/${slug}`} aria-current={slug === current ? "page" : undefined}>
              <LessonMark />
              <span lang={language}>{title}</span>
            </PageLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
