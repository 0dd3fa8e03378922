import { afterEach, expect, test, vi } from "vitest"
import { dayOf, isOfPage, lastDays } from "./data-use-days.ts"

afterEach(() => vi.unstubAllEnvs())

test.each([
  ["America/Port-au-Prince", "2026-11-24"],
  ["Asia/Tokyo", "2026-11-25"],
])("in %s the day is that of its calendar", (zone, day) => {
  vi.stubEnv("TZ", zone)
  expect(dayOf(Date.parse("2026-11-25T03:00:00Z"))).toBe(day)
})

test("the last days are seven, today last", () => {
  const days = lastDays(Date.parse("2026-03-03T12:00:00Z"))
  expect([days.length, days[0], days.at(-1)]).toEqual([7, "2026-02-25", "2026-03-03"])
})

test.each([
  ["a file from the network", { transferSize: 500, workerStart: 0, name: "https://a.org/assets/a.js" }, true],
  ["a file from the cache", { transferSize: 0, workerStart: 0, name: "https://a.org/assets/a.js" }, false],
  ["a page that the worker gave", { transferSize: 54_117, workerStart: 1, name: "https://a.org/about" }, false],
  ["a call, which the worker lets pass", { transferSize: 524, workerStart: 9, name: "https://a.org/api/chat" }, true],
])("%s counts as this page's: %o", (_, entry, isCounted) => {
  expect(isOfPage(entry as PerformanceResourceTiming)).toBe(isCounted)
})
