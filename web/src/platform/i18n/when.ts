import { clockAt, formatDay, formatHour } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"

/** `short` is the hour if it is today in `timeZone`, otherwise the day, with the year if it is not this year. */
export function formatWhen(language: Language, at: string, timeZone: string): { short: string; exact: string } {
  const [day, hour] = [formatDay(language, at, timeZone), formatHour(language, at, timeZone)]
  const [{ date }, { date: today }] = [clockAt(at, timeZone), clockAt(new Date().toISOString(), timeZone)]
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return {
    short: date === today ? hour : formatShortDay(language, { at, day, isThisYear }, timeZone),
    exact: `${day}, ${hour}`,
  }
}

/** Kreyòl month names are short already. */
function formatShortDay(
  language: Language,
  { at, day, isThisYear }: { readonly at: string; readonly day: string; readonly isThisYear: boolean },
  timeZone: string,
): string {
  if (language === "ht") return isThisYear ? day.replace(/ \d+$/, "") : day
  const year = isThisYear ? {} : ({ year: "numeric" } as const)
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "short", ...year, timeZone }).format(new Date(at))
}
