import { DEFAULT_DURATION } from "@haitech/contract/appointments"
import { instantOf } from "@haitech/contract/clock"

const MINUTE_MS = 60_000

interface Time {
  readonly preferredDate: Date
  readonly scheduledAt?: Date | null | undefined
  readonly duration?: number | undefined
}

export function withEnd<Row extends Time>(row: Row): Row & { readonly endsAt: Date } {
  const startsAt = row.scheduledAt ?? row.preferredDate
  return { ...row, endsAt: new Date(startsAt.getTime() + (row.duration ?? DEFAULT_DURATION) * MINUTE_MS) }
}

interface Hour {
  readonly date: string
  readonly startTime: string
  readonly endTime: string
}

/** Adds the instants to a row of `available_time_slots`, whose times are in New York. */
export function withInstants<Row extends Hour>(row: Row): Row & { readonly startsAt: Date; readonly endsAt: Date } {
  return { ...row, startsAt: at(row.date, row.startTime), endsAt: at(row.date, row.endTime) }
}

function at(date: string, time: string): Date {
  const instant = instantOf(date, time, "America/New_York")
  if (!instant) throw new Error(`${date} ${time} does not exist`)
  return new Date(instant)
}
