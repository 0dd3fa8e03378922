import { useEffect, useId, useState } from "react"
import { ExerciseHints } from "#features/learning/exercises/exercise-hints.tsx"
import type { ExerciseProps } from "#features/learning/exercises/exercise-props.ts"
import { ShortText } from "#features/learning/exercises/short-text.tsx"
import { currentOwner, knownOwner } from "#platform/offline/device-account.ts"
import { Chip } from "#ui/chip.tsx"
import { LitMedal } from "#ui/lit-medal.tsx"
import { type CodeTexts, loadCodeTexts } from "./code-texts.ts"
import { ProgramEditor } from "./program-editor.tsx"
import { ProgramResults } from "./program-results.tsx"
import { useProgram } from "./use-program.ts"

type Props = ExerciseProps<"code">

/** A program to write and run on the device. */
export function CodeExercise(props: Props) {
  const { exercise, texts, language, textLanguage, title } = props
  const [t, setTexts] = useState<CodeTexts | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    // The program is read from the device once: before the account is known, a guest's would open and be saved over the member's.
    const account = knownOwner() ?? currentOwner().catch(() => null)
    Promise.all([loadCodeTexts(language), account]).then(
      ([loaded]) => setTexts(() => loaded),
      () => setHasFailed(true),
    )
  }, [language])
  if (t) return <LoadedExercise {...props} t={t} />
  return (
    <section className="exercise card" lang={textLanguage && language}>
      <h3>{title ?? texts["exercise.title"]}</h3>
      <div className="exercise-text" lang={textLanguage}>
        <ShortText text={exercise.question} />
        <pre className="scrolls" tabIndex={0}>
          <code>{exercise.starter}</code>
        </pre>
      </div>
      <p className="small text-muted" role="status">
        {texts[hasFailed ? "exercise.editor_failed" : "exercise.editor"]}
      </p>
    </section>
  )
}

type LoadedProps = Props & { readonly t: CodeTexts }

function LoadedExercise({ exercise, texts, language, textLanguage, title, isDone, onAnswer, t }: LoadedProps) {
  const id = useId()
  const program = useProgram(exercise, onAnswer)
  const { tries, state, page, controls } = program
  const solution = (
    <pre className="scrolls" tabIndex={0} lang="zxx">
      <code>{exercise.solution}</code>
    </pre>
  )
  return (
    <section className="exercise code-exercise card" aria-labelledby={id} lang={textLanguage && language}>
      <div className="exercise-head">
        <h3 id={id}>{title ?? texts["exercise.title"]}</h3>
        {isDone && !tries.isRight && <Chip tone="good">{texts["exercise.done"]}</Chip>}
      </div>
      <div className="exercise-text" lang={textLanguage}>
        <ShortText text={exercise.question} />
      </div>
      <ProgramEditor {...{ exercise, language, program, t }} />
      <div ref={page} className="code-page" data-title={t("code.page")} hidden={exercise.language !== "html"} />
      <div role="status">
        <ProgramResults
          {...{ exercise, t, language, textLanguage }}
          run={state}
          onShowLine={(line) => controls.current?.showLine(line)}
        />
        {tries.outcome === "right" && !state.isBusy && (
          <div className="exercise-feedback right">
            <LitMedal unfolds />
            <div className="exercise-text">
              <p className="strong">{t("code.all_passed")}</p>
              <div lang={textLanguage}>{exercise.explanation && <ShortText text={exercise.explanation} />}</div>
            </div>
          </div>
        )}
      </div>
      {!tries.isRight && (
        <div lang={textLanguage}>
          <ExerciseHints {...{ exercise, texts, tries, solution }} lang={textLanguage && language} />
        </div>
      )}
    </section>
  )
}
