import { expect, test } from "vitest"
import { cityOf, clockAt, formatDay, formatHour, formatLength, formatWeekday, instantOf } from "./clock.ts"
import type { Language } from "./languages.ts"

const NEW_YORK = "America/New_York"

test.each([
  ["2026-01-15", "09:00", NEW_YORK, "2026-01-15T14:00:00.000Z"],
  ["2026-07-15", "09:00", NEW_YORK, "2026-07-15T13:00:00.000Z"],
  ["2026-03-07", "19:00", NEW_YORK, "2026-03-08T00:00:00.000Z"],
  ["2026-03-08", "09:00", NEW_YORK, "2026-03-08T13:00:00.000Z"],
  ["2026-11-01", "09:00", NEW_YORK, "2026-11-01T14:00:00.000Z"],
  ["2026-11-01", "01:30", NEW_YORK, "2026-11-01T05:30:00.000Z"],
  ["2026-01-15", "09:00", "America/Port-au-Prince", "2026-01-15T14:00:00.000Z"],
  ["2026-01-15", "09:00", "Pacific/Kiritimati", "2026-01-14T19:00:00.000Z"],
  ["2026-01-15", "09:00", "Asia/Kathmandu", "2026-01-15T03:15:00.000Z"],
  ["2028-02-29", "00:00", "UTC", "2028-02-29T00:00:00.000Z"],
])("%s at %s in %s converts to %s and back", (date, time, zone, instant) => {
  expect(instantOf(date, time, zone)).toBe(instant)
  expect(clockAt(instant, zone)).toEqual({ date, time })
})

test.each([
  ["2026-02-30", "09:00"],
  ["2026-13-01", "09:00"],
  ["2026-01-01", "25:00"],
  ["2026-03-08", "02:30"],
  ["soon", "09:00"],
  ["", ""],
])("%s at %s is not a time in New York", (date, time) => {
  expect(instantOf(date, time, NEW_YORK)).toBeNull()
})

test("days and hours are formatted per language and time zone", () => {
  const instant = "2026-08-09T02:00:00.000Z"
  expect(formatDay("en", instant, NEW_YORK)).toBe("August 8, 2026")
  expect(formatDay("fr", instant, NEW_YORK)).toBe("8 août 2026")
  expect(formatDay("ht", instant, NEW_YORK)).toBe("8 out 2026")
  expect(formatDay("es", instant, "UTC")).toBe("9 de agosto de 2026")
  expect(formatHour("en", instant, NEW_YORK)).toMatch(/^10:00[\u00a0 ]PM$/)
  expect(formatHour("ht", instant, NEW_YORK)).toBe("22:00")
  expect(["en", "fr", "ht", "es"].map((language) => formatWeekday(language as Language, "2026-08-09"))).toEqual([
    "Sunday",
    "dimanche",
    "dimanch",
    "domingo",
  ])
  expect(cityOf("America/Argentina/Buenos_Aires")).toBe("Buenos Aires")
})

test.each([
  ["en", 0, "0 min"],
  ["fr", 45, "45 min"],
  ["es", 120, "2 h"],
  ["en", 750, "12 h 30 min"],
  ["ht", 750, "12 è 30 min"],
] as const)("in %s %d minutes are %s", (language, minutes, text) => {
  expect(formatLength(language, minutes).replaceAll("\u00a0", " ")).toBe(text)
})
