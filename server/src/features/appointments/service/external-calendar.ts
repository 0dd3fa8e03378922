import type { Deps } from "#deps.ts"
import {
  appointmentsById,
  deleteDifference,
  readSyncToken,
  setCalendarRevision,
  storeDifference,
  storeSyncToken,
} from "#features/appointments/queries/external-calendar.ts"
import { findAppointment } from "#features/appointments/queries/lists.ts"
import { startOf } from "#features/appointments/rules/states.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"
import type { EventChange, ExternalEvent } from "#platform/external-calendar.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { text } from "#platform/messages.ts"

/** Enough for any number of changes at once; each one enqueues a job of its own. */
const LOOKS = 3

export async function enqueueCalendar(
  tx: Tx,
  { externalCalendar }: Pick<Deps, "externalCalendar">,
  id: AppointmentRow["id"],
  reason: string | number,
): Promise<void> {
  if (!externalCalendar) return
  await enqueue(tx, { kind: "appointment.calendar", key: `appointment.calendar:${id}:${reason}`, payload: { id } })
}

/** Makes the external calendar show a session as it is now, whichever change the job was for. */
export async function updateExternalCalendar(deps: Deps, id: AppointmentRow["id"]): Promise<void> {
  const { externalCalendar, db } = deps
  if (!externalCalendar) return
  for (let look = 0; look < LOOKS; look++) {
    const row = await findAppointment(db, id)
    if (row && isShown(row)) await externalCalendar.putEvent(eventOf(deps, row))
    else await externalCalendar.deleteEvent(id)
    // A job for a later change may have written in between, and this one over it.
    const now = await findAppointment(db, id)
    if (now?.revision === row?.revision) {
      if (row) await setCalendarRevision(db, id, isShown(row) ? row.revision : null)
      return
    }
  }
  throw new Error("the session changes faster than the calendar is written")
}

function isShown({ status }: Pick<AppointmentRow, "status">): boolean {
  return status === "approved" || status === "completed" || status === "no_show"
}

/** Without the student's name and email: many are minors, and the calendar is another company's. */
function eventOf({ site }: Pick<Deps, "site">, row: AppointmentRow): ExternalEvent {
  const type = text("en", `schedule.${row.sessionType}`)
  return {
    id: row.id,
    title: `${type}: ${text("en", `schedule.${row.subject}`)}`,
    description: `${site.url}/admin/calendar?open=${row.id}`,
    location: null,
    startsAt: startOf(row),
    endsAt: row.endsAt,
  }
}

/** Stores what somebody changed in the calendar, for an administrator to settle. The sessions stay as they are. */
export async function readExternalCalendar(deps: Deps): Promise<void> {
  const { externalCalendar, db, now } = deps
  if (!externalCalendar) return
  const { changes, syncToken } = await externalCalendar.readChanges(await readSyncToken(db))
  await db.transaction(async (tx) => {
    const byId = new Map(changes.map((change) => [change.id, change]))
    for (const row of await appointmentsById(tx, [...byId.keys()])) {
      const change = byId.get(row.id)
      // Otherwise our own change is on its way to the calendar and overwrites what it says.
      if (change && row.calendarRevision === row.revision) await compare(tx, deps, row, change)
    }
    await storeSyncToken(tx, syncToken, now())
  })
}

/** Sessions have fixed lengths: an event of another length is written again. */
async function compare(
  tx: Tx,
  deps: Pick<Deps, "externalCalendar">,
  row: AppointmentRow,
  { startsAt, endsAt }: EventChange,
): Promise<void> {
  const isMoved = startsAt?.getTime() !== startOf(row).getTime()
  if (isMoved && row.status === "approved") return storeDifference(tx, { appointmentId: row.id, startsAt, endsAt })
  await deleteDifference(tx, row.id)
  const isResized = !isMoved && endsAt?.getTime() !== row.endsAt.getTime()
  if (isResized && row.status === "approved") await enqueueCalendar(tx, deps, row.id, createId())
}
