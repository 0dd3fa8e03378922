import { formatValue, isError } from "./format-value.ts"
import type { ProgramError, ProgramJob, RunOutcome, Write } from "./program-run.ts"

const CHECK = "__check"

export interface JavaScriptEngine {
  /** The global object of the programs. */
  readonly scope: object
  /** Runs a classic script: its top-level `const` and `let` are visible to the scripts after it. */
  load(source: string): Promise<ProgramError | undefined>
  /** Of a promise or a timer of the program. */
  failure(): ProgramError | undefined
  setTimeout(callback: () => void, ms: number): number
  clearTimeout(id: number): void
}

class MissingInput extends Error {}

/** Runs a program, waits for its timers, and evaluates the test's expression where its variables are. */
export async function runJavaScript(engine: JavaScriptEngine, job: ProgramJob, write: Write): Promise<RunOutcome> {
  const timers = countTimers(engine)
  const prompt = createPrompt(job.input, write)
  Object.assign(engine.scope, timers.functions, { console: createConsole(write), prompt: prompt.ask })
  const failed = await engine.load(job.source)
  await timers.settle()
  const error = failed ?? engine.failure()
  if (prompt.isMissingInput()) return { end: "input" }
  if (error) return { end: "error", error }
  return job.check === undefined ? { end: "done" } : { end: "done", isChecked: await evaluate(engine, job.check) }
}

export function describeError(error: unknown, line: number | null): ProgramError {
  const name = isError(error) ? String(error.name) : "Error"
  const message = isError(error) ? String(error.message) : formatValue(error)
  return { name, message, line, original: `${name}: ${message}` }
}

function createConsole(write: Write) {
  const print = (...values: readonly unknown[]) =>
    write("print", `${values.map((value) => formatValue(value)).join(" ")}\n`)
  return Object.freeze({ log: print, info: print, warn: print, error: print, debug: print, table: print })
}

function createPrompt(input: readonly string[], write: Write) {
  const answers = [...input]
  let isMissing = false
  const ask = (question: unknown = "") => {
    write("question", `${formatValue(question)} `)
    const answer = answers.shift()
    if (answer === undefined) {
      isMissing = true
      throw new MissingInput()
    }
    write("answer", `${answer}\n`)
    return answer
  }
  return { ask, isMissingInput: () => isMissing }
}

/** The program's own timers, counted: a run is over when none waits. */
function countTimers(engine: JavaScriptEngine) {
  const waiting = new Set<number>()
  const setTimeout = (callback: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    const id = engine.setTimeout(() => {
      waiting.delete(id)
      callback(...values)
    }, ms)
    waiting.add(id)
    return id
  }
  const aliases = new Map<number, number>()
  const setInterval = (callback: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    const repeat = () => {
      callback(...values)
      if (aliases.has(first)) aliases.set(first, setTimeout(repeat, Math.max(ms, 1)))
    }
    const first = setTimeout(repeat, ms)
    aliases.set(first, first)
    return first
  }
  const clear = (id: number) => {
    for (const timer of [id, aliases.get(id) ?? id]) {
      engine.clearTimeout(timer)
      waiting.delete(timer)
    }
    aliases.delete(id)
  }
  const settle = async () => {
    do await new Promise<void>((resolve) => engine.setTimeout(resolve, 0))
    while (waiting.size > 0 && !engine.failure())
  }
  return { functions: { setTimeout, setInterval, clearTimeout: clear, clearInterval: clear }, settle }
}

async function evaluate(engine: JavaScriptEngine, expression: string): Promise<boolean> {
  if (await engine.load(`var ${CHECK} = () => (\n${expression}\n)`)) return false
  try {
    return Boolean(await Reflect.get(engine.scope, CHECK)())
  } catch {
    return false
  }
}
