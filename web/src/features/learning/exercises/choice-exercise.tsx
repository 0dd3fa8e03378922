import type { ExerciseOf } from "@haitech/contract/lessons"
import { useState } from "react"
import { Icon } from "#ui/icon.tsx"
import { areChoicesRight } from "./check-answer.ts"
import { ExerciseFrame } from "./exercise-frame.tsx"
import type { ExerciseProps } from "./exercise-props.ts"
import { plainText, ShortText } from "./short-text.tsx"
import { useTries } from "./use-tries.ts"

type Choice = ExerciseOf<"choice" | "choices">

/** One option, or several, of a list. */
export function ChoiceExercise({ onAnswer, ...props }: ExerciseProps<"choice" | "choices">) {
  const { exercise, texts, language, textLanguage } = props
  const tries = useTries(onAnswer)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [tried, setTried] = useState<ReadonlySet<number>>(new Set())
  const isSingle = exercise.type === "choice"
  const check = (form: HTMLFormElement) => {
    const now = new FormData(form).getAll("option").map(Number)
    if (now.length === 0) return tries.askForAnswer()
    setChosen(now)
    setTried(new Set([...tried, ...now]))
    tries.submit({
      isCorrect: areChoicesRight(exercise, now),
      answer: now.map((at) => plainText(exercise.options[at]?.text ?? "")).join("\n"),
    })
  }
  const right = exercise.options.filter(({ correct }) => correct).map(({ text }) => text)
  return (
    <ExerciseFrame
      {...props}
      tries={tries}
      onCheck={check}
      why={tries.outcome && <Why exercise={exercise} chosen={chosen} isRight={tries.isRight} />}
      solution={<Texts texts={right} />}
    >
      {!isSingle && (
        <p className="small text-muted" lang={textLanguage && language}>
          {texts["exercise.choose_all"]}
        </p>
      )}
      <fieldset className="exercise-options" disabled={tries.isRight}>
        <legend className="sr">
          <ShortText inline text={exercise.question.replace(/```\w*/g, "").trim()} />
        </legend>
        {exercise.options.map(({ correct }, at) => (
          <Option
            key={at}
            {...props}
            at={at}
            state={tries.isRight && correct ? "right" : isSingle && tried.has(at) && !correct ? "tried" : undefined}
          />
        ))}
      </fieldset>
    </ExerciseFrame>
  )
}

interface OptionProps extends Omit<ExerciseProps<"choice" | "choices">, "onAnswer"> {
  readonly at: number
  readonly state: "right" | "tried" | undefined
}

function Option({ exercise, texts, language, textLanguage, at, state }: OptionProps) {
  return (
    <label className={`exercise-option ${state ?? ""}`.trimEnd()}>
      <input type={exercise.type === "choice" ? "radio" : "checkbox"} name="option" value={at} />
      <span className="exercise-text">
        <ShortText text={exercise.options[at]?.text ?? ""} />
      </span>
      {state && (
        <span className="exercise-mark" lang={textLanguage && language}>
          {state === "right" && <Icon name="check" />}
          {texts[state === "right" ? "exercise.right_mark" : "exercise.tried"]}
        </span>
      )}
    </label>
  )
}

/** The reasons of the options that made the try right, or of those that made it wrong. */
function Why({ exercise, chosen, isRight }: { exercise: Choice; chosen: readonly number[]; isRight: boolean }) {
  const options = exercise.options.filter(({ correct }, at) => chosen.includes(at) && correct === isRight)
  return <Texts texts={options.flatMap(({ why }) => why ?? [])} />
}

function Texts({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => <ShortText key={text} text={text} />)
}
