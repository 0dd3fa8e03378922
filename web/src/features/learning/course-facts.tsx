import type { Course } from "@haitech/contract/courses"
import type { MessageKey, Translate } from "#platform/i18n/texts.ts"
import { usePage } from "#platform/page/page.tsx"
import { RareIcon } from "#ui/rare-icon.tsx"
import { StaticIcon } from "#ui/static-icon.tsx"

const CATEGORIES: Readonly<Record<string, MessageKey>> = {
  coding: "course.coding",
  languages: "course.languages",
  cares: "course.cares",
}
const DIFFICULTIES: Readonly<Record<string, MessageKey>> = {
  beginner: "course.beginner",
  intermediate: "course.intermediate",
}

/** "Coding, beginner" in the page's language; a category or difficulty without a text stays as it is. */
export function courseTopic(t: Translate, { category, difficulty }: Course): string {
  const [topic, level] = [CATEGORIES[category], DIFFICULTIES[difficulty]]
  return t("course.topic", { topic: topic ? t(topic) : category, level: level ? t(level) : difficulty })
}

export function CourseFacts({ course }: { readonly course: Course }) {
  const { t } = usePage()
  return (
    <ul className="course-facts">
      <li>
        <StaticIcon name="text" />
        {t("course.lessons", { count: course.lessonCount })}
      </li>
      <li>
        <StaticIcon name="clock" />
        {course.minutes < HOUR
          ? t("lesson.minutes", { minutes: course.minutes })
          : t("course.hours", { hours: Math.floor(course.minutes / HOUR), minutes: course.minutes % HOUR })}
      </li>
      <li>
        <RareIcon name="globe" />
        {course.languages.map((language) => t(`language.${language}`)).join(", ")}
      </li>
    </ul>
  )
}

const HOUR = 60
