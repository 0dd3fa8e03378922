import { expect, test } from "vitest"
import { csv } from "./csv.ts"

test("rows become lines of cells, quoted where needed", () => {
  expect(
    csv([
      ["a", 1, null],
      ['say "hi"', "x,y", "two\nlines"],
    ]),
  ).toBe('\ufeffa,1,\r\n"say ""hi""","x,y","two\nlines"\r\n')
})

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "＋1", "－1", "＠A1"])(
  "the formula %j is escaped",
  (text) => {
    expect(
      csv([[text]])
        .replace("\ufeff", "")
        .replaceAll('"', ""),
    ).toMatch(/^'/)
  },
)

test.each([
  ["a;=1", "a;'=1"],
  ["a; +1;-1", "a; '+1;'-1"],
  ["a|@b", "a|'@b"],
  ["a\t=1", "a\t'=1"],
  [" =1", " '=1"],
  ["\u200b=1", "\u200b'=1"],
  ["a;\u2060\u00ad＝1", "a;\u2060\u00ad'＝1"],
  ["a=1;b-c@d", "a=1;b-c@d"],
])("formulas after other cell separators are escaped: %j becomes %j", (text, escaped) => {
  expect(csv([[text]])).toBe(`\ufeff${escaped}\r\n`)
})

test.each(["a,=1", "a\n=1", "a\r\n=1", 'a;"=1'])("the formula in the quoted cell %j is escaped", (text) => {
  expect(csv([[text]])).toContain("'=1")
})

test("a number may be negative", () => {
  expect(csv([[-5]])).toBe("\ufeff-5\r\n")
})
