import { describeError, type JavaScriptEngine, runJavaScript } from "./javascript-program.ts"
import type { ProgramError, ProgramJob } from "./program-run.ts"
import { createReporter } from "./reporter.ts"
import { removeAccess } from "./worker-scope.ts"

self.onmessage = async ({ data }: MessageEvent<ProgramJob>) => {
  self.onmessage = null
  const reporter = createReporter(self.postMessage.bind(self))
  const engine = createEngine()
  removeAccess()
  reporter.begin()
  reporter.end(await runJavaScript(engine, data, reporter.write))
}

function createEngine(): JavaScriptEngine {
  const importScripts = self.importScripts.bind(self)
  const createAddress = (source: string) => URL.createObjectURL(new Blob([source], { type: "text/javascript" }))
  const setTimer = self.setTimeout.bind(self)
  const clearTimer = self.clearTimeout.bind(self)
  let failure: ProgramError | undefined
  let onLoadFailure: ((error: ProgramError) => void) | undefined
  const fail = (error: ProgramError) => {
    if (onLoadFailure) onLoadFailure(error)
    else failure ??= error
  }
  self.addEventListener("error", (event) => {
    event.preventDefault()
    fail(describeError(event.error ?? event.message, event.lineno || null))
  })
  self.addEventListener("unhandledrejection", (event) => {
    event.preventDefault()
    fail(describeError(event.reason, null))
  })
  return {
    scope: self,
    load: (source) => {
      const address = createAddress(source)
      return new Promise<ProgramError | undefined>((resolve) => {
        onLoadFailure = resolve
        // An exception must reach the listener above: only its event knows the line of a syntax error.
        setTimer(() => {
          importScripts(address)
          resolve(undefined)
        }, 0)
      }).finally(() => {
        onLoadFailure = undefined
      })
    },
    failure: () => failure,
    setTimeout: setTimer,
    clearTimeout: clearTimer,
  }
}
