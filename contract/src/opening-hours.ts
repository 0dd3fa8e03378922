// Imports no zod: pages bundle this file.
import { formatHour, formatWeekday } from "./clock.ts"
import type { Language } from "./languages.ts"

export interface OpeningSpan {
  readonly from: string
  readonly to: string
}

/** From Sunday to Saturday, `HH:MM` on the site's clock; a closed day has no span. */
export type OpeningWeek = readonly (readonly OpeningSpan[])[]

const WEEKDAY: readonly OpeningSpan[] = [{ from: "09:00", to: "18:00" }]

/** Spec §2: they apply until an administrator sets others. */
export const OPENING_HOURS: OpeningWeek = [
  [],
  WEEKDAY,
  WEEKDAY,
  WEEKDAY,
  WEEKDAY,
  WEEKDAY,
  [{ from: "10:00", to: "16:00" }],
]

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const

export function isSameWeek(one: OpeningWeek, other: OpeningWeek): boolean {
  return WEEKDAYS.every((day) => timesOf(one[day]) === timesOf(other[day]))
}

const A_SUNDAY = Date.UTC(2026, 1, 1)
const DAY_MS = 86_400_000

export function nameOfWeekday(language: Language, day: number): string {
  return formatWeekday(language, new Date(A_SUNDAY + day * DAY_MS).toISOString().slice(0, 10))
}

/** "9:00 AM-12:00 PM, 2:00 PM-6:00 PM"; empty on a closed day. */
export function formatSpans(language: Language, spans: readonly OpeningSpan[] = []): string {
  const hour = (time: string) => formatHour(language, `2026-02-01T${time}:00Z`, "UTC")
  return spans.map(({ from, to }) => `${hour(from)}-${hour(to)}`).join(", ")
}

interface OpeningDays {
  readonly days: string
  readonly hours: string
}

/** From Monday on; neighbouring days with the same hours are one entry. */
export function formatOpeningWeek(language: Language, week: OpeningWeek): OpeningDays[] {
  const groups: { readonly first: number; last: number; readonly times: string }[] = []
  for (const day of WEEKDAYS) {
    const times = timesOf(week[day])
    const group = groups.at(-1)
    if (group?.times === times) group.last = day
    else groups.push({ first: day, last: day, times })
  }
  return groups.map(({ first, last }) => ({
    days: [...new Set([first, last])].map((day) => nameOfWeekday(language, day)).join("-"),
    hours: formatSpans(language, week[first]),
  }))
}

export function formatOpenDays(language: Language, week: OpeningWeek): string {
  const open = formatOpeningWeek(language, week).filter(({ hours }) => hours !== "")
  return open.map(({ days, hours }) => `${days} ${hours}`).join("; ")
}

function timesOf(spans: readonly OpeningSpan[] = []): string {
  return spans.map(({ from, to }) => `${from}-${to}`).join(", ")
}
