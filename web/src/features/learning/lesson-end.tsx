import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { LitMedal } from "#ui/lit-medal.tsx"
import { Sequins } from "#ui/sequins.tsx"
import { INSTALL_TEXTS, InstallOffer } from "./install-offer.tsx"
import { lessonSession } from "./lesson-session.ts"
import { useLesson } from "./use-lesson.ts"

export const LESSON_END_TEXTS = [
  ...INSTALL_TEXTS,
  "lesson.done_title",
  "lesson.done",
  "lesson.done_guest",
  "lesson.done_unsaved",
  "lesson.exercises_done",
  "lesson.open_exercises",
  "lesson.finish",
  "lesson.finish_note",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof LESSON_END_TEXTS)[number], string>>
  readonly exerciseIds: readonly string[]
}

/** What is left of the lesson, or that it is done. */
export function LessonEnd({ texts, exerciseIds }: Props) {
  const { isCompleted, isSignedIn, durability, solved } = useLesson()
  const doneAsGuest = durability === "none" ? "lesson.done_unsaved" : "lesson.done_guest"
  const count = exerciseIds.length
  const done = exerciseIds.filter((id) => solved.has(id)).length
  const shown = fill(texts["lesson.exercises_done"], { done, count })
  return (
    <div className={isCompleted ? "lesson-end done" : "lesson-end"} data-needs-script="" role="status">
      {isCompleted ? (
        <>
          <LitMedal unfolds />
          <div>
            <p className="strong">{texts["lesson.done_title"]}</p>
            <p>{texts[isSignedIn ? "lesson.done" : doneAsGuest]}</p>
            <InstallOffer texts={texts} />
          </div>
        </>
      ) : count > 0 ? (
        <div>
          <Sequins count={done} of={count} label={shown} />
          <p>
            {shown} {texts["lesson.open_exercises"]}
          </p>
        </div>
      ) : (
        <div>
          <p>{texts["lesson.finish_note"]}</p>
          <Button onClick={() => void lessonSession().complete()}>{texts["lesson.finish"]}</Button>
        </div>
      )}
    </div>
  )
}
