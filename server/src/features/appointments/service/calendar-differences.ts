import type { AppointmentId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { deleteDifference, findDifference } from "#features/appointments/queries/external-calendar.ts"
import { lockAppointment } from "#features/appointments/queries/states.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { createId } from "#platform/db/columns.ts"
import { Problem } from "#platform/problem.ts"
import { enqueueCalendar } from "./external-calendar.ts"
import { changeByStaff } from "./states.ts"

/** @throws {Problem} `record.unknown` without a difference; the refusals of `changeByStaff`, which tells the student */
export async function settleDifference(
  deps: Deps,
  actor: Member,
  id: AppointmentId,
  take: "ours" | "calendar",
): Promise<AppointmentRow> {
  if (take === "ours") return keepOurs(deps, actor, id)
  const difference = await findDifference(deps.db, id)
  if (!difference) throw new Problem("record.unknown")
  const { startsAt } = difference
  const change = startsAt ? { scheduledAt: startsAt.toISOString() } : { status: "cancelled" as const }
  const row = await changeByStaff(deps, actor, id, change)
  await deleteDifference(deps.db, id)
  return row
}

function keepOurs(deps: Deps, actor: Member, id: AppointmentId): Promise<AppointmentRow> {
  return deps.db.transaction(async (tx) => {
    const row = await lockAppointment(tx, id)
    if (!row || !(await deleteDifference(tx, id))) throw new Problem("record.unknown")
    await enqueueCalendar(tx, deps, id, createId())
    await record(tx, { actor, action: "appointment.calendar_restored", subjectId: id })
    return row
  })
}
