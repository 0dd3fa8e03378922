import { expect, test } from "vitest"
import { watchService } from "./service-watch.ts"

const HOUR_MS = 3_600_000

function watchAt() {
  const clock = { at: 1000 }
  return { clock, watch: watchService(() => clock.at) }
}

test("a service that nothing used is unknown, and so is one that nothing used for an hour", () => {
  const { clock, watch } = watchAt()
  expect(watch.state()).toEqual({ state: "unknown", since: null })
  watch.worked()
  clock.at += HOUR_MS
  expect(watch.state()).toEqual({ state: "working", since: null })
  clock.at += 1
  expect(watch.state()).toEqual({ state: "unknown", since: null })
})

test("a service fails since its first failure, until it works", () => {
  const { clock, watch } = watchAt()
  watch.worked()
  watch.failed()
  clock.at += 5000
  watch.failed()
  expect(watch.state()).toEqual({ state: "failing", since: new Date(1000) })
  watch.worked()
  expect(watch.state()).toEqual({ state: "working", since: null })
  watch.failed()
  expect(watch.state().since).toEqual(new Date(6000))
})
