import { expect, test } from "vitest"
import { readingMinutes } from "./reading-time.ts"

test.for([
  [0, 1],
  [269, 1],
  [270, 2],
  [1800, 10],
] as const)("%i words take %i minutes", ([words, minutes]) => {
  expect(readingMinutes("mòn ".repeat(words))).toBe(minutes)
})

test("signs of Markdown are not words", () => {
  expect(readingMinutes("- * > # | ---\n".repeat(1000))).toBe(1)
})
