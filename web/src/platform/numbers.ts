import type { Language } from "@haitech/contract/languages"

/** `(“en”, 2500, "usd")` is "$25.00". No engine knows Kreyòl: it writes numbers as French in Haiti does. */
export function formatMoney(language: Language, cents: number, currency: string): string {
  return written(language, cents / 100, { style: "currency", currency })
}

/** How many there are: `("en", 12500)` is "12,500". */
export function formatNumber(language: Language, count: number): string {
  return written(language, count)
}

function written(language: Language, number: number, options?: Intl.NumberFormatOptions): string {
  const locale = language === "ht" ? "fr-HT" : language === "en" ? "en-US" : language
  // The narrow space is missing in our faces.
  return new Intl.NumberFormat(locale, options).format(number).replaceAll("\u202f", "\u00a0")
}
