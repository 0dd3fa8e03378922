import { expect, test } from "vitest"
import { boundOf, MEASURED_PAGES, MORE, measuredPageAt, VITAL_NAMES, VITALS } from "./vitals.ts"
import { WebVitals } from "./web-vitals.ts"

test.each([
  ["/", "/"],
  ["/fr", "/"],
  ["/ht/about", "/about"],
  ["/blog/01a1fb37", "/blog/:id"],
  ["/es/learn/python/first-words", "/learn/:id/:id"],
  ["/member-dashboard", "/member-dashboard"],
  ["/admin", undefined],
  ["/certificate/0123456789AB", undefined],
  ["/learn/a/b/c", undefined],
  ["/About", undefined],
  ["/aboutx", undefined],
])("the address %s is measured as %s", (address, page) => {
  expect(measuredPageAt(address)).toBe(page)
})

test("a value falls into the bucket whose bound it does not exceed", () => {
  expect([0, 500, 500.1, 2500, 2501, 12_000, 12_001].map((value) => boundOf("LCP", value))).toEqual([
    500,
    500,
    1000,
    2500,
    3000,
    12_000,
    MORE,
  ])
  expect([0, 0.1, 0.101, 0.25, 3].map((value) => boundOf("CLS", value))).toEqual([10, 100, 150, 250, MORE])
})

test("both limits of each metric are bounds, and bounds rise", () => {
  for (const vital of VITAL_NAMES) {
    const { good, poor, bounds } = VITALS[vital]
    expect(bounds).toEqual(expect.arrayContaining([good, poor]))
    expect([...bounds, MORE]).toEqual([...bounds, MORE].toSorted((a, b) => a - b))
  }
})

const visit = { page: "/about", language: "ht", line: "3g", bounds: { LCP: 2500, CLS: 10 } } as const

test("only known pages, languages, lines, metrics and bounds are taken, and nothing else", () => {
  expect(WebVitals.safeParse(visit).success).toBe(true)
  expect(WebVitals.safeParse({ ...visit, bounds: {} }).success).toBe(true)
  const wrong = [
    { ...visit, page: "/admin" },
    { ...visit, page: "/about?email=ada@example.org" },
    { ...visit, language: "de" },
    { ...visit, line: "5g" },
    { ...visit, bounds: { LCP: 2501 } },
    { ...visit, bounds: { LCP: "2500" } },
    { ...visit, bounds: { FID: 100 } },
    { ...visit, bounds: undefined },
    { ...visit, address: "203.0.113.9" },
    { page: visit.page },
    [],
    null,
  ]
  expect(wrong.filter((body) => WebVitals.safeParse(body).success)).toEqual([])
  expect(new Set(MEASURED_PAGES).size).toBe(MEASURED_PAGES.length)
})
