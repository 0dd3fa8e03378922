import type { AppointmentRecord } from "@haitech/contract/admin/appointments"
import type { Slot } from "@haitech/contract/admin/slots"
import { clockAt } from "@haitech/contract/clock"
import { minutesOf } from "./days.ts"

/** A session or an open hour on a day of the site's calendar, from `begin` to `end` in minutes of that day. */
export type CalendarEntry = Place &
  ({ readonly kind: "session"; readonly session: AppointmentRecord } | { readonly kind: "slot"; readonly slot: Slot })

interface Place {
  readonly id: string
  readonly date: string
  readonly begin: number
  readonly end: number
  readonly startsAt: string
  readonly endsAt: string
  readonly isPast: boolean
}

export const startOf = ({ scheduledAt, preferredDate }: Pick<AppointmentRecord, "scheduledAt" | "preferredDate">) =>
  scheduledAt ?? preferredDate

export interface CalendarDays {
  readonly appointments: readonly AppointmentRecord[]
  readonly slots: readonly Slot[]
}

const GONE: readonly string[] = ["declined", "cancelled"]

/** In the order of their start. An hour without a free place is left out: its sessions stand there. */
export function entriesOf(data: CalendarDays, timeZone: string, now: Date): CalendarEntry[] {
  const sessions = data.appointments
    .filter(({ status }) => !GONE.includes(status))
    .map((session) => ({
      kind: "session" as const,
      session,
      ...placeOf(session.id, startOf(session), session.endsAt, timeZone, now),
    }))
  const slots = data.slots
    .filter(({ isAvailable, currentBookings, maxBookings }) => !isAvailable || currentBookings < maxBookings)
    .map((slot) => ({ kind: "slot" as const, slot, ...placeOf(slot.id, slot.startsAt, slot.endsAt, timeZone, now) }))
  return [...sessions, ...slots].toSorted(
    (a, b) => a.date.localeCompare(b.date) || a.begin - b.begin || a.kind.localeCompare(b.kind),
  )
}

/** What ends after midnight ends with its day. */
function placeOf(id: string, startsAt: string, endsAt: string, timeZone: string, now: Date): Place {
  const [start, end] = [clockAt(startsAt, timeZone), clockAt(endsAt, timeZone)]
  return {
    id,
    startsAt,
    endsAt,
    date: start.date,
    begin: minutesOf(start.time),
    end: end.date > start.date ? 24 * 60 : minutesOf(end.time),
    isPast: Date.parse(endsAt) <= now.getTime(),
  }
}
