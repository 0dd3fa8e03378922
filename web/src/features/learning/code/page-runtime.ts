import { describeError, type JavaScriptEngine, runJavaScript } from "./javascript-program.ts"
import type { ProgramError, ProgramJob } from "./program-run.ts"
import { createReporter } from "./reporter.ts"

declare global {
  interface Window {
    /** Of web/public/run/page.html, which runs this script. */
    runProgram?: { readonly port: MessagePort; readonly job: ProgramJob }
  }
}

const MAX_LOOP_MS = 2000

if (window.runProgram) void run(window.runProgram)

async function run({ port, job }: { readonly port: MessagePort; readonly job: ProgramJob }) {
  delete window.runProgram
  const reporter = createReporter((message) => port.postMessage(message))
  reporter.begin()
  const loops = createLoopGuard()
  Object.assign(window, { __loop: loops.guard })
  const outcome = await runJavaScript(createEngine(), job, reporter.write)
  reporter.end(loops.isEndless() ? { end: "time" } : outcome)
}

class EndlessLoop extends Error {}

/** For the calls that `guardLoops` puts into a page: ends what keeps the page busy for too long at a stretch. */
function createLoopGuard() {
  const setTimer = window.setTimeout.bind(window)
  let busySince: number | undefined
  let isEndless = false
  const guard = () => {
    if (busySince === undefined) {
      busySince = Date.now()
      setTimer(() => {
        busySince = undefined
      }, 0)
    }
    if (Date.now() - busySince < MAX_LOOP_MS) return
    isEndless = true
    throw new EndlessLoop("endless loop")
  }
  return { guard, isEndless: () => isEndless }
}

/** The first source is the page; the others are scripts in it. */
function createEngine(): JavaScriptEngine {
  let failure: ProgramError | undefined
  let isWritten = false
  const setTimer = window.setTimeout.bind(window)
  const clearTimer = window.clearTimeout.bind(window)
  const listen = () => {
    addEventListener("error", (event) => {
      event.preventDefault()
      failure ??= describeError(event.error ?? event.message, event.lineno || null)
    })
    addEventListener("unhandledrejection", (event) => {
      event.preventDefault()
      failure ??= describeError(event.reason, null)
    })
  }
  const showPage = (html: string) =>
    new Promise<void>((resolve) => {
      document.open()
      listen()
      addEventListener("load", () => setTimer(resolve, 0))
      document.write(html)
      document.close()
    })
  return {
    scope: window,
    load: async (source) => {
      if (!isWritten) {
        isWritten = true
        await showPage(source)
        return failure
      }
      const script = document.createElement("script")
      script.text = source
      document.documentElement.append(script)
      return failure
    },
    failure: () => failure,
    setTimeout: setTimer,
    clearTimeout: clearTimer,
  }
}
