import type { CodeTest } from "@haitech/contract/lessons"
import { expect, test } from "vitest"
import { passesTest, printedLines, withoutComments } from "./judge.ts"
import type { RunResult } from "./program-run.ts"

const DONE: RunResult = { end: "done", output: [{ kind: "print", text: "Change: 25  \n\n" }] }
const PROGRAM = { language: "python", source: "for x in y: pass # while" } as const

function task(fields: Partial<CodeTest>): CodeTest {
  return { name: "a test", input: [], ...fields }
}

test.for([
  ["the printed lines count without blank ends and blank lines", { prints: ["Change: 25"] }, DONE, true],
  ["another line fails", { prints: ["Change: 24"] }, DONE, false],
  ["a line too many fails", { prints: [] }, DONE, false],
  ["a true expression passes", { check: "x" }, { ...DONE, isChecked: true }, true],
  ["an expression that is not true fails", { check: "x" }, { ...DONE, isChecked: false }, false],
  ["a run that stopped fails", { prints: ["Change: 25"] }, { ...DONE, end: "error" }, false],
  ["a pattern needs no run", { uses: "\\bfor\\b" }, null, true],
  ["a pattern in a comment does not count", { uses: "while" }, null, false],
] as const satisfies [string, object, RunResult | null, boolean][])("%s", ([, fields, result, passes]) => {
  const { prints, ...rest } = { prints: undefined, ...fields }
  expect(passesTest(task({ ...rest, ...(prints && { prints: [...prints] }) }), PROGRAM, result)).toBe(passes)
})

test("questions and answers are no printed lines, and an answer ends its line", () => {
  const output = [
    { kind: "print", text: "Name:" },
    { kind: "question", text: "? " },
    { kind: "answer", text: "Ada\n" },
    { kind: "print", text: "Hello\n" },
  ] as const
  expect(printedLines(output)).toEqual(["Name:", "Hello"])
})

test("signs of a comment in a text stay", () => {
  expect(withoutComments("python", 'print("#") # for')).toBe('print("#") ')
  expect(withoutComments("javascript", 'log("//") // for\n/* while */')).toBe('log("//") \n')
})
