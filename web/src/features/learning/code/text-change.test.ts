import { expect, test } from "vitest"
import { textChange } from "./text-change.ts"

test.each([
  ["the same text", "let a = 1", "let a = 1", { start: 9, end: 9, inserted: "" }],
  ["an empty text", "", "a\nb", { start: 0, end: 0, inserted: "a\nb" }],
  ["nothing left", "a\nb", "", { start: 0, end: 3, inserted: "" }],
  ["a part in the middle", "let b = 1", "let total = 1", { start: 4, end: 5, inserted: "total" }],
  ["a repeated character", "aa", "aaa", { start: 2, end: 2, inserted: "a" }],
  ["a repeated character fewer", "aaa", "aa", { start: 2, end: 3, inserted: "" }],
  ["an emoji that begins as another one does", "say(😀)", "say(😁)", { start: 4, end: 6, inserted: "😁" }],
  ["an emoji that ends as another one does", "😀", "🤀", { start: 0, end: 2, inserted: "🤀" }],
])("%s", (_what, before, after, change) => {
  expect(textChange(before, after)).toEqual(change)
  expect(before.slice(0, change.start) + change.inserted + before.slice(change.end)).toBe(after)
})
