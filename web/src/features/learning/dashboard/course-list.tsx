import type { Course } from "@haitech/contract/courses"
import { pathIn } from "@haitech/contract/languages"
import type { CourseProgress } from "@haitech/contract/learning"
import { useLearningApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { foreign } from "./foreign.ts"
import { CATEGORIES } from "./shell-texts.ts"

interface Props {
  readonly courses: readonly Course[]
  readonly progress: readonly CourseProgress[]
}

/** The member's own courses: unfinished ones first, each group by its last visit. */
export function CourseList({ courses, progress }: Props) {
  const { t } = useLearningApp()
  const own = progress
    .toSorted((a, b) => Number(isFinished(a)) - Number(isFinished(b)) || lastVisit(b).localeCompare(lastVisit(a)))
    .flatMap((record) => {
      const course = courses.find(({ id }) => id === record.courseId)
      return course ? [{ course, record }] : []
    })
  return (
    <>
      <ul className="learning-courses">
        {own.map(({ course, record }) => (
          <CourseRow key={course.id} course={course} record={record} />
        ))}
      </ul>
      <p className="mt-4">
        <AppLink className={buttonClass("quiet", true)} to="/courses">
          {t("learning.all")}
        </AppLink>
      </p>
    </>
  )
}

function CourseRow({ course, record }: { readonly course: Course; readonly record: CourseProgress }) {
  const { t, label, language } = useLearningApp()
  const percent = t("learning.percent", { percent: record.progressPercentage })
  const titleId = `course-${course.id}`
  return (
    <li>
      <div className="progress">
        <div className="learning-course-head">
          <h3 id={titleId} lang={foreign(course.language, language)}>
            {course.title}
          </h3>
          {isFinished(record) ? <Chip tone="good">{t("learning.finished")}</Chip> : null}
        </div>
        <p className="small flex justify-between gap-x-3 text-muted">
          <span>
            {label(CATEGORIES, course.category)} · {t("learning.lessons", { count: course.lessonCount })}
          </span>
          <span className="tabular">{percent}</span>
        </p>
        <progress
          className="scallops"
          value={Number(record.progressPercentage)}
          max={100}
          aria-labelledby={titleId}
          aria-valuetext={percent}
        />
      </div>
      <a
        className={buttonClass("quiet", true)}
        href={pathIn(language, `/learn/${course.slug}`)}
        aria-describedby={titleId}
      >
        {t(isFinished(record) ? "learning.open" : "learning.continue")}
      </a>
    </li>
  )
}

/** A finished course stays finished, also when lessons are added to it. */
function isFinished({ completedAt }: CourseProgress): boolean {
  return completedAt !== null
}

function lastVisit({ lastAccessedAt, enrolledAt }: CourseProgress): string {
  return lastAccessedAt ?? enrolledAt
}
