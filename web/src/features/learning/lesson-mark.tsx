import { usePage } from "#platform/page/page.tsx"

/** The sequin of a row with `data-lesson-id`. `lesson-marks.ts` lights it once the lesson is completed. */
export function LessonMark() {
  const { t } = usePage()
  return (
    <span className="lesson-mark">
      <span className="sr">{t("lesson.mark")}</span>
    </span>
  )
}
