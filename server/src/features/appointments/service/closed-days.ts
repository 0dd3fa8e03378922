import type { Deps } from "#deps.ts"
import {
  type ClosedDayRow,
  findClosedDay,
  removeClosedDay,
  upsertClosedDay,
} from "#features/appointments/queries/closed-days.ts"
import { closeSlotsOfDay } from "#features/appointments/queries/slots.ts"
import { dayAt } from "#features/appointments/rules/slot-dates.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import { Problem } from "#platform/problem.ts"
import { openComingSlots } from "./series.ts"
import { deleteUnbooked } from "./slots.ts"

type ClosedDayDeps = Pick<Deps, "db" | "now" | "site">

/** @returns the sessions in slots that are closed now. @throws {Problem} `request.invalid` for a past day */
export async function saveClosedDay(
  { db, now, site }: ClosedDayDeps,
  actor: Member,
  day: ClosedDayRow,
): Promise<readonly AppointmentRow[]> {
  if (day.date < dayAt(now(), site.timeZone)) throw new Problem("request.invalid", { fields: { date: "date.past" } })
  return db.transaction(async (tx) => {
    const stored = await findClosedDay(tx, day.date)
    await upsertClosedDay(tx, day)
    const isChanged = Object.keys(difference(stored ?? {}, day).after).length > 0
    if (isChanged) {
      await record(tx, { actor, action: "closed_day.saved", ...(stored && { before: stored }), after: day })
    }
    const { bookings } = await deleteUnbooked(tx, await closeSlotsOfDay(tx, day.date))
    return bookings
  })
}

/** The series open their slots on this day again. @throws {Problem} `record.unknown` */
export async function deleteClosedDay(deps: ClosedDayDeps, actor: Member, date: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const day = await removeClosedDay(tx, date)
    if (!day) throw new Problem("record.unknown")
    await record(tx, { actor, action: "closed_day.deleted", before: day })
  })
  await openComingSlots(deps)
}
