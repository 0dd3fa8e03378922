import { afterEach, expect, test, vi } from "vitest"
import { dayOf, kindOf, lastDays } from "./data-use-days.ts"

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
  ["a file from the network", { initiatorType: "script", workerStart: 0, name: "https://a.org/assets/a.js" }, "pages"],
  ["a page that the worker gave", { initiatorType: "navigation", workerStart: 1, name: "https://a.org/about" }, null],
  ["a call, past the worker", { initiatorType: "fetch", workerStart: 9, name: "https://a.org/api/chat" }, "pages"],
  ["texts", { initiatorType: "fetch", workerStart: 0, name: "https://a.org/fragments/en/chat.html" }, "pages"],
  ["a file of a course", { initiatorType: "fetch", workerStart: 9, name: "https://a.org/learn/one" }, "saved"],
])("%s counts: %o", (_, entry, kind) => {
  expect(kindOf(entry as PerformanceResourceTiming)).toBe(kind)
})
