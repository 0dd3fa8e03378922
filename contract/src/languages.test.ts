import { expect, test } from "vitest"
import { languageOf, pathIn } from "./languages.ts"

test("English paths have no prefix, other languages have their code as prefix", () => {
  expect(pathIn("en", "/")).toBe("/")
  expect(pathIn("en", "/about")).toBe("/about")
  expect(pathIn("ht", "/")).toBe("/ht")
  expect(pathIn("fr", "/about")).toBe("/fr/about")
})

test.each([
  ["/", "en", "/"],
  ["", "en", "/"],
  ["/about", "en", "/about"],
  ["/fr", "fr", "/"],
  ["/fr/", "fr", "/"],
  ["/es/blog/1", "es", "/blog/1"],
  ["/en", "en", "/en"],
  ["/french", "en", "/french"],
])("the path %s is in language %s and shows page %s", (address, language, path) => {
  expect(languageOf(address)).toEqual({ language, path })
})
