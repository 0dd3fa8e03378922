import type { Language } from "@haitech/contract/languages"
import { useId, useState } from "react"
import { fill } from "#platform/i18n/fill.ts"
import { shuffledIndexes } from "./check-answer.ts"
import { ExerciseFrame } from "./exercise-frame.tsx"
import type { ExerciseProps } from "./exercise-props.ts"
import { plainText, ShortText } from "./short-text.tsx"
import { useTries } from "./use-tries.ts"

/** Pairs to find: each left side has a list of the right sides. */
export function MatchExercise({ onAnswer, ...props }: ExerciseProps<"match">) {
  const { exercise, texts, language, textLanguage } = props
  const { pairs } = exercise
  const tries = useTries(onAnswer)
  const id = useId()
  const [given, setGiven] = useState<readonly number[]>([])
  const check = (form: HTMLFormElement) => {
    const now = new FormData(form).getAll("pair").map((value) => (value === "" ? -1 : Number(value)))
    if (now.includes(-1)) return tries.askForAnswer()
    setGiven(now)
    tries.submit({
      isCorrect: now.every((right, left) => right === left),
      answer: now
        .map((right, left) => `${plainText(pairs[left]?.left ?? "")} = ${plainText(pairs[right]?.right ?? "")}`)
        .join("\n"),
    })
  }
  const rightCount = given.filter((right, left) => right === left).length
  const isChecked = tries.outcome === "wrong"
  return (
    <ExerciseFrame
      {...props}
      tries={tries}
      onCheck={check}
      why={
        isChecked && (
          <p lang={textLanguage && language}>
            {fill(texts["exercise.some_right"], { right: rightCount, count: pairs.length })}
          </p>
        )
      }
      solution={<Pairs pairs={pairs} />}
    >
      <ul className="exercise-pairs">
        {pairs.map(({ left }, at) => (
          <li key={left}>
            <label htmlFor={`${id}-${at}`}>
              <ShortText inline text={left} />
              <span className="sr" lang={textLanguage && language}>
                {texts["exercise.match"]}
              </span>
            </label>
            <RightSides
              {...{ exercise, texts, language, textLanguage }}
              id={`${id}-${at}`}
              isWrong={isChecked && given[at] !== at}
              isDisabled={tries.isRight}
            />
          </li>
        ))}
      </ul>
    </ExerciseFrame>
  )
}

interface RightSidesProps extends Pick<ExerciseProps<"match">, "exercise" | "texts" | "language"> {
  readonly textLanguage: Language | undefined
  readonly id: string
  readonly isWrong: boolean
  readonly isDisabled: boolean
}

function RightSides({ exercise, texts, language, textLanguage, id, isWrong, isDisabled }: RightSidesProps) {
  const { pairs } = exercise
  return (
    <select
      id={id}
      name="pair"
      className="control"
      disabled={isDisabled}
      aria-invalid={isWrong || undefined}
      defaultValue=""
    >
      <option value="" lang={textLanguage && language}>
        {texts["exercise.choose"]}
      </option>
      {shuffledIndexes(pairs.length, exercise.id).map((right) => (
        <option key={right} value={right}>
          {plainText(pairs[right]?.right ?? "")}
        </option>
      ))}
    </select>
  )
}

function Pairs({ pairs }: { readonly pairs: ExerciseProps<"match">["exercise"]["pairs"] }) {
  return (
    <ul className="exercise-list">
      {pairs.map(({ left, right }) => (
        <li key={left}>
          <ShortText inline text={left} />: <ShortText inline text={right} />
        </li>
      ))}
    </ul>
  )
}
