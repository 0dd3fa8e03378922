import * as fc from "fast-check"
import { expect, test } from "vitest"
import { csv, csvOf, unescapeCell } from "./csv.ts"
import { readCsv, UnreadableCsv } from "./csv-reader.ts"

test("rows become lines of cells, quoted where needed", () => {
  expect(
    csv([
      ["a", 1, null],
      ['say "hi"', "x,y", "two\nlines"],
    ]),
  ).toBe('\ufeffa,1,\r\n"say ""hi""","x,y","two\nlines"\r\n')
})

test("many rows come in few chunks, each line once", async () => {
  const numbers = Array.from({ length: 5000 }, (_, number) => number)
  async function* rows() {
    yield* numbers
  }
  const chunks: string[] = []
  for await (const chunk of csvOf(["number"], rows(), (number) => [number, "Ada"])) chunks.push(chunk)
  expect(chunks.join("")).toBe(csv([["number"], ...numbers.map((number) => [number, "Ada"])]))
  expect(chunks.length).toBeLessThan(10)
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

test.each([
  ["'=1", "''=1"],
  ["a;''=1", "a;'''=1"],
  ["'\t", "''\t"],
  ["d'=1", "d'=1"],
])("what looks like an escaped formula is escaped, too: %j becomes %j", (text, escaped) => {
  expect(csv([[text]])).toBe(`\ufeff${escaped}\r\n`)
  expect(unescapeCell(escaped)).toBe(text)
})

test("what was escaped and written is read as it was", () => {
  const cell = fc.string({ unit: fc.constantFrom(..."'\"=+-@＝ab é,;|\t\r\n\u200b"), maxLength: 12 })
  const table = fc.array(fc.tuple(fc.constant("x"), cell, cell), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(table, (rows) => {
      const stored = rows.map((row) => row.map((text) => text.replace(/\r+\n/g, "\n")))
      const read = readCsv(csv(stored).slice(1), { separator: ",", maxRows: 10 })
      expect(read.map(({ cells }) => cells)).toEqual(stored)
    }),
    { numRuns: 2000 },
  )
})

test("each row has the number of its first line, and empty rows are left out", () => {
  const text = 'a;b\r\n\r\n1;"x\r\ny"\r\n;;\r\n2;"";z\n3'
  expect(readCsv(text, { separator: ";", maxRows: 9 })).toEqual([
    { line: 1, cells: ["a", "b"] },
    { line: 3, cells: ["1", "x\ny"] },
    { line: 6, cells: ["2", "", "z"] },
    { line: 7, cells: ["3"] },
  ])
  expect(readCsv(text, { separator: ";", maxRows: 2 })).toHaveLength(2)
  expect(readCsv("a\rb\r", { separator: ",", maxRows: 9 }).map(({ line }) => line)).toEqual([1, 2])
  expect(readCsv("", { separator: ",", maxRows: 9 })).toEqual([])
})

test.each([
  ["an open quotation mark", 'a,b\n1,2\n3,"4\n5,6\n7,8', 3],
  ["a quotation mark inside a cell", 'a,b\n1,2"3', 2],
  ["text after a quotation mark", 'a,b\n1,"2"3\n4,5', 2],
  ["a row without an end", `a,b\n${"x".repeat(30_000)}`, 2],
  ["a quotation mark that takes in the rest", `a,b\n1,"2\n${"3,4\n".repeat(9999)}`, 2],
])("%s makes the file unreadable from its line on", (_, text, line) => {
  expect(() => readCsv(text, { separator: ",", maxRows: 9 })).toThrow(new UnreadableCsv(line))
})

test.each(["a,=1", "a\n=1", "a\r\n=1", 'a;"=1'])("the formula in the quoted cell %j is escaped", (text) => {
  expect(csv([[text]])).toContain("'=1")
})

test("a number may be negative", () => {
  expect(csv([[-5]])).toBe("\ufeff-5\r\n")
})
