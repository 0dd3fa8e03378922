import { RRuleTemporal } from "rrule-temporal"
import { Temporal } from "temporal-polyfill"

/** An hour on the clock of an IANA zone: `YYYY-MM-DD`, and `HH:MM` or `HH:MM:SS`. */
interface LocalHour {
  readonly date: string
  readonly startTime: string
  readonly endTime: string
  readonly timeZone: string
}

/** `date`, `startTime` and `endTime` are on the site's clock. */
export interface SlotTimes {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly date: string
  readonly startTime: string
  readonly endTime: string
}

interface Series {
  readonly firstDate: string
  readonly untilDate: string | null
  readonly weeks: number
  readonly startTime: string
  readonly endTime: string
  readonly timeZone: string
}

interface Span {
  readonly after: Date
  readonly before: Date
}

/** @returns null when the clock skips the start on that day */
export function slotTimes(hour: LocalHour, siteTimeZone: string): SlotTimes | null {
  const time = Temporal.PlainTime.from(hour.startTime)
  const start = startOn(hour.date, hour)
  return start.toPlainTime().equals(time) ? timesFrom(start, hour, siteTimeZone) : null
}

/** The slots that start within `span`. A day whose clock skips the start has none (RFC 5545, 3.3.10). */
export function seriesSlots(
  series: Series,
  siteTimeZone: string,
  { after, before }: Span,
): (SlotTimes & { readonly seriesDate: string })[] {
  const { firstDate, untilDate, weeks } = series
  const rule = new RRuleTemporal({
    freq: "WEEKLY",
    interval: weeks,
    dtstart: startOn(firstDate, series),
    ...(untilDate && { until: startOn(untilDate, series) }),
  })
  return rule.between(after, before).map((start) => ({
    ...timesFrom(start, series, siteTimeZone),
    seriesDate: start.toPlainDate().toString(),
  }))
}

/** The beginning of a day in a zone, and of the days around it: some zones skip midnight. */
export function startOfDay(date: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds)
}

export function dayAt(instant: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

export function dayAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

export function yearsAfter(date: string, years: number): string {
  return Temporal.PlainDate.from(date).add({ years }).toString()
}

export function dayBefore(date: string): string {
  return Temporal.PlainDate.from(date).subtract({ days: 1 }).toString()
}

function startOn(date: string, { startTime, timeZone }: Pick<LocalHour, "startTime" | "timeZone">) {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(startTime) })
}

function timesFrom(
  start: Temporal.ZonedDateTime,
  { startTime, endTime }: Pick<LocalHour, "startTime" | "endTime">,
  siteTimeZone: string,
): SlotTimes {
  // The length is kept when the clock changes within the slot.
  const end = start.add(Temporal.PlainTime.from(startTime).until(Temporal.PlainTime.from(endTime)))
  const onSite = start.withTimeZone(siteTimeZone)
  return {
    startsAt: new Date(start.epochMilliseconds),
    endsAt: new Date(end.epochMilliseconds),
    date: onSite.toPlainDate().toString(),
    startTime: clockOf(onSite),
    endTime: clockOf(end.withTimeZone(siteTimeZone)),
  }
}

function clockOf(time: Temporal.ZonedDateTime): string {
  return time.toPlainTime().toString({ smallestUnit: "minute" })
}
