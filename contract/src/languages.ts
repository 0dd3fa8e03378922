/**
 * The languages of the product, in the order the switch shows them. English is at `/`, the others at `/fr`, `/ht`, `/es`.
 * `ht` (Kreyòl ayisyen) must never be given to Intl: no browser knows it, and all of them guess silently.
 */
export const LANGUAGES = ["en", "fr", "ht", "es"] as const
export type Language = (typeof LANGUAGES)[number]

/** The path of a page in a language: `("fr", "/about")` is `/fr/about`, `("en", "/")` is `/`. */
export function pathIn(language: Language, path: string): string {
  if (language === "en") return path
  return path === "/" ? `/${language}` : `/${language}${path}`
}

/** The reverse of `pathIn`: which page, in which language. */
export function languageOf(address: string): { language: Language; path: string } {
  const [, first = ""] = address.split("/")
  const language = LANGUAGES.find((known) => known === first && known !== "en")
  return language
    ? { language, path: address.slice(language.length + 1) || "/" }
    : { language: "en", path: address || "/" }
}
