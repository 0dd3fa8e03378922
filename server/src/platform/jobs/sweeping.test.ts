import { expect, onTestFinished, test, vi } from "vitest"
import { startSweeping } from "./sweeping.ts"

test("a sweep runs a minute after the start and every hour, even after a failure, until it is stopped", async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const warn = vi.fn()
  const sweep = async () => {
    throw new TypeError("the database is unavailable")
  }
  const stop = startSweeping(sweep, { db: {} as never, now: () => new Date() }, { warn })
  const sweepsIn = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return warn.mock.calls.length
  }
  expect([await sweepsIn(59_000), await sweepsIn(1_000), await sweepsIn(7_200_000)]).toEqual([0, 1, 3])
  expect(warn).toHaveBeenLastCalledWith({ error: "TypeError" }, "sweep")
  await stop()
  expect(await sweepsIn(7_200_000)).toBe(3)
})
