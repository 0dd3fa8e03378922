/** Never pass `ht` (Kreyòl ayisyen) to Intl: browsers silently fall back to another language. */
export const LANGUAGES = ["en", "fr", "ht", "es"] as const
export type Language = (typeof LANGUAGES)[number]

/** `("fr", "/about")` is `/fr/about`, `("en", "/")` is `/`. */
export function pathIn(language: Language, path: string): string {
  if (language === "en") return path
  return path === "/" ? `/${language}` : `/${language}${path}`
}

export function languageOf(address: string): { language: Language; path: string } {
  const [, first = ""] = address.split("/")
  const language = LANGUAGES.find((code) => code === first && code !== "en")
  return language
    ? { language, path: address.slice(language.length + 1) || "/" }
    : { language: "en", path: address || "/" }
}
