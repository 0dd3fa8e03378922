import type { ExerciseOf } from "@haitech/contract/lessons"
import { useCallback, useEffect, useRef, useState } from "react"
import type { Answer } from "#features/learning/exercises/exercise-props.ts"
import { useTries } from "#features/learning/exercises/use-tries.ts"
import type { EditorControls } from "./editor-controls.ts"
import { keepProgramDraft, readProgramDraft } from "./program-draft.ts"
import { useProgramRun } from "./use-program-run.ts"

export type Program = ReturnType<typeof useProgram>

/** The learner's program of one exercise: its text, kept on the device, its runs and its tries. */
export function useProgram(exercise: ExerciseOf<"code">, onAnswer: (answer: Answer) => void) {
  const controls = useRef<EditorControls>(null)
  const page = useRef<HTMLDivElement>(null)
  const tries = useTries(onAnswer)
  const submit = useRef(tries.submit)
  const [text, setText] = useState(() => readProgramDraft(exercise.id) ?? exercise.starter)
  useEffect(() => {
    submit.current = tries.submit
  })
  const preview = useCallback(() => page.current, [])
  const end = useCallback((isCorrect: boolean, answer: string) => submit.current({ isCorrect, answer }), [])
  const { run, stop, ...state } = useProgramRun(exercise, preview, end)
  const errorLine = state.shown?.error?.line ?? null
  useEffect(() => controls.current?.markLine(errorLine), [errorLine])
  return {
    controls,
    page,
    tries,
    text,
    state,
    change(changed: string): void {
      setText(changed)
      keepProgramDraft(exercise.id, changed, exercise.starter)
    },
    run: () => void run(text),
    stop,
  }
}
