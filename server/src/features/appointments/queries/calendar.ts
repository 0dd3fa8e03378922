import { and, asc, gt, gte, lt } from "drizzle-orm"
import { type AvailableTimeSlotRow, availableTimeSlots, closedDays } from "#features/appointments/table/slots.ts"
import { type AppointmentRow, appointments, startColumn } from "#features/appointments/table.ts"
import type { Db } from "#platform/db/client.ts"

interface Span {
  readonly from: Date
  readonly until: Date
}

const STARTS_AT = startColumn(appointments)
/** No session and no slot is longer. */
const LONGEST_MS = 4 * 3_600_000

const earliest = ({ from }: Span) => new Date(from.getTime() - LONGEST_MS)

export function sessionsIn(db: Db, span: Span): Promise<AppointmentRow[]> {
  return db
    .select()
    .from(appointments)
    .where(
      and(
        gte(STARTS_AT, earliest(span).toISOString()),
        lt(STARTS_AT, span.until.toISOString()),
        gt(appointments.endsAt, span.from),
      ),
    )
    .orderBy(asc(STARTS_AT), asc(appointments.id))
}

export function slotsIn(db: Db, span: Span): Promise<AvailableTimeSlotRow[]> {
  const { startsAt, endsAt, id } = availableTimeSlots
  return db
    .select()
    .from(availableTimeSlots)
    .where(and(gte(startsAt, earliest(span)), lt(startsAt, span.until), gt(endsAt, span.from)))
    .orderBy(asc(startsAt), asc(id))
}

/** @param until the first day after them */
export function closedDaysIn(db: Db, from: string, until: string) {
  const { date, name } = closedDays
  return db
    .select({ date, name })
    .from(closedDays)
    .where(and(gte(date, from), lt(date, until)))
    .orderBy(asc(date))
}
