import { expect, test } from "vitest"
import { isReviewHour, localDay, secondsUntil } from "./rules.ts"

test("the hour of the reviews is from five to six on the member's clock", () => {
  const isHour = (instant: string, timeZone: string) => isReviewHour(new Date(instant), timeZone)
  expect(isHour("2026-01-02T22:00:00Z", "America/Port-au-Prince")).toBe(true)
  expect(isHour("2026-01-02T22:59:59Z", "America/Port-au-Prince")).toBe(true)
  expect(isHour("2026-01-02T21:59:59Z", "America/Port-au-Prince")).toBe(false)
  expect(isHour("2026-01-02T16:00:00Z", "Europe/Paris")).toBe(true)
})

test("the day is that of the member's clock", () => {
  expect(localDay(new Date("2026-01-02T03:00:00Z"), "America/Port-au-Prince")).toBe("2026-01-01")
})

test("a message lives for whole seconds, and not after its end", () => {
  const now = new Date("2026-01-02T03:00:00.500Z")
  expect(secondsUntil("2026-01-02T03:00:02.000Z", now)).toBe(1)
  expect(secondsUntil("2026-01-02T03:00:00.000Z", now)).toBe(-1)
})
