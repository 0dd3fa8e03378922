import type { Language } from "@haitech/contract/languages"

const KREYOL_MONTHS = [
  "janvye",
  "fevriye",
  "mas",
  "avril",
  "me",
  "jen",
  "jiyè",
  "out",
  "septanm",
  "oktòb",
  "novanm",
  "desanm",
] as const

/**
 * A day in words, in UTC: `("en", "2026-03-04T…")` is "March 4, 2026". Kreyòl is written here, because no engine knows
 * `ht` and each guesses silently.
 */
export function dayInWords(language: Language, instant: string): string {
  const date = new Date(instant)
  if (language === "ht") {
    return `${date.getUTCDate()} ${KREYOL_MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
  }
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(date)
}
