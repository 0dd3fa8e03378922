import type { Language } from "@haitech/contract/languages"

/** `(“en”, 2500, "usd")` is "$25.00". No engine knows Kreyòl: it writes numbers as French in Haiti does. */
export function moneyInWords(language: Language, cents: number, currency: string): string {
  const locale = language === "ht" ? "fr-HT" : language === "en" ? "en-US" : language
  const words = new Intl.NumberFormat(locale, { style: "currency", currency }).format(cents / 100)
  // The narrow space is missing in our faces.
  return words.replaceAll("\u202f", "\u00a0")
}
