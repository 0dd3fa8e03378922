import { beforeEach } from "vitest"

declare global {
  var reportCall: ((id: string) => void) | undefined
}

declare module "vitest" {
  interface TaskMeta {
    /** The functions that ran during the test, or before the first test of its file. */
    calls?: readonly string[]
  }
}

let calls = new Set<string>()
globalThis.reportCall = (id) => void calls.add(id)
let early: ReadonlySet<string> | undefined

beforeEach(({ task, onTestFinished }) => {
  early ??= calls
  const own = new Set(early)
  calls = own
  onTestFinished(() => {
    task.meta.calls = [...own]
  })
})
