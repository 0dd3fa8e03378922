import type { Language } from "@haitech/contract/languages"

/** `("en", 2500, "usd")` is "$25.00". Engines lack Kreyòl, which writes numbers as Haitian French does. */
export function formatMoney(language: Language, cents: number, currency: string): string {
  return format(language, cents / 100, { style: "currency", currency })
}

/** `("en", 12500)` is "12,500". */
export function formatNumber(language: Language, count: number): string {
  return format(language, count)
}

/** `("en", 1001, 1000)` is "1,000+": the server counts no further. */
export function formatCount(language: Language, count: number, limit: number): string {
  const number = formatNumber(language, Math.min(count, limit))
  return count > limit ? `${number}+` : number
}

function format(language: Language, number: number, options?: Intl.NumberFormatOptions): string {
  const locale = language === "ht" ? "fr-HT" : language === "en" ? "en-US" : language
  // Our fonts lack the narrow no-break space.
  return new Intl.NumberFormat(locale, options).format(number).replaceAll("\u202f", "\u00a0")
}

const SIZES = [
  { unit: "GB", size: 1e9, maximumFractionDigits: 1 },
  { unit: "MB", size: 1e6, maximumFractionDigits: 1 },
  { unit: "KB", size: 1e3, maximumFractionDigits: 0 },
] as const

/** `("fr", 1_240_000)` is "1,2 MB". */
export function formatSize(language: Language, bytes: number): string {
  const { unit, size, maximumFractionDigits } = SIZES.find((candidate) => bytes >= candidate.size) ?? SIZES[2]
  return `${format(language, bytes / size, { maximumFractionDigits })}\u00a0${unit}`
}
