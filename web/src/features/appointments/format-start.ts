import { clockAt, formatHour } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { namesOfDay } from "#platform/i18n/days.ts"
import { localTimeZone } from "./local-zone.ts"

/** An instant with its weekday, on the visitor's clock. */
export function formatStart(language: Language, instant: string, timeZone = localTimeZone()): string {
  const { weekday, day } = namesOfDay(language, clockAt(instant, timeZone).date)
  return `${weekday}, ${day}, ${formatHour(language, instant, timeZone)}`
}
