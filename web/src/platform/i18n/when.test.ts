import { expect, onTestFinished, test, vi } from "vitest"
import { formatNumber } from "./numbers.ts"
import { formatWhen } from "./when.ts"

const LANGUAGES = ["en", "fr", "es", "ht"] as const
/** Engines put different spaces before "PM". */
const formatShort = (at: string) =>
  LANGUAGES.map((language) => formatWhen(language, at, "America/Port-au-Prince").short.replaceAll(/\s/g, " "))

test("the short form is the hour today, the day this year, and the day with its year otherwise, in each language", () => {
  vi.useFakeTimers({ now: new Date("2026-11-21T20:00:00Z") })
  onTestFinished(() => void vi.useRealTimers())
  expect(formatShort("2026-11-21T19:05:00Z")).toEqual(["2:05 PM", "14:05", "14:05", "14:05"])
  expect(formatShort("2026-11-20T19:05:00Z")).toEqual(["Nov 20", "20 nov.", "20 nov", "20 novanm"])
  expect(formatShort("2025-03-04T19:05:00Z")).toEqual(["Mar 4, 2025", "4 mars 2025", "4 mar 2025", "4 mas 2025"])
})

test("thousands separators follow the language and exist in our fonts", () => {
  expect(LANGUAGES.map((language) => formatNumber(language, 12_345))).toEqual([
    "12,345",
    "12\u00a0345",
    "12.345",
    "12\u00a0345",
  ])
})
