// Runs the programs of courses for check-programs.ts, one after another, each in a realm of its own.

import { createContext, runInContext } from "node:vm"
import { parentPort } from "node:worker_threads"
import type { CodeLanguage } from "@haitech/contract/lessons"
import {
  describeError,
  type JavaScriptEngine,
  runJavaScript,
} from "@haitech/web/features/learning/code/javascript-program.ts"
import {
  appendOutput,
  type Output,
  type ProgramJob,
  type RunResult,
  type Write,
} from "@haitech/web/features/learning/code/program-run.ts"
import { startPython } from "@haitech/web/features/learning/code/python-program.ts"
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs"

const FILE = "program.js"

export interface WorkerJob extends ProgramJob {
  readonly language: Exclude<CodeLanguage, "html">
}

parentPort?.on("message", async (job: WorkerJob) => parentPort?.postMessage(await run(job)))

async function run(job: WorkerJob): Promise<RunResult> {
  let output: Output[] = []
  const write: Write = (kind, text) => {
    output = appendOutput(output, kind, text)
  }
  const outcome =
    job.language === "python"
      ? (await startPython(loadMicroPython)).run(job, write)
      : await runJavaScript(createEngine(), job, write)
  return { ...outcome, output }
}

function createEngine(): JavaScriptEngine {
  const scope = createContext({})
  let failure: ReturnType<JavaScriptEngine["failure"]>
  const timers = new Map<number, NodeJS.Timeout>()
  let lastTimer = 0
  return {
    scope,
    load: async (source) => {
      try {
        runInContext(source, scope, { filename: FILE })
        return undefined
      } catch (error) {
        return describeError(error, lineOf(error))
      }
    },
    failure: () => failure,
    setTimeout: (callback, ms) => {
      const id = ++lastTimer
      timers.set(
        id,
        setTimeout(() => {
          try {
            callback()
          } catch (error) {
            failure = describeError(error, lineOf(error))
          }
        }, ms),
      )
      return id
    },
    clearTimeout: (id) => clearTimeout(timers.get(id)),
  }
}

function lineOf(error: unknown): number | null {
  const stack = typeof error === "object" && error !== null && "stack" in error ? String(error.stack) : ""
  const [, line] = /program\.js:(\d+)/.exec(stack) ?? []
  return line === undefined ? null : Number(line)
}
