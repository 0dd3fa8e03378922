import type { Language } from "@haitech/contract/languages"

/** The ending of the key of a counted text. Engines lack Kreyòl, whose nouns have one form. */
export function pluralOf(language: Language, count: number): "one" | "other" {
  return language !== "ht" && new Intl.PluralRules(language).select(count) === "one" ? "one" : "other"
}
