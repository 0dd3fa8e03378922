import type { CodeLanguage, CodeTest } from "@haitech/contract/lessons"
import type { Output, RunResult } from "./program-run.ts"

const PYTHON_COMMENT = /("""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|#[^\n]*/g
const JAVASCRIPT_COMMENT = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[^]*?\*\//g
const HTML_COMMENT = /()<!--[^]*?-->/g

const COMMENTS: Readonly<Record<CodeLanguage, readonly RegExp[]>> = {
  python: [PYTHON_COMMENT],
  javascript: [JAVASCRIPT_COMMENT],
  html: [HTML_COMMENT],
}

/** A test that only asks what the program contains needs no run. */
export function needsRun({ prints, check }: CodeTest): boolean {
  return prints !== undefined || check !== undefined
}

/** Whether the program passes the test, as docs/COURSES.md says it. `result` is null where {@link needsRun} is false. */
export function passesTest(
  test: CodeTest,
  { language, source }: { language: CodeLanguage; source: string },
  result: RunResult | null,
): boolean {
  if (needsRun(test) && result?.end !== "done") return false
  if (test.prints && !isEqual(printedLines(result?.output ?? []), test.prints.flatMap(contentLines))) return false
  if (test.check !== undefined && result?.isChecked !== true) return false
  return test.uses === undefined || new RegExp(test.uses, "m").test(withoutComments(language, source))
}

/** Without the questions, the answers and blank lines. An answer ends its line, as the Enter key does. */
export function printedLines(output: readonly Output[]): string[] {
  return contentLines(output.map(({ kind, text }) => (kind === "print" ? text : "\n")).join(""))
}

export function withoutComments(language: CodeLanguage, source: string): string {
  return COMMENTS[language].reduce((text, comment) => text.replace(comment, "$1"), source)
}

function contentLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
}

function isEqual(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((line, index) => line === right[index])
}
