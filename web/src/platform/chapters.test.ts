import { expect, test } from "vitest"
import { chaptersOf } from "./chapters.ts"

test("a text is cut at its chapters, and what stands before the first opens it", () => {
  expect(
    chaptersOf("Hello.\n\n# Who we are {#who}\n\nWe.\n\n## More\n\n# Your rights {#your-rights}\n\nMany.\n"),
  ).toEqual({
    opening: "Hello.",
    chapters: [
      { id: "who", title: "Who we are", text: "We.\n\n## More" },
      { id: "your-rights", title: "Your rights", text: "Many." },
    ],
  })
})

test("a heading without an address, and one inside a line, open no chapter", () => {
  const text = "# Plain\n\nSay # Who {#who} here."
  expect(chaptersOf(text)).toEqual({ opening: text, chapters: [] })
})

test("nothing has no chapters", () => {
  expect(chaptersOf("")).toEqual({ opening: "", chapters: [] })
})
