import { expect, test } from "vitest"
import { csv } from "./csv.ts"

test("a table is lines of cells, quoted where they must be", () => {
  expect(
    csv([
      ["a", 1, null],
      ['say "hi"', "x,y", "two\nlines"],
    ]),
  ).toBe('\ufeffa,1,\r\n"say ""hi""","x,y","two\nlines"\r\n')
})

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])("%j is no formula any more", (text) => {
  expect(
    csv([[text]])
      .replace("\ufeff", "")
      .replaceAll('"', ""),
  ).toMatch(/^'/)
})

test("a number may be negative", () => {
  expect(csv([[-5]])).toBe("\ufeff-5\r\n")
})
