import type { Language } from "@haitech/contract/languages"

/** The `lang` of a text that is not in the page's language. */
export function foreign(textLanguage: Language, language: Language): Language | undefined {
  return textLanguage === language ? undefined : textLanguage
}
