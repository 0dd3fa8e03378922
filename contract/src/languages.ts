/**
 * In the order of the language menu. English pages are at `/`, the others at `/fr`, `/ht`, `/es`. Never pass `ht`
 * (Kreyòl ayisyen) to Intl: browsers do not know it and silently fall back to another language.
 */
export const LANGUAGES = ["en", "fr", "ht", "es"] as const
export type Language = (typeof LANGUAGES)[number]

/** `("fr", "/about")` is `/fr/about`, `("en", "/")` is `/`. */
export function pathIn(language: Language, path: string): string {
  if (language === "en") return path
  return path === "/" ? `/${language}` : `/${language}${path}`
}

/** Splits a path into language and page, the reverse of `pathIn`. */
export function languageOf(address: string): { language: Language; path: string } {
  const [, first = ""] = address.split("/")
  const language = LANGUAGES.find((code) => code === first && code !== "en")
  return language
    ? { language, path: address.slice(language.length + 1) || "/" }
    : { language: "en", path: address || "/" }
}
