import { cityOf, clockAt, formatDay, formatHour } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { localTimeZone } from "./local-zone.ts"

export const CLOCK_TEXTS = ["schedule.requested", "schedule.yours"] as const satisfies readonly MessageKey[]

type Texts = Readonly<Record<(typeof CLOCK_TEXTS)[number], string>>

/** Whether two clocks show the same at an instant. */
export function isSameClock(instant: string, zone: string, other: string): boolean {
  const [a, b] = [clockAt(instant, zone), clockAt(instant, other)]
  return a.date === b.date && a.time === b.time
}

/** D5: a requested instant in the site's zone, and in the visitor's where it differs. */
export function formatRequest(texts: Texts, language: Language, timeZone: string, instant: string): string {
  const [day, time] = [formatDay(language, instant, timeZone), formatHour(language, instant, timeZone)]
  const requested = fill(texts["schedule.requested"], { day, time, city: cityOf(timeZone) })
  return `${requested} ${formatLocalTime(texts, language, timeZone, instant)}`.trim()
}

/** An instant in the visitor's zone; empty without an instant, or where the visitor's clock shows the site's time. */
export function formatLocalTime(
  texts: Pick<Texts, "schedule.yours">,
  language: Language,
  timeZone: string,
  instant: string | null,
): string {
  const localZone = localTimeZone()
  if (!instant || isSameClock(instant, localZone, timeZone)) return ""
  const [day, time] = [formatDay(language, instant, localZone), formatHour(language, instant, localZone)]
  return fill(texts["schedule.yours"], { day, time })
}
