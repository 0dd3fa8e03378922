// Without zod: a page may carry this, and must not carry that.
import type { Language } from "./languages.ts"
import type { Instant } from "./time.ts"

/**
 * The instant at which the clocks of a zone show a day and an hour; null when they never do: 30 February, or an hour that
 * is left out when summer time begins. Of an hour that comes twice it is the first.
 * @param date `YYYY-MM-DD`
 * @param time `HH:MM`
 */
export function instantOf(date: string, time: string, timeZone: string): Instant | null {
  const shown = Date.parse(`${date}T${time}:00Z`)
  // What is no day is read as another one, or not at all.
  if (Number.isNaN(shown) || new Date(shown).toISOString().slice(0, 16) !== `${date}T${time}`) return null
  // A zone is never more than a day away, and its clock is right at one of these two offsets.
  for (const near of [shown - DAY_MS, shown + DAY_MS]) {
    const instant = shown - (Date.parse(clockOf(near, timeZone)) - near)
    if (clockOf(instant, timeZone) === new Date(shown).toISOString().slice(0, 19) + "Z") {
      return new Date(instant).toISOString()
    }
  }
  return null
}

/** What the clocks of a zone show at an instant: the day `YYYY-MM-DD` and the hour `HH:MM`. */
export function clockAt(instant: Instant, timeZone: string): { date: string; time: string } {
  const shown = clockOf(Date.parse(instant), timeZone)
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

const DAY_MS = 86_400_000

/** Written as if the zone were UTC, so that clocks can be compared. */
function clockOf(instant: number, timeZone: string): string {
  // Swedish dates are written as ISO 8601 writes them.
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(instant)
  return `${shown.replace(" ", "T")}Z`
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

/**
 * A day in words: `("en", "2026-03-04T…", "UTC")` is "March 4, 2026". Kreyòl is written here, because no engine knows
 * `ht` and each guesses silently.
 */
export function formatDay(language: Language, instant: Instant, timeZone: string): string {
  if (language !== "ht") {
    return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone }).format(new Date(instant))
  }
  const [year, month, day] = clockAt(instant, timeZone).date.split("-").map(Number)
  return `${day} ${KREYOL_MONTHS[(month ?? 1) - 1]} ${year}`
}

/** An hour as people read it: "2:00 PM", "14:00". */
export function formatHour(language: Language, instant: Instant, timeZone: string): string {
  const locale = language === "ht" ? "fr-HT" : language
  const words = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone }).format(new Date(instant))
  // The narrow space before AM and PM is missing in our faces.
  return words.replaceAll("\u202f", "\u00a0")
}

/** The city a zone is named after, as its clock is called: "America/New_York" is "New York". */
export function cityOf(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ")
}
