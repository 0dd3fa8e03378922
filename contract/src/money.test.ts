import { expect, test } from "vitest"
import { centsOf, formatDollars } from "./money.ts"

test.each([
  ["1", 100],
  ["12.5", 1250],
  ["0.29", 29],
  ["1.15", 115],
  ["999999.99", 99_999_999],
])("%s dollars are %i cents", (dollars, cents) => {
  expect(centsOf(dollars)).toBe(cents)
})

test.each(["", "-1", "1e3", "1,5", "1.234", "12345678", " 1", "0x10", "Infinity"])("%j is no amount", (dollars) => {
  expect(centsOf(dollars)).toBeNaN()
})

test("an amount has two decimals", () => {
  expect([2500, 105, 1].map(formatDollars)).toEqual(["$25.00", "$1.05", "$0.01"])
})
