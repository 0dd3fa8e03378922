import { formatDay, formatWeekday } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"

interface DayNames {
  readonly weekday: string
  readonly shortWeekday: string
  readonly shortMonth: string
  readonly day: string
}

/** Of a day as `YYYY-MM-DD`. `("en", "2026-11-25")` has "Wed", "Wednesday", "Nov" and "November 25". */
export function namesOfDay(language: Language, date: string): DayNames {
  const at = `${date}T00:00:00Z`
  if (language === "ht") return kreyolNames(date, formatDay(language, at, "UTC"))
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(new Date(at))
  return {
    weekday: format({ weekday: "long" }),
    shortWeekday: format({ weekday: "short" }),
    shortMonth: format({ month: "short" }),
    day: format({ month: "long", day: "numeric" }),
  }
}

/** Of a month as `YYYY-MM`: "November 2026". */
export function nameOfMonth(language: Language, month: string): string {
  const at = `${month}-01T00:00:00Z`
  if (language === "ht") return formatDay(language, at, "UTC").replace(/^\d+ /, "")
  return new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(at))
}

/** `long` is like "25 novanm 2026". */
function kreyolNames(date: string, long: string): DayNames {
  const weekday = formatWeekday("ht", date)
  const day = long.replace(/ \d+$/, "")
  return { weekday, shortWeekday: weekday, shortMonth: day.replace(/^\d+ /, ""), day }
}
