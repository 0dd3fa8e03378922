// Imports no zod: pages bundle this file.
import type { Language } from "./languages.ts"
import type { Instant } from "./time.ts"

/** The instant of a local `YYYY-MM-DD` and `HH:MM`; null when it does not exist, the first when it occurs twice. */
export function instantOf(date: string, time: string, timeZone: string): Instant | null {
  const local = Date.parse(`${date}T${time}:00Z`)
  // Date.parse turns an invalid date into another one, or into NaN.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 16) !== `${date}T${time}`) return null
  // A zone's offset is less than a day; one of these two instants has the offset that applies.
  for (const near of [local - DAY_MS, local + DAY_MS]) {
    const instant = local - (Date.parse(clockOf(near, timeZone)) - near)
    if (clockOf(instant, timeZone) === new Date(local).toISOString().slice(0, 19) + "Z") {
      return new Date(instant).toISOString()
    }
  }
  return null
}

export function clockAt(instant: Instant, timeZone: string): { date: string; time: string } {
  const local = clockOf(Date.parse(instant), timeZone)
  return { date: local.slice(0, 10), time: local.slice(11, 16) }
}

const DAY_MS = 86_400_000

/** A format costs many times as much as its use. */
const formats = new Map<string, Intl.DateTimeFormat>()

function clockOf(instant: number, timeZone: string): string {
  // The Swedish format is ISO 8601.
  const known = formats.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" })
  if (!known) formats.set(timeZone, format)
  return `${format.format(instant).replace(" ", "T")}Z`
}

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

/** `("en", "2026-03-04T…", "UTC")` is "March 4, 2026". Kreyòl is formatted here, because `Intl` does not know `ht`. */
export function formatDay(language: Language, instant: Instant, timeZone: string): string {
  if (language !== "ht") {
    return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone }).format(new Date(instant))
  }
  const [year, month, day] = clockAt(instant, timeZone).date.split("-").map(Number)
  return `${day} ${KREYOL_MONTHS[(month ?? 1) - 1]} ${year}`
}

const KREYOL_WEEKDAYS = ["dimanch", "lendi", "madi", "mèkredi", "jedi", "vandredi", "samdi"] as const

export function formatWeekday(language: Language, date: string): string {
  const noon = new Date(`${date}T12:00:00Z`)
  if (language === "ht") return KREYOL_WEEKDAYS[noon.getUTCDay()] ?? ""
  return new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(noon)
}

export function formatHour(language: Language, instant: Instant, timeZone: string): string {
  const locale = language === "ht" ? "fr-HT" : language
  const formatted = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone }).format(new Date(instant))
  // Our fonts lack the narrow no-break space before AM and PM.
  return formatted.replaceAll("\u202f", "\u00a0")
}

export function cityOf(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ")
}

/** 750 minutes are "12 h 30 min". */
export function formatLength(language: Language, minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const hour = language === "ht" ? "è" : "h"
  const parts = [hours > 0 && `${hours}\u00a0${hour}`, (rest > 0 || hours === 0) && `${rest}\u00a0min`]
  return parts.filter(Boolean).join(" ")
}
