import { clockAt, dayInWords, hourInWords } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"

/** When something was, for a list: the hour where it was today in the office's zone, the day otherwise; and exactly. */
export function whenInWords(language: Language, at: string, timeZone: string): { short: string; exact: string } {
  const [day, hour] = [dayInWords(language, at, timeZone), hourInWords(language, at, timeZone)]
  const isToday = clockAt(at, timeZone).date === clockAt(new Date().toISOString(), timeZone).date
  return { short: isToday ? hour : day, exact: `${day}, ${hour}` }
}
