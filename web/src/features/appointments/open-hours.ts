import { clockAt } from "@haitech/contract/clock"
import type { OpenSlot } from "@haitech/contract/slots"

/** One day of the visitor's calendar. */
export interface Day {
  readonly date: string
  readonly isToday: boolean
  readonly isPast: boolean
  readonly hours: readonly OpenSlot[]
}

export type Week = readonly Day[]

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Weeks from Monday on, from that of `today` (`YYYY-MM-DD`) until that of the last slot; Sundays only where one has a slot. */
export function weeksOf(slots: readonly OpenSlot[], localZone: string, today: string): readonly Week[] {
  const hoursOf = Map.groupBy(slots, ({ startsAt }) => clockAt(startsAt, localZone).date)
  const last = [today, ...hoursOf.keys()].sort().at(-1) ?? today
  const hasSundays = [...hoursOf.keys()].some((date) => weekdayOf(date) === 6)
  const weeks: Week[] = []
  for (let monday = addDays(today, -weekdayOf(today)); monday <= last; monday = addDays(monday, 7)) {
    const dates = Array.from({ length: hasSundays ? 7 : 6 }, (_, index) => addDays(monday, index))
    weeks.push(
      dates.map((date) => ({
        date,
        isToday: date === today,
        isPast: date < today,
        hours: hoursOf.get(date) ?? [],
      })),
    )
  }
  return weeks
}

export function isFree({ places }: OpenSlot): boolean {
  return places > 0
}

export function minutesOf({ startsAt, endsAt }: Pick<OpenSlot, "startsAt" | "endsAt">): number {
  return (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS
}

/** Every hour of the day is taken. */
export function isFull({ hours }: Day): boolean {
  return hours.length > 0 && !hours.some(isFree)
}

/** The index of the week with a day (`YYYY-MM-DD`), else of the first one with a free hour. */
export function firstWeek(weeks: readonly Week[], day: string | null): number {
  const named = weeks.findIndex((week) => week.some(({ date }) => date === day))
  if (named >= 0) return named
  return Math.max(
    0,
    weeks.findIndex((week) => week.some(({ hours }) => hours.some(isFree))),
  )
}

/** From Monday, which is 0. */
function weekdayOf(date: string): number {
  return (new Date(date).getUTCDay() + 6) % 7
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}
