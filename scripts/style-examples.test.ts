import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const ROOT = join(import.meta.dirname, "..")

/** Each code block of STYLE with the file that the paragraph above it names last. */
const EXAMPLES = [
  ...readFileSync(join(ROOT, "docs/STYLE.md"), "utf8").matchAll(/`([\w/.-]+\.tsx?)`[^`]*?\n\n```ts\n(.*?)```/gs),
].map(([, file = "", code = ""]) => ({ file, code }))

test("STYLE has an example for every second principle at least", () => {
  expect(EXAMPLES.length).toBeGreaterThanOrEqual(9)
})

test.each(EXAMPLES)("the example of $file is a part of that file", ({ file, code }) => {
  const source = readFileSync(join(ROOT, file), "utf8")
    .split("\n")
    .map((line) => line.trim())
  const missing = code
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !source.some((known) => known.includes(line)))
  expect(missing, `copy the lines from ${file} into docs/STYLE.md`).toEqual([])
})
