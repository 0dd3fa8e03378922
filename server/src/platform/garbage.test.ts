import { expect, onTestFinished, test, vi } from "vitest"
import { onRestAfterLoad } from "./garbage.ts"

test("garbage is collected once after load, when the server is at rest", () => {
  vi.useFakeTimers({ toFake: ["setInterval"] })
  onTestFinished(() => void vi.useRealTimers())
  let utilization = 0
  vi.spyOn(performance, "eventLoopUtilization").mockImplementation(() => ({ idle: 0, active: 0, utilization }))
  onTestFinished(() => void vi.restoreAllMocks())
  const collect = vi.fn()
  onRestAfterLoad(collect)
  const collected = [0.01, 0.1, 0.01, 0.9, 0.3, 0.1, 0.01, 0.01, 0.5, 0.04].map((value) => {
    utilization = value
    vi.advanceTimersByTime(30_000)
    return collect.mock.calls.length
  })
  expect(collected).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 2])
})
