import type { Course } from "@haitech/contract/courses"
import { pathIn } from "@haitech/contract/languages"
import type { CourseProgress } from "@haitech/contract/learning"
import { useLearningApp } from "#platform/app/app.tsx"
import { Chip } from "#ui/chip.tsx"
import { Progress } from "#ui/progress.tsx"
import { formatDuration } from "./duration.ts"
import { foreign } from "./foreign.ts"
import { CATEGORIES } from "./shell-texts.ts"

const DIFFICULTIES = { beginner: "learning.beginner", intermediate: "learning.intermediate" } as const
const LANGUAGE_NAMES = { en: "English", fr: "Français", ht: "Kreyòl", es: "Español" } as const

interface Props {
  readonly course: Course
  /** The member's, once they have begun. */
  readonly record: CourseProgress | undefined
}

/** The whole card opens the course. */
export function CourseCard({ course, record }: Props) {
  const { t, label, language } = useLearningApp()
  const lang = foreign(course.language, language)
  return (
    <li className="card reach learning-card">
      <p className="learning-chips">
        <Chip tone={course.category === "languages" ? "info" : course.category === "cares" ? "wait" : "plain"}>
          {label(CATEGORIES, course.category)}
        </Chip>
        {record?.completedAt && <Chip tone="good">{t("learning.finished")}</Chip>}
      </p>
      <h2>
        <a href={pathIn(language, `/learn/${course.slug}`)} lang={lang}>
          {course.title}
        </a>
      </h2>
      <p className="text-muted" lang={lang}>
        {course.description}
      </p>
      <div className="grid gap-3">
        <p className="small">
          {label(DIFFICULTIES, course.difficulty)} · {t("learning.lessons", { count: course.lessonCount })} ·{" "}
          {formatDuration(t, course.minutes)}
          <br />
          {course.languages.map((code, index) => (
            <span key={code}>
              {index > 0 && ", "}
              <span lang={code}>{LANGUAGE_NAMES[code]}</span>
            </span>
          ))}
        </p>
        {record && (
          <Progress
            label={t("learning.progress")}
            shown={t("learning.percent", { percent: record.progressPercentage })}
            value={Number(record.progressPercentage)}
          />
        )}
      </div>
    </li>
  )
}
