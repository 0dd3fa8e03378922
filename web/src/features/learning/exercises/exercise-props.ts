import type { Language } from "@haitech/contract/languages"
import type { ExerciseOf, ExerciseType } from "@haitech/contract/lessons"
import type { MessageKey } from "#platform/i18n/texts.ts"

export const EXERCISE_TEXTS = [
  "exercise.title",
  "exercise.check",
  "exercise.try",
  "exercise.tried",
  "exercise.right",
  "exercise.right_mark",
  "exercise.wrong",
  "exercise.again",
  "exercise.some_right",
  "exercise.spelling",
  "exercise.comes_back",
  "exercise.unanswered",
  "exercise.hint",
  "exercise.next_hint",
  "exercise.hint_number",
  "exercise.answer",
  "exercise.show_answer",
  "exercise.your_answer",
  "exercise.choose_all",
  "exercise.gap",
  "exercise.match",
  "exercise.choose",
  "exercise.up",
  "exercise.down",
  "exercise.moved",
  "exercise.done",
  "exercise.editor",
  "exercise.editor_failed",
] as const satisfies readonly MessageKey[]

type ExerciseTexts = Readonly<Record<(typeof EXERCISE_TEXTS)[number], string>>

export interface Answer {
  readonly isCorrect: boolean
  /** What the learner chose or typed: goes along with a question to the staff. */
  readonly answer: string
}

export interface ExerciseProps<Type extends ExerciseType = ExerciseType> {
  readonly exercise: ExerciseOf<Type>
  readonly texts: ExerciseTexts
  /** Of the page. */
  readonly language: Language
  /** Of the exercise's text, where it is not the page's. */
  readonly textLanguage?: Language
  /** Instead of "Exercise": "Exercise 2 of 4". */
  readonly title?: string
  /** Answered right before, on this device or another. */
  readonly isDone?: boolean
  /** Runs once for each try. */
  readonly onAnswer: (answer: Answer) => void
}
