import type { Deps } from "#deps.ts"
import { deleteAppointmentsOf } from "#features/appointments/queries/booking.ts"
import {
  advanceRevision,
  findComing,
  lockSessionOfTutor,
  updateAppointment,
} from "#features/appointments/queries/states.ts"
import { deleteWaitingOf } from "#features/appointments/queries/waiting.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Tx } from "#platform/db/client.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { announceRevision } from "./announce.ts"
import { enqueueCalendar } from "./external-calendar.ts"
import { releasePlace } from "./places.ts"
import { erasedEmailOf } from "./tutor-emails.ts"
import { alertOfTutorLeft } from "./tutor-left.ts"

/**
 * Deletes a person's sessions and places in waiting lists, and gives the places of the sessions to others. The tutors of
 * coming sessions are told, and the students of those that the person was to give.
 */
export async function eraseAppointments(
  deps: Pick<Deps, "externalCalendar" | "now">,
  tx: Tx,
  subject: ErasureSubject,
): Promise<void> {
  await leaveSessions(tx, deps, subject.userId)
  await deleteWaitingOf(tx, subject)
  const deleted = await deleteAppointmentsOf(tx, subject)
  const held = deleted.filter(({ status }) => status === "pending" || status === "approved")
  // In the order in which bookings lock slots.
  const inOrder = held.toSorted((a, b) => ((a.slotId ?? "") < (b.slotId ?? "") ? -1 : 1))
  for (const row of inOrder) await releasePlace(tx, deps, row)
  for (const { id } of deleted) await enqueueCalendar(tx, deps, id, "erased")
  for (const row of deleted) {
    const payload = erasedEmailOf(row, deps.now())
    if (payload)
      await enqueue(tx, { kind: "appointment.tutor_erased", key: `appointment.tutor_erased:${row.id}`, payload })
  }
}

/** The caller has locked the tutor's account, so that nobody gives them a session meanwhile. */
async function leaveSessions(tx: Tx, deps: Pick<Deps, "externalCalendar" | "now">, tutorId: string): Promise<void> {
  const left: AppointmentRow[] = []
  for (const id of await findComing(tx, { tutorId }, deps.now())) {
    const session = await lockSessionOfTutor(tx, tutorId, id)
    if (session?.status !== "approved") continue
    await updateAppointment(tx, id, { tutorId: null, tutorLeft: true })
    left.push(await announceRevision(tx, deps, await advanceRevision(tx, id, null), "tutor"))
  }
  await alertOfTutorLeft(tx, deps, left)
}
