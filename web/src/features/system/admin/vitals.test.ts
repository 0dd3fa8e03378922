import { expect, test } from "vitest"
import { boundOf, heightsOf, mondaysOf, pagesOf, ratingOf } from "./vitals.ts"

const lcp = (p75: number) => ({ metric: "LCP" as const, p75, visits: 1 })
const week = (monday: string, page: "/" | "/about", visits: number) => ({ ...lcp(2500), week: monday, page, visits })

test("a limit itself is still good, or still fair", () => {
  expect([2500, 3000, 4000, 5000, 60_000].map((p75) => ratingOf(lcp(p75)))).toEqual([
    "good",
    "fair",
    "fair",
    "poor",
    "poor",
  ])
})

test("the last bucket has no upper bound", () => {
  expect([boundOf(lcp(2500)), boundOf(lcp(60_000))]).toEqual([
    { isOver: false, bound: 2500 },
    { isOver: true, bound: 12_000 },
  ])
})

test("pages are in order of their visits, weeks without gaps", () => {
  const weeks = [week("2026-03-02", "/", 2), week("2026-02-16", "/about", 3), week("2026-02-23", "/", 2)]
  expect(pagesOf(weeks)).toEqual(["/", "/about"])
  expect([mondaysOf(weeks)[0], mondaysOf(weeks).at(-1), mondaysOf(weeks).length]).toEqual([
    "2025-12-15",
    "2026-03-02",
    12,
  ])
})

test("bars and limits share a scale, which one very slow week does not flatten", () => {
  expect(heightsOf("LCP", [lcp(2500), undefined])).toEqual({ bars: [50, undefined], good: 50, poor: 80 })
  expect(heightsOf("LCP", [lcp(60_000), lcp(4000)])).toEqual({ bars: [100, 50], good: 31.25, poor: 50 })
})
