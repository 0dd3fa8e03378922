import type { Language } from "@haitech/contract/languages"
import type { Exercise } from "@haitech/contract/lessons"
import { useState } from "react"
import { type Answer, EXERCISE_TEXTS } from "#features/learning/exercises/exercise-props.ts"
import { ExerciseView } from "#features/learning/exercises/exercise-view.tsx"
import { HelpOffer, TRIES_BEFORE_OFFER } from "#features/learning/help/help-offer.tsx"
import { noteTry } from "#features/learning/help/lesson-tries.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { lessonSession } from "./lesson-session.ts"
import { useLesson } from "./use-lesson.ts"

export const LESSON_EXERCISE_TEXTS = [
  ...EXERCISE_TEXTS,
  "lesson.stuck",
  "help.tries_along",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly exercise: Exercise
  readonly texts: Readonly<Record<(typeof LESSON_EXERCISE_TEXTS)[number], string>>
  readonly language: Language
  readonly textLanguage?: Language
  readonly title: string
}

/** An exercise of the page's lesson, whose answers are its progress. */
export function LessonExercise({ exercise, ...rest }: Props) {
  const { texts, language, title } = rest
  const { solved } = useLesson()
  const [wrongTries, setWrongTries] = useState(0)
  const take = ({ isCorrect, answer }: Answer) => {
    noteTry(exercise.id, title, isCorrect, answer)
    setWrongTries((count) => (isCorrect ? 0 : count + 1))
    if (!isCorrect) loadHelp()
    void lessonSession().answer(exercise.id, isCorrect)
  }
  return (
    <>
      <ExerciseView {...rest} exercise={exercise} isDone={solved.has(exercise.id)} onAnswer={take} />
      {wrongTries >= TRIES_BEFORE_OFFER && <HelpOffer texts={texts} language={language} />}
    </>
  )
}

/** Who needs help perhaps asks for it later, without a connection. A focus in an island loads its script. */
function loadHelp(): void {
  document.querySelector("#help [data-island]:not([data-hydrated])")?.dispatchEvent(new Event("focusin"))
}
