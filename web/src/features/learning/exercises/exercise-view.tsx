import { AnswerExercise } from "./answer-exercise.tsx"
import { ChoiceExercise } from "./choice-exercise.tsx"
import { CodePreview } from "./code-preview.tsx"
import type { ExerciseProps } from "./exercise-props.ts"
import { FillExercise } from "./fill-exercise.tsx"
import { MatchExercise } from "./match-exercise.tsx"
import { OrderExercise } from "./order-exercise.tsx"

/**
 * One exercise of a lesson or of the review. Rendered without script, it shows the question, and the answer behind a
 * disclosure. A code exercise loads its editor at the first touch.
 */
export function ExerciseView({ exercise, ...rest }: ExerciseProps) {
  switch (exercise.type) {
    case "choice":
    case "choices":
      return <ChoiceExercise exercise={exercise} {...rest} />
    case "fill":
      return <FillExercise exercise={exercise} {...rest} />
    case "order":
      return <OrderExercise exercise={exercise} {...rest} />
    case "match":
      return <MatchExercise exercise={exercise} {...rest} />
    case "answer":
      return <AnswerExercise exercise={exercise} {...rest} />
    case "code":
      return <CodePreview exercise={exercise} {...rest} />
  }
}
