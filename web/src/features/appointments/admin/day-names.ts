import { cityOf, clockAt, formatDay, formatHour, formatWeekday as nameOfWeekday } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"

const noonOf = (date: string) => `${date}T12:00:00Z`

/** `("en", "2026-11-23", "short")` is "Mon". Kreyòl is formatted here, because `Intl` does not know `ht`. */
export function formatWeekday(language: Language, date: string, style: "short" | "long" | "narrow"): string {
  if (language !== "ht") return format(language, date, { weekday: style })
  const name = nameOfWeekday(language, date)
  return style === "long" ? name : style === "short" ? name.slice(0, 3) : name.slice(0, 1).toUpperCase()
}

/** "Monday, November 23", or "Mon, Nov 23". */
export function formatDate(language: Language, date: string, style: "short" | "long" = "long"): string {
  if (language !== "ht") return format(language, date, { weekday: style, month: style, day: "numeric" })
  return `${formatWeekday(language, date, style)} ${dayAndMonth(date)}`
}

/** "November 23 – 29". */
export function formatDateRange(language: Language, from: string, to: string): string {
  if (language === "ht") {
    const first = from.slice(0, 7) === to.slice(0, 7) ? String(Number(from.slice(8))) : dayAndMonth(from)
    return `${first} – ${dayAndMonth(to)}`
  }
  const days = new Intl.DateTimeFormat(language, { month: "long", day: "numeric", timeZone: "UTC" })
  return days.formatRange(new Date(noonOf(from)), new Date(noonOf(to))).replaceAll("\u2009", " ")
}

/** "Wed, Nov 25, 4:00 PM". */
export function formatShortTime(language: Language, instant: string, timeZone: string): string {
  const { date } = clockAt(instant, timeZone)
  return `${formatDate(language, date, "short")}, ${formatHour(language, instant, timeZone)}`
}

/** The full hour beside a line of the week: "9 AM". */
export function formatFullHour(language: Language, instant: string, timeZone: string): string {
  const locale = language === "ht" ? "fr-HT" : language
  return new Intl.DateTimeFormat(locale, { hour: "numeric", timeZone })
    .format(new Date(instant))
    .replaceAll("\u202f", "\u00a0")
}

/** How long ago: "40m", "21h", "3d". */
export function formatAge(language: Language, since: string, now: Date): string {
  const minutes = Math.max(1, Math.round((now.getTime() - Date.parse(since)) / 60_000))
  const [count, unit] =
    minutes < 60
      ? ([minutes, "minute"] as const)
      : minutes < 48 * 60
        ? ([Math.floor(minutes / 60), "hour"] as const)
        : ([Math.floor(minutes / 1440), "day"] as const)
  const locale = language === "ht" ? "fr-HT" : language
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "narrow" })
    .format(count)
    .replaceAll("\u202f", "\u00a0")
}

/** The hour on another clock and its city, with the day where it is another one there. */
export function onOtherClock(language: Language, instant: string, timeZone: string, siteZone: string) {
  const isSameDay = clockAt(instant, timeZone).date === clockAt(instant, siteZone).date
  const time = isSameDay ? formatHour(language, instant, timeZone) : formatShortTime(language, instant, timeZone)
  return { time, city: cityOf(timeZone) }
}

function dayAndMonth(date: string): string {
  return formatDay("ht", noonOf(date), "UTC").replace(/ \d+$/, "")
}

function format(language: Language, date: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(new Date(noonOf(date)))
}
