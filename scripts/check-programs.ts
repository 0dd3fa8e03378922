import { availableParallelism } from "node:os"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import type { ShippedCourse } from "@haitech/content/courses"
import { LANGUAGES } from "@haitech/contract/languages"
import type { CodeTest, ExerciseOf } from "@haitech/contract/lessons"
import { needsRun, passesTest } from "@haitech/web/features/learning/code/judge.ts"
import type { RunResult } from "@haitech/web/features/learning/code/program-run.ts"
import type { WorkerJob } from "./program-worker.ts"

/** Long enough for a busy machine: only endless loops take it. */
const MAX_MS = 10_000

interface Program {
  readonly where: string
  readonly exercise: ExerciseOf<"code">
  readonly language: WorkerJob["language"]
}

type Run = (job: WorkerJob) => Promise<RunResult>

/**
 * Runs each program of the courses that needs no page: a solution passes all its tests, a wrong program and the starter
 * fail one. The same for `html` is e2e/src/code-programs.spec.ts.
 */
export async function findProgramDefects(courses: readonly ShippedCourse[]): Promise<string[]> {
  const programs = courses.flatMap(programsOf)
  const defects: string[][] = programs.map(() => [])
  const queue = programs.entries()
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
      const runner = createRunner()
      for (const [index, program] of queue) defects[index] = await programDefects(program, runner.run)
      await runner.close()
    }),
  )
  return defects.flat()
}

function programsOf(course: ShippedCourse): Program[] {
  return course.lessons.flatMap((lesson) =>
    LANGUAGES.flatMap((code) =>
      (lesson.texts[code]?.blocks ?? []).flatMap((block) => {
        if (block.kind !== "exercise" || block.exercise.type !== "code") return []
        const { exercise } = block
        const where = `${course.slug}/${code}/${String(lesson.order).padStart(2, "0")}-${lesson.slug}.md: ${exercise.id}`
        return exercise.language === "html" ? [] : [{ where, exercise, language: exercise.language }]
      }),
    ),
  )
}

async function programDefects({ where, exercise, language }: Program, run: Run): Promise<string[]> {
  const firstFailure = async (source: string) => {
    for (const test of exercise.tests) {
      const result = needsRun(test) ? await run({ language, source, input: test.input, check: test.check }) : null
      if (!passesTest(test, { language, source }, result)) return { test, result }
    }
    return undefined
  }
  const failed = await firstFailure(exercise.solution)
  const others = [["the starter", exercise.starter] as const, ...exercise.wrong.map(wrongProgram)]
  const passing: string[] = []
  for (const [name, source] of others) if (!(await firstFailure(source))) passing.push(name)
  return [
    ...(failed ? [`${where}: the solution fails "${failed.test.name}"; ${explain(failed.test, failed.result)}`] : []),
    ...passing.map((name) => `${where}: ${name} passes all tests`),
  ]
}

function wrongProgram(source: string, index: number) {
  return [`the wrong program ${index + 1}`, source] as const
}

function explain(test: CodeTest, result: RunResult | null): string {
  if (!result) return `it does not contain ${test.uses}`
  const { end, error, output, isChecked } = result
  const printed = output.map(({ text }) => text).join("")
  if (end !== "done") return `it ends with ${error?.original ?? end}`
  if (test.check !== undefined && isChecked !== true) return `not true: ${test.check}`
  return `it prints ${JSON.stringify(printed)}`
}

/** A thread that runs programs, replaced when one does not end. */
function createRunner() {
  let worker: Worker | undefined
  const run: Run = async (job) => {
    worker ??= new Worker(join(import.meta.dirname, "program-worker.ts"))
    const current = worker
    const { promise, resolve, reject } = Promise.withResolvers<RunResult>()
    const timer = setTimeout(() => resolve({ end: "time", output: [] }), MAX_MS)
    current.once("message", resolve).once("error", reject)
    current.postMessage(job)
    const result = await promise.finally(() => clearTimeout(timer))
    current.off("message", resolve).off("error", reject)
    if (result.end === "time") {
      await current.terminate()
      worker = undefined
    }
    return result
  }
  return { run, close: async () => void (await worker?.terminate()) }
}
