import { pathIn } from "@haitech/contract/languages"
import { useQuery } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { pageBytes } from "#platform/http/page-bytes.ts"
import { buttonClass } from "#ui/button.tsx"
import type { NextLesson } from "./next-step.ts"
import { StepBand } from "./step-band.tsx"

/** The lesson to go on with: its minutes, its size, and how far its course is. */
export function LessonStep({ lesson }: { readonly lesson: NextLesson }) {
  const { t, language } = useApp()
  const href = lessonPath(lesson, language)
  const { courseTitle, lessonTitle, lessonNumber, lessonCount, completedLessons, minutes, position } = lesson
  const textLanguage = lesson.language === language ? undefined : lesson.language
  const isBegun = completedLessons > 0 || position !== null
  return (
    <StepBand
      topic={<span lang={textLanguage}>{courseTitle}</span>}
      title={lessonTitle}
      titleLanguage={textLanguage}
      about={
        <p>
          {t("next.lesson", { number: lessonNumber, count: lessonCount })} · {t("next.minutes", { minutes })}
          <Size of={href} />
          {position !== null && ` · ${t("next.stopped")}`}
        </p>
      }
      note={
        <div className="learning-step-progress">
          <p className="small">{t("next.done_lessons", { done: completedLessons, count: lessonCount })}</p>
          <progress
            className="scallops"
            value={completedLessons}
            max={lessonCount}
            aria-label={t("next.done_lessons", { done: completedLessons, count: lessonCount })}
          />
        </div>
      }
    >
      <a className={buttonClass("light")} href={href}>
        {t(isBegun ? "next.continue" : "next.start")}
      </a>
    </StepBand>
  )
}

export function lessonPath({ courseSlug, lessonSlug }: NextLesson, language: Parameters<typeof pathIn>[0]): string {
  return pathIn(language, `/learn/${courseSlug}/${lessonSlug}`)
}

/** The compressed size of the page; nothing until it is known. */
function Size({ of: path }: { readonly of: string }) {
  const { t } = useApp()
  const { data: bytes } = useQuery({ queryKey: ["bytes", path], queryFn: () => pageBytes(path) })
  return bytes ? ` · ${t("next.size", { size: Math.max(1, Math.round(bytes / 1000)) })}` : null
}
