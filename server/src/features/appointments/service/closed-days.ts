import { CLOSED_DAYS } from "@haitech/contract/admin/slots"
import type { FieldError } from "@haitech/contract/field-errors"
import type { Deps } from "#deps.ts"
import {
  type ClosedDayRow,
  countClosedDays,
  findClosedDay,
  lockClosedDays,
  removeClosedDay,
  upsertClosedDay,
} from "#features/appointments/queries/closed-days.ts"
import { closeSlotsOfDay } from "#features/appointments/queries/slots.ts"
import { dayAfter, dayAt, yearsAfter } from "#features/appointments/rules/slot-dates.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { openComingSlots } from "./series.ts"
import { deleteUnbooked } from "./slots.ts"

type ClosedDayDeps = Pick<Deps, "db" | "now" | "site">

interface ClosedDays extends ClosedDayRow {
  /** The last day, included. */
  readonly until?: string | undefined
}

/** @returns the sessions in slots that are closed now. @throws {Problem} `request.invalid` for days that cannot be closed */
export async function saveClosedDays(
  { db, now, site }: ClosedDayDeps,
  actor: Member,
  { date, name, until = date }: ClosedDays,
): Promise<readonly AppointmentRow[]> {
  const today = dayAt(now(), site.timeZone)
  const days = daysBetween(date, until, today).map((day) => ({ date: day, name }))
  return db.transaction(async (tx) => {
    await lockClosedDays(tx)
    for (const day of days) await saveDay(tx, actor, day)
    if ((await countClosedDays(tx, today)) > CLOSED_DAYS.most) throw refuse("date", "date.too_many")
    const closed = []
    for (const day of days) closed.push(...(await closeSlotsOfDay(tx, day.date)))
    return (await deleteUnbooked(tx, closed)).bookings
  })
}

/** @throws {Problem} `request.invalid` */
function daysBetween(first: string, last: string, today: string): string[] {
  if (first < today) throw refuse("date", "date.past")
  if (last < first) throw refuse("until", "date.too_early")
  if (last > yearsAfter(today, CLOSED_DAYS.years)) throw refuse(last === first ? "date" : "until", "date.too_late")
  const days = [first]
  for (let day = dayAfter(first, 1); day <= last; day = dayAfter(day, 1)) days.push(day)
  if (days.length > CLOSED_DAYS.most) throw refuse("until", "date.too_many")
  return days
}

function refuse(field: "date" | "until", error: FieldError): Problem {
  return new Problem("request.invalid", { fields: { [field]: error } })
}

async function saveDay(tx: Tx, actor: Member, day: ClosedDayRow): Promise<void> {
  const stored = await findClosedDay(tx, day.date)
  await upsertClosedDay(tx, day)
  if (stored?.name === day.name) return
  await record(tx, { actor, action: "closed_day.saved", ...(stored && { before: stored }), after: day })
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
