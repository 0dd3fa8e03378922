import type { APPOINTMENT_SUBJECTS } from "@haitech/contract/appointments"
import type { CourseDetail } from "@haitech/contract/courses"
import type { LessonPage } from "@haitech/contract/lessons"
import type { ReactNode } from "react"
import { PageLink } from "#platform/navigation/link.tsx"
import { address, type LinkPath } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { Button, buttonClass } from "#ui/button.tsx"
import { Icon } from "#ui/icon.tsx"
import { StaticIcon } from "#ui/static-icon.tsx"
import type { Neighbours } from "./lesson-neighbours.tsx"

const SUBJECTS: Readonly<Record<string, (typeof APPOINTMENT_SUBJECTS)[number]>> = {
  coding: "coding",
  languages: "language",
  cares: "career",
}

/** What an hour with a tutor of the course is about. */
export const subjectOf = ({ category }: CourseDetail) => SUBJECTS[category] ?? "general"

interface AsideProps {
  readonly course: CourseDetail
  readonly lesson: LessonPage
  readonly children: ReactNode
}

/** Help, and the other languages of the lesson. */
export function LessonAside({ course, lesson, children }: AsideProps) {
  const { t, language } = usePage()
  const path: LinkPath = `/learn/${course.slug}/${lesson.slug}`
  return (
    <aside className="lesson-aside">
      <section className="card" aria-labelledby="aside-help-title">
        <h2 id="aside-help-title">
          <StaticIcon name="help" />
          {t("lesson.help_title")}
        </h2>
        <p>{t("lesson.help")}</p>
        {children}
        <p className="lesson-tutor">
          <Icon name="calendar" />
          <a className="more" href={`${address(language, "/schedule")}?subject=${subjectOf(course)}`}>
            {t("lesson.tutor")}
          </a>
        </p>
      </section>
      {lesson.languages.length > 1 && (
        <section className="card" aria-labelledby="languages-title">
          <h2 id="languages-title">{t("lesson.read_in")}</h2>
          <ul className="lesson-languages">
            {lesson.languages.map((other) => (
              <li key={other}>
                <a
                  href={address(other, path)}
                  lang={other}
                  hrefLang={other}
                  aria-current={other === lesson.language ? "true" : undefined}
                >
                  {t(`language.${other}`)}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}

/** Opens the dialog of `help-dialog.tsx`. Without script it is a link to the contact page. */
export function Stuck() {
  const { t, language } = usePage()
  return (
    <form className="lesson-stuck" action={address(language, "/contact")}>
      <Button type="submit" look="quiet" data-action="help">
        {t("lesson.stuck")}
      </Button>
    </form>
  )
}

/** At the foot of a phone: the lesson before, help, the next lesson. */
export function LessonDock({ course, before, next }: Neighbours) {
  const { t } = usePage()
  return (
    <div className="lesson-dock">
      {before && (
        <PageLink
          to={`/learn/${course.slug}/${before.slug}`}
          className={`lesson-dock-before ${buttonClass("quiet")}`}
          aria-label={`${t("lesson.before")}: ${before.title}`}
        >
          <Icon name="right" />
        </PageLink>
      )}
      <Stuck />
      <PageLink to={next ? `/learn/${course.slug}/${next.slug}` : `/learn/${course.slug}`} className={buttonClass()}>
        {t(next ? "lesson.next_short" : "lesson.last")}
        <Icon name="right" />
      </PageLink>
    </div>
  )
}
