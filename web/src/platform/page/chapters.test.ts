import { expect, test } from "vitest"
import { splitChapters } from "./chapters.ts"

test("a text is split at its chapter headings, and the text before the first is the intro", () => {
  expect(
    splitChapters("Hello.\n\n# Who we are {#who}\n\nWe.\n\n## More\n\n# Your rights {#your-rights}\n\nMany.\n"),
  ).toEqual({
    intro: "Hello.",
    chapters: [
      { id: "who", title: "Who we are", text: "We.\n\n## More" },
      { id: "your-rights", title: "Your rights", text: "Many." },
    ],
  })
})

test("a heading without an id, or in the middle of a line, starts no chapter", () => {
  const text = "# Plain\n\nSay # Who {#who} here."
  expect(splitChapters(text)).toEqual({ intro: text, chapters: [] })
})

test("an empty text has no chapters", () => {
  expect(splitChapters("")).toEqual({ intro: "", chapters: [] })
})
