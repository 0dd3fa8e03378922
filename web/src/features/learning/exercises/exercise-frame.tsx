import { type ReactNode, type SubmitEvent, useId } from "react"
import { fill } from "#platform/i18n/fill.ts"
import { Button } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { Icon } from "#ui/icon.tsx"
import { LitMedal } from "#ui/lit-medal.tsx"
import { RareIcon } from "#ui/rare-icon.tsx"
import { ExerciseHints } from "./exercise-hints.tsx"
import type { ExerciseProps } from "./exercise-props.ts"
import { ShortText } from "./short-text.tsx"
import type { TriesState } from "./use-tries.ts"

interface Props extends Omit<ExerciseProps, "onAnswer"> {
  readonly tries: TriesState
  /** Reads the answer and gives it to `tries.submit`. */
  readonly onCheck: (form: HTMLFormElement) => void
  /** Why the last try was right or wrong. */
  readonly why?: ReactNode
  /** The right answer, for readers without script and after the last hint. */
  readonly solution: ReactNode
  readonly children: ReactNode
}

/** Question, answer, hints and feedback of an exercise. */
export function ExerciseFrame({ exercise, texts, language, textLanguage, title, isDone, ...rest }: Props) {
  const { tries, onCheck, why, solution, children } = rest
  const id = useId()
  const tryNumber = tries.count + (tries.isRight ? 0 : 1)
  const check = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!tries.isRight) onCheck(event.currentTarget)
  }
  return (
    <section className="exercise card" aria-labelledby={id} lang={textLanguage}>
      <div className="exercise-head" lang={textLanguage && language}>
        <h2 id={id}>{title ?? texts["exercise.title"]}</h2>
        {tryNumber > 1 ? (
          <Chip>{fill(texts["exercise.try"], { number: tryNumber })}</Chip>
        ) : (
          isDone && !tries.isRight && <Chip tone="good">{texts["exercise.done"]}</Chip>
        )}
      </div>
      <div className="exercise-text">
        <ShortText text={exercise.question} />
      </div>
      {/* A form of this method is sent nowhere where the script fails to load. */}
      <form className="exercise-form" method="dialog" onSubmit={check} onInput={tries.change} noValidate>
        {children}
        {!tries.isRight && (
          <Button type="submit" className="exercise-check" data-needs-script="" lang={textLanguage && language}>
            {texts["exercise.check"]}
          </Button>
        )}
      </form>
      <div role="status">
        <Feedback {...{ tries, texts, why, exercise }} lang={textLanguage && language} />
      </div>
      {!tries.isRight && <ExerciseHints {...{ exercise, texts, tries, solution }} lang={textLanguage && language} />}
    </section>
  )
}

type FeedbackProps = Pick<Props, "tries" | "texts" | "why" | "exercise"> & { readonly lang: string | undefined }

function Feedback({ tries, texts, why, exercise, lang }: FeedbackProps) {
  if (tries.outcome === null) return null
  if (tries.outcome === "unanswered")
    return (
      <p className="exercise-unanswered" lang={lang}>
        <RareIcon name="about" />
        {texts["exercise.unanswered"]}
      </p>
    )
  const isRight = tries.outcome === "right"
  return (
    <>
      <div className={isRight ? "exercise-feedback right" : "exercise-feedback"}>
        {isRight ? <LitMedal unfolds /> : <RareIcon name="about" />}
        <div className="exercise-text">
          <p className="strong" lang={lang}>
            {texts[isRight ? "exercise.right" : "exercise.wrong"]}
          </p>
          {why}
          {isRight && exercise.explanation && <ShortText text={exercise.explanation} />}
          {!isRight && <p lang={lang}>{texts["exercise.again"]}</p>}
        </div>
      </div>
      {isRight && tries.count > 1 && (
        <p className="exercise-later small text-muted" lang={lang}>
          <Icon name="calendar" />
          {texts["exercise.comes_back"]}
        </p>
      )}
    </>
  )
}
