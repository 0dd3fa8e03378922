import { expect, test } from "vitest"
import { namesOfDay } from "./days.ts"

test.each([
  ["en", "Wednesday", "Wed", "Nov", "November 25"],
  ["fr", "mercredi", "mer.", "nov.", "25 novembre"],
  ["es", "miércoles", "mié", "nov", "25 de noviembre"],
  ["ht", "mèkredi", "mèkredi", "novanm", "25 novanm"],
] as const)("a day has its names in %s", (language, weekday, shortWeekday, shortMonth, day) => {
  expect(namesOfDay(language, "2026-11-25")).toEqual({ weekday, shortWeekday, shortMonth, day })
})
