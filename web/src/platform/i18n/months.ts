import { formatDay } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"

/** `("en", "2026-03")` is "Mar 2026", or "March 2026" in the long style. Kreyòl month names are short already. */
export function formatMonth(language: Language, month: string, style: "short" | "long" = "short"): string {
  const first = `${month}-01T00:00:00Z`
  if (language === "ht") return formatDay(language, first, "UTC").replace("1 ", "")
  return new Intl.DateTimeFormat(language, { month: style, year: "numeric", timeZone: "UTC" }).format(new Date(first))
}
