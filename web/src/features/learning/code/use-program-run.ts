import type { CodeLanguage, ExerciseOf } from "@haitech/contract/lessons"
import { useCallback, useEffect, useRef, useState } from "react"
import { needsRun, passesTest } from "./judge.ts"
import type { Output, RunResult } from "./program-run.ts"

/** Compressed: the interpreter and what starts it. */
export const PYTHON_BYTES = 193_000
const loaded = new Set<CodeLanguage>(["javascript", "html"])

/** Whether a program of the language has run since the page was opened; only Python loads much for its first run. */
export function isLoaded(language: CodeLanguage): boolean {
  return loaded.has(language)
}

export interface TestResult {
  readonly isPassed: boolean
  /** Null where the test only looks at the program's text. */
  readonly result: RunResult | null
}

export interface ProgramRun {
  readonly state: "idle" | "loading" | "running" | "stopped" | "over" | "unloadable"
  /** Counts the runs of this visit. */
  readonly number: number
  readonly output: readonly Output[]
  /** Of the run whose output is shown: the first test that failed, else the first one. */
  readonly shown: RunResult | null
  /** Of the tests that ran, in their order. */
  readonly tests: readonly TestResult[]
}

const INITIAL: ProgramRun = { state: "idle", number: 0, output: [], shown: null, tests: [] }

/** Runs the program for each test of the exercise, and shows the output of the first run while it prints. */
export function useProgramRun(
  exercise: ExerciseOf<"code">,
  preview: () => HTMLElement | null,
  onEnd: (isPassed: boolean, source: string) => void,
) {
  const [current, setCurrent] = useState(INITIAL)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const run = useCallback(
    async (source: string) => {
      abort.current?.abort()
      const controller = new AbortController()
      abort.current = controller
      const { signal } = controller
      const update = (change: (last: ProgramRun) => Partial<ProgramRun>) =>
        setCurrent((last) => (signal.aborted ? last : { ...last, ...change(last) }))
      const state = isLoaded(exercise.language) ? "running" : "loading"
      update(({ number }) => ({ ...INITIAL, state, number: number + 1 }))
      try {
        const tests = await runTests(exercise, source, {
          signal,
          preview,
          onOutput: (output) => update(() => ({ output })),
        })
        loaded.add(exercise.language)
        if (signal.aborted) return
        const failed = tests.find(({ isPassed, result }) => !isPassed && result)
        const shown = (failed ?? tests.find(({ result }) => result))?.result ?? null
        update(() => ({ state: "over", tests, shown, output: shown?.output ?? [] }))
        onEnd(tests.length === exercise.tests.length && tests.every(({ isPassed }) => isPassed), source)
      } catch {
        update(() => ({ state: "unloadable" }))
      }
    },
    [exercise, preview, onEnd],
  )
  const stop = useCallback(() => {
    setCurrent((last) => ({ ...last, state: "stopped" }))
    abort.current?.abort()
  }, [])
  return { ...current, isBusy: current.state === "loading" || current.state === "running", run, stop }
}

interface Options {
  readonly signal: AbortSignal
  readonly preview: () => HTMLElement | null
  readonly onOutput: (output: readonly Output[]) => void
}

/** Each test has a fresh run. After an endless loop the others are left out: each would take as long. */
async function runTests(
  exercise: ExerciseOf<"code">,
  source: string,
  { signal, preview, onOutput }: Options,
): Promise<TestResult[]> {
  const { language } = exercise
  const { runProgram } = await import("./runner.ts")
  const results: TestResult[] = []
  const page = language === "html" ? preview() : null
  if (page) {
    const { end } = await runProgram(language, { source, input: [] }, { signal, preview: page })
    if (end === "time") page.replaceChildren()
  }
  for (const test of exercise.tests) {
    const isFirst = results.every(({ result }) => result === null)
    const job = { source, input: test.input, check: test.check }
    const result = needsRun(test) ? await runProgram(language, job, { signal, ...(isFirst && { onOutput }) }) : null
    results.push({ isPassed: passesTest(test, { language, source }, result), result })
    if (signal.aborted || result?.end === "time" || result?.end === "lost") break
  }
  return results
}
