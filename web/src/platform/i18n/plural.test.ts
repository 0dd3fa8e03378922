import { LANGUAGES } from "@haitech/contract/languages"
import { expect, test } from "vitest"
import { pluralOf } from "./plural.ts"

test("the plural follows the language: none is singular in French, and Kreyòl has one form", () => {
  const forms = LANGUAGES.map((language) => [
    language,
    ...[0, 1, 2, 1_000_000].map((count) => pluralOf(language, count)),
  ])
  expect(forms).toEqual([
    ["en", "other", "one", "other", "other"],
    ["fr", "one", "one", "other", "other"],
    ["ht", "other", "other", "other", "other"],
    ["es", "other", "one", "other", "other"],
  ])
})
