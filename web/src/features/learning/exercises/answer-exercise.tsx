import { useState } from "react"
import { fill } from "#platform/i18n/fill.ts"
import { Field } from "#ui/field.tsx"
import { isAccepted, properSpelling } from "./check-answer.ts"
import { ExerciseFrame } from "./exercise-frame.tsx"
import type { ExerciseProps } from "./exercise-props.ts"
import { ShortText } from "./short-text.tsx"
import { useTries } from "./use-tries.ts"

/** A short answer in the learner's own words. */
export function AnswerExercise({ onAnswer, ...props }: ExerciseProps<"answer">) {
  const { exercise, texts, language, textLanguage } = props
  const tries = useTries(onAnswer)
  const [answer, setAnswer] = useState("")
  const check = (form: HTMLFormElement) => {
    const now = String(new FormData(form).get("answer"))
    if (now.trim() === "") return tries.askForAnswer()
    setAnswer(now)
    tries.submit({ isCorrect: isAccepted(now, exercise.accept), answer: now })
  }
  const spelling = tries.isRight ? properSpelling(answer, exercise.accept) : undefined
  return (
    <ExerciseFrame
      {...props}
      tries={tries}
      onCheck={check}
      why={spelling && <p lang={textLanguage && language}>{fill(texts["exercise.spelling"], { spelling })}</p>}
      solution={<ShortText text={exercise.accept[0] ?? ""} />}
    >
      <div lang={textLanguage && language}>
        <Field
          label={texts["exercise.your_answer"]}
          name="answer"
          readOnly={tries.isRight}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
        />
      </div>
    </ExerciseFrame>
  )
}
