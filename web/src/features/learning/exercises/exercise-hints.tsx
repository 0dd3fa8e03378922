import { type ReactNode, useState } from "react"
import { fill } from "#platform/i18n/fill.ts"
import { Button } from "#ui/button.tsx"
import type { ExerciseProps } from "./exercise-props.ts"
import { ShortText } from "./short-text.tsx"
import type { TriesState } from "./use-tries.ts"

interface Props extends Pick<ExerciseProps, "exercise" | "texts"> {
  readonly tries: TriesState
  readonly solution: ReactNode
  readonly lang: string | undefined
}

/** Hints open one at a time. The answer follows the last one, after two tries. */
export function ExerciseHints({ exercise: { hints }, texts, tries, solution, lang }: Props) {
  const [shown, setShown] = useState(0)
  const isLast = shown >= hints.length
  const hasMore = isLast ? tries.count >= 2 && shown === hints.length : true
  const more = isLast ? "exercise.show_answer" : shown === 0 ? "exercise.hint" : "exercise.next_hint"
  return (
    <>
      <div className="exercise-hints" data-needs-script="" aria-live="polite">
        {hints.slice(0, shown).map((hint, at) => (
          <div key={at} className="exercise-hint exercise-text">
            <p className="strong small" lang={lang}>
              {fill(texts["exercise.hint_number"], { number: at + 1 })}
            </p>
            <ShortText text={hint} />
          </div>
        ))}
        {shown > hints.length && (
          <div className="exercise-hint exercise-text">
            <p className="strong small" lang={lang}>
              {texts["exercise.answer"]}
            </p>
            {solution}
          </div>
        )}
        {hasMore && (
          <Button look="quiet" compact lang={lang} onClick={() => setShown(shown + 1)}>
            {texts[more]}
          </Button>
        )}
      </div>
      <details className="exercise-solution without-script">
        <summary lang={lang}>{texts["exercise.show_answer"]}</summary>
        <div className="exercise-text">{solution}</div>
      </details>
    </>
  )
}
