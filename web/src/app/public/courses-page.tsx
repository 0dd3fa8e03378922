import { COURSE_CATEGORIES, type Course } from "@haitech/contract/courses"
import { CourseFacts, courseTopic } from "#features/learning/course-facts.tsx"
import { PageLink } from "#platform/navigation/link.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Medal, type MedalSymbol } from "#ui/medal.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

const SYMBOLS: Readonly<Record<string, MedalSymbol>> = { coding: "code", languages: "speech", cares: "people" }
const COLOURS: Readonly<Record<string, string>> = {
  coding: "text-action",
  languages: "text-info",
  cares: "text-hibiscus",
}

/** Every published course. Visitors read them without an account. */
export function CoursesPage() {
  const { t, courses = [] } = usePage()
  const order = (course: Course) => COURSE_CATEGORIES.findIndex((category) => category === course.category)
  return (
    <SiteLayout>
      <PageHead title={t("courses.title")} lead={t("courses.lead")} />
      <section className="wrap pt-10 pb-(--section)" aria-labelledby="courses-title">
        <h2 id="courses-title" className="sr">
          {t("courses.list")}
        </h2>
        {courses.length === 0 ? (
          <p className="lead">{t("courses.none")}</p>
        ) : (
          <ul className="course-cards">
            {courses
              .toSorted((a, b) => order(a) - order(b))
              .map((course) => (
                <CourseCard key={course.id} course={course} />
              ))}
          </ul>
        )}
      </section>
    </SiteLayout>
  )
}

function CourseCard({ course }: { readonly course: Course }) {
  const { t } = usePage()
  return (
    <li className="card reach">
      <Medal symbol={SYMBOLS[course.category] ?? "book"} className={COLOURS[course.category] ?? "text-action"} />
      <p className="small strong text-muted">{courseTopic(t, course)}</p>
      <h3 lang={course.language}>
        <PageLink to={`/learn/${course.slug}`}>{course.title}</PageLink>
      </h3>
      <p lang={course.language}>{course.description}</p>
      <CourseFacts course={course} />
    </li>
  )
}
