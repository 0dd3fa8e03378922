import { Fragment, useState } from "react"
import { fill } from "#platform/i18n/fill.ts"
import { checkGaps, GAP_MARK, properSpelling } from "./check-answer.ts"
import { ExerciseFrame } from "./exercise-frame.tsx"
import type { ExerciseProps } from "./exercise-props.ts"
import { ShortText } from "./short-text.tsx"
import { useTries } from "./use-tries.ts"

/** A text, or a program, with gaps. */
export function FillExercise({ onAnswer, ...props }: ExerciseProps<"fill">) {
  const { exercise } = props
  const tries = useTries(onAnswer)
  const [values, setValues] = useState<readonly string[]>([])
  const results = tries.outcome === "right" || tries.outcome === "wrong" ? checkGaps(exercise, values) : undefined
  const check = (form: HTMLFormElement) => {
    const now = new FormData(form).getAll("gap").map(String)
    if (now.some((value) => value.trim() === "")) return tries.askForAnswer()
    setValues(now)
    tries.submit({ isCorrect: checkGaps(exercise, now).every(Boolean), answer: now.join("\n") })
  }
  return (
    <ExerciseFrame
      {...props}
      tries={tries}
      onCheck={check}
      why={results && <Why {...props} values={values} results={results} />}
      solution={<Solution exercise={exercise} />}
    >
      <Gaps {...props} results={results} isReadOnly={tries.isRight} />
    </ExerciseFrame>
  )
}

interface GapsProps extends Pick<ExerciseProps<"fill">, "exercise" | "texts" | "language" | "textLanguage"> {
  readonly results: readonly boolean[] | undefined
  readonly isReadOnly: boolean
}

function Gaps({ exercise, texts, language, textLanguage, results, isReadOnly }: GapsProps) {
  const { gaps, code } = exercise
  const input = (at: number) => (
    <input
      name="gap"
      className="control"
      size={Math.max(4, ...(gaps[at]?.accept ?? []).map(({ length }) => length + 1))}
      aria-label={fill(texts["exercise.gap"], { number: at + 1 })}
      aria-invalid={results?.[at] === false || undefined}
      readOnly={isReadOnly}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={200}
      lang={textLanguage && language}
    />
  )
  const withInputs = (text: string, firstGap: number) =>
    text.split(GAP_MARK).map((piece, at) => (
      <Fragment key={at}>
        {at > 0 && input(firstGap + at - 1)}
        {code ? piece : <ShortText inline text={piece} />}
      </Fragment>
    ))
  if (code) return <pre className="exercise-gaps code">{withInputs(exercise.text.trimEnd(), 0)}</pre>
  const paragraphs = closeAtGaps(exercise.text.trim()).split(/\n\s*\n/)
  return (
    <div className="exercise-gaps exercise-text">
      {paragraphs.map((paragraph, at) => (
        <p key={at}>{withInputs(paragraph, paragraphs.slice(0, at).join().split(GAP_MARK).length - 1)}</p>
      ))}
    </div>
  )
}

/** `:fr[Je ___ ici]` becomes `:fr[Je ]___:fr[ ici]`, because inputs split the text. */
function closeAtGaps(text: string): string {
  return text
    .replace(/(:\w\w\[)[^\]]+/g, (words, mark: string) => words.replaceAll(GAP_MARK, `]${GAP_MARK}${mark}`))
    .replace(/:\w\w\[\]/g, "")
}

function Solution({ exercise: { text, gaps, code } }: Pick<ExerciseProps<"fill">, "exercise">) {
  const pieces = text.trimEnd().split(GAP_MARK)
  const answers = gaps.map(({ accept: [answer = ""] }, at) =>
    code ? answer : markLike(answer, pieces[at], pieces[at + 1]),
  )
  const filled = pieces.map((piece, at) => piece + (answers[at] ?? "")).join("")
  return code ? <pre>{filled}</pre> : <ShortText text={filled} />
}

/** An answer beside words of another language is in that language. */
function markLike(answer: string, before = "", after = ""): string {
  const language = /:(\w\w)\[[^\]]*\] *$/.exec(before)?.[1] ?? /^ *:(\w\w)\[/.exec(after)?.[1]
  return language ? `:${language}[${answer}]` : answer
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
