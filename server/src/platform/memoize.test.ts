import { expect, onTestFinished, test, vi } from "vitest"
import { memoize, memoizeFor } from "./memoize.ts"

test("a memoized value is created once", () => {
  const create = vi.fn(() => ({}))
  const get = memoize(create)
  expect(get()).toBe(get())
  expect(create).toHaveBeenCalledTimes(1)
})

test("a value is read again when it is older than its time", async () => {
  vi.useFakeTimers({ toFake: ["performance"] })
  onTestFinished(() => void vi.useRealTimers())
  let count = 0
  const read = memoizeFor(1000, async () => ++count)
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  vi.advanceTimersByTime(1000)
  expect(await read()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await read()).toBe(2)
})
