import { useState } from "react"
import type { Answer } from "./exercise-props.ts"

interface Tries {
  readonly count: number
  readonly isRight: boolean
  /** The last try was right or wrong; null once the learner changes the answer. */
  readonly outcome: "right" | "wrong" | "unanswered" | null
}

/** Counts the tries of one exercise. Nothing is lost by a wrong one. */
export function useTries(onAnswer: (answer: Answer) => void) {
  const [tries, setTries] = useState<Tries>({ count: 0, isRight: false, outcome: null })
  return {
    ...tries,
    submit(answer: Answer): void {
      setTries(({ count }) => ({
        count: count + 1,
        isRight: answer.isCorrect,
        outcome: answer.isCorrect ? "right" : "wrong",
      }))
      onAnswer(answer)
    },
    askForAnswer: () => setTries((last) => ({ ...last, outcome: "unanswered" })),
    /** The answer changes: what was said about the last one no longer holds. */
    change: () => setTries((last) => (last.isRight || !last.outcome ? last : { ...last, outcome: null })),
  }
}

export type TriesState = ReturnType<typeof useTries>
