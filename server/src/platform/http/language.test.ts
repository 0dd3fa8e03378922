import { expect, test } from "vitest"
import { languageFrom } from "./language.ts"

test.each([
  [undefined, "en"],
  ["", "en"],
  ["fr", "fr"],
  ["ht-HT", "ht"],
  ["de, es-MX;q=0.5, fr;q=0.7", "fr"],
  ["fr;q=0, es;q=0.1", "es"],
  ["FR-ca", "fr"],
  ["*", "en"],
  ["fr;q=abc", "fr"],
  [";;;,,", "en"],
])("Accept-Language %j selects %s", (header, language) => {
  expect(languageFrom(header)).toBe(language)
})
