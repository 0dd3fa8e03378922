import { Fragment, useState } from "react"
import { fill } from "#platform/i18n/fill.ts"
import { checkGaps, GAP_MARK, properSpelling } from "./check-answer.ts"
import { ExerciseFrame } from "./exercise-frame.tsx"
import type { ExerciseProps } from "./exercise-props.ts"
import { ShortText } from "./short-text.tsx"
import { useTries } from "./use-tries.ts"

/** A text, or a program, with gaps. */
export function FillExercise({ onAnswer, ...props }: ExerciseProps<"fill">) {
  const { exercise, texts, language, textLanguage } = props
  const tries = useTries(onAnswer)
  const [values, setValues] = useState<readonly string[]>([])
  const { gaps, code } = exercise
  const results = tries.outcome === "right" || tries.outcome === "wrong" ? checkGaps(exercise, values) : undefined
  const check = (form: HTMLFormElement) => {
    const now = new FormData(form).getAll("gap").map(String)
    if (now.some((value) => value.trim() === "")) return tries.askForAnswer()
    setValues(now)
    tries.submit({ isCorrect: checkGaps(exercise, now).every(Boolean), answer: now.join("\n") })
  }
  const Text = code ? "pre" : "div"
  const pieces = exercise.text.trimEnd().split(GAP_MARK)
  return (
    <ExerciseFrame
      {...props}
      tries={tries}
      onCheck={check}
      why={results && <Why {...props} values={values} results={results} />}
      solution={
        <Text>
          {fillGaps(
            pieces,
            gaps.map(({ accept }) => accept[0] ?? ""),
          )}
        </Text>
      }
    >
      <Text className={code ? "exercise-gaps code" : "exercise-gaps"}>
        {pieces.map((piece, at) => (
          <Fragment key={at}>
            {code ? piece : <ShortText inline text={piece} />}
            {at < gaps.length && (
              <input
                name="gap"
                className="control"
                size={Math.max(4, ...(gaps[at]?.accept ?? []).map(({ length }) => length + 1))}
                aria-label={fill(texts["exercise.gap"], { number: at + 1 })}
                aria-invalid={results?.[at] === false || undefined}
                readOnly={tries.isRight}
                autoComplete="off"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
                maxLength={200}
                lang={textLanguage && language}
              />
            )}
          </Fragment>
        ))}
      </Text>
    </ExerciseFrame>
  )
}

interface WhyProps extends Pick<ExerciseProps<"fill">, "exercise" | "texts" | "language" | "textLanguage"> {
  readonly values: readonly string[]
  readonly results: readonly boolean[]
}

function Why({ exercise, texts, language, textLanguage, values, results }: WhyProps) {
  const { gaps, code } = exercise
  const rightCount = results.filter(Boolean).length
  const spellings = code ? [] : gaps.flatMap(({ accept }, at) => properSpelling(values[at] ?? "", accept) ?? [])
  if (rightCount === gaps.length)
    return (
      <>
        {spellings.length > 0 && (
          <p lang={textLanguage && language}>{fill(texts["exercise.spelling"], { spelling: spellings.join(", ") })}</p>
        )}
        {gaps.map(({ why }, at) => why && <ShortText key={at} text={why} />)}
      </>
    )
  return (
    <>
      {gaps.length > 1 && (
        <p lang={textLanguage && language}>
          {fill(texts["exercise.some_right"], { right: rightCount, count: gaps.length })}
        </p>
      )}
      {gaps.map(({ why }, at) => why && results[at] === false && <ShortText key={at} text={why} />)}
    </>
  )
}

function fillGaps(pieces: readonly string[], answers: readonly string[]): string {
  return pieces.map((piece, at) => piece + (answers[at] ?? "")).join("")
}
