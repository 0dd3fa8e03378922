import type { Language } from "@haitech/contract/languages"
import { useEffect } from "react"
import { fill } from "#platform/i18n/fill.ts"
import { pluralOf } from "#platform/i18n/plural.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { awaitInstallEvent } from "#platform/offline/install.ts"
import { startWorkerWhenIdle } from "#platform/offline/worker.ts"
import { RareIcon } from "#ui/rare-icon.tsx"
import { showToast, TOAST_MS } from "#ui/toast.ts"
import { type LogListener, listenToLog } from "./device-log.ts"
import { showCompleted } from "./lesson-marks.ts"
import { lessonSession } from "./lesson-session.ts"
import { fetchAchievements } from "./progress-api.ts"
import { useLesson } from "./use-lesson.ts"

export const LESSON_BAR_TEXTS = [
  "lesson.saved",
  "lesson.saved_short",
  "lesson.not_saved",
  "lesson.waiting_one",
  "lesson.waiting_other",
  "lesson.offline",
  "lesson.refused_one",
  "lesson.refused_other",
  "lesson.refused_ok",
  "lesson.clock",
  "lesson.merged_title",
  "lesson.merged",
  "lesson.earned",
  "lesson.progress",
  "toast.region",
  "toast.close",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof LESSON_BAR_TEXTS)[number], string>>
  readonly language: Language
  readonly courseTitle: string
  readonly lessonIds: readonly string[]
}

/** How far the course is, and whether everything is saved. The words change, their place does not. */
export function LessonBar({ texts, language, courseTitle, lessonIds }: Props) {
  const { isReady, isOnline, waiting, refused, isClockWrong, durability, completed } = useLesson()
  const done = lessonIds.filter((id) => completed.has(id)).length
  useEffect(() => showCompleted(completed), [completed])
  useEffect(() => listenToLog(notices(texts)), [texts])
  useEffect(startWorkerWhenIdle, [])
  // The end of the lesson hydrates later, and the browser offers once.
  useEffect(awaitInstallEvent, [])
  const shown = fill(texts["lesson.progress"], { done, count: lessonIds.length })
  return (
    <>
      <p className="lesson-state" role="status" data-needs-script="">
        {isReady && durability === "strict" && (
          <span>
            <RareIcon name="device" />
            <span className="lesson-wide">{texts["lesson.saved"]}</span>
            <span className="lesson-narrow">{texts["lesson.saved_short"]}</span>
          </span>
        )}
        {waiting > 0 && (
          <button type="button" className="lesson-waiting" onClick={() => void lessonSession().sendNow()}>
            <RareIcon name="upload" />
            {fill(texts[`lesson.waiting_${pluralOf(language, waiting)}`], { count: waiting })}
          </button>
        )}
        {isReady && !isOnline && waiting === 0 && <span>{texts["lesson.offline"]}</span>}
      </p>
      {refused > 0 && (
        <p className="lesson-notice" role="alert">
          {fill(texts[`lesson.refused_${pluralOf(language, refused)}`], { count: refused })}
          <button type="button" className="link" onClick={() => void lessonSession().forgetRefused()}>
            {texts["lesson.refused_ok"]}
          </button>
        </p>
      )}
      {isReady && durability === "none" && (
        <p className="lesson-notice" role="alert">
          {texts["lesson.not_saved"]}
        </p>
      )}
      {isClockWrong && (
        <p className="lesson-notice" role="alert">
          {texts["lesson.clock"]}
        </p>
      )}
      <progress className="sr" value={done} max={lessonIds.length} aria-label={courseTitle} aria-valuetext={shown} />
      <LessonValance share={done / lessonIds.length} />
    </>
  )
}

/** The progress as filled scallops. */
function LessonValance({ share }: { readonly share: number }) {
  const scallop = "M0 0h24v7h-1.2c-1.8 7-6.3 6-10.8 10C7.5 13 3 14 1.2 7H0zm9.8 6.5a2.2 2 0 1 0 4.4 0 2.2 2 0 1 0-4.4 0"
  return (
    <svg className="lesson-valance" aria-hidden="true">
      {["ahead", "done"].map((part) => (
        <pattern key={part} id={`scallops-${part}`} width="24" height="18" patternUnits="userSpaceOnUse">
          <path className={part} fillRule="evenodd" d={scallop} />
        </pattern>
      ))}
      <rect fill="url(#scallops-ahead)" width="100%" height="18" />
      <rect fill="url(#scallops-done)" width={`${100 * share}%`} height="18" />
    </svg>
  )
}

/** Toasts for what happens beside the lesson. */
function notices(texts: Props["texts"]): LogListener {
  let last = Promise.resolve()
  const tell = (title: string, description: string) => {
    const labels = { region: texts["toast.region"], close: texts["toast.close"] }
    const show = () => showToast({ tone: "success", title, description, labels })
    // A toast replaces the one before it, which has to be read first.
    last = last.then(show).then(() => new Promise((resolve) => setTimeout(resolve, TOAST_MS)))
  }
  return {
    onMerged: () => tell(texts["lesson.merged_title"], texts["lesson.merged"]),
    async onEarned(codes) {
      const earned = (await fetchAchievements()).filter(({ code }) => codes.includes(code))
      if (earned.length === 0) return
      const title = earned.map((achievement) => achievement.title).join(", ")
      tell(fill(texts["lesson.earned"], { title }), earned.map(({ description }) => description).join(" "))
    },
  }
}
