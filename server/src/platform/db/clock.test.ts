import { expect, onTestFinished, test, vi } from "vitest"
import { startClock } from "./clock.ts"

/** A database whose clock is `ahead` milliseconds ahead of this machine's. */
function poolAhead(ahead: () => number) {
  return { query: async () => ({ rows: [{ ms: performance.timeOrigin + performance.now() + ahead() }] }) as never }
}

const HOUR_MS = 3_600_000

test("the time is the database's, also after this machine's clock was set", async () => {
  const clock = await startClock(poolAhead(() => HOUR_MS))
  onTestFinished(clock.stop)
  const before = performance.timeOrigin + performance.now() + HOUR_MS
  vi.spyOn(Date, "now").mockReturnValue(0)
  onTestFinished(() => void vi.restoreAllMocks())
  const [now, after] = [clock.now().getTime(), performance.timeOrigin + performance.now() + HOUR_MS]
  expect([now >= Math.floor(before), now <= Math.ceil(after)]).toEqual([true, true])
})

test("the clock is read again and again, and a failed reading changes nothing", async () => {
  let ahead = 0
  let readings = 0
  const { query } = poolAhead(() => ahead)
  const failing = async () => {
    readings += 1
    if (readings % 2 === 0) throw new Error("the database is unavailable")
    return query()
  }
  const clock = await startClock({ query: failing }, 1)
  onTestFinished(clock.stop)
  await expect.poll(() => readings).toBeGreaterThan(3)
  ahead = HOUR_MS
  const isAhead = () => clock.now().getTime() > performance.timeOrigin + performance.now() + HOUR_MS / 2
  await expect.poll(isAhead).toBe(true)
  const seen = readings
  await expect.poll(() => readings).toBeGreaterThan(seen + 3)
  expect(isAhead()).toBe(true)
})
