import type { AppointmentId } from "@haitech/contract/ids"
import type { ParsedInput } from "@haitech/contract/route"
import type { withdrawFromSession } from "@haitech/contract/tutors"
import { closeSlotsWithin } from "#features/appointments/queries/slots.ts"
import { lockSessionOfTutor } from "#features/appointments/queries/states.ts"
import { idsOfHour } from "#features/appointments/queries/tutoring.ts"
import { lockCandidate } from "#features/appointments/queries/tutors.ts"
import { isChangeable, startOf } from "#features/appointments/rules/states.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { hourOf } from "./slots.ts"
import { applyChange, type StateDeps } from "./states.ts"
import { alertOfTutorLeft } from "./tutor-left.ts"

type Hour = ParsedInput<typeof withdrawFromSession>["body"]

/**
 * The tutor cannot come: all open sessions of that hour stay without a tutor, students of approved ones hear of it, and what
 * the tutor has open at that time closes (docs/decisions/0109).
 * @throws {Problem} `record.unknown`, `appointment.state`; `record.changed` for another start, or a student, than the tutor saw
 */
export async function withdraw(deps: StateDeps, actor: Member, id: AppointmentId, { startsAt }: Hour): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockCandidate(tx, actor.id)
    const sessions = await lockHour(tx, actor.id, id)
    const session = sessions.find((row) => row.id === id)
    if (!session) throw new Problem("record.unknown")
    if (!isChangeable(session, deps.now())) throw new Problem("appointment.state")
    if (startOf(session).getTime() !== Date.parse(startsAt)) throw new Problem("record.changed")
    await closeHours(tx, actor, session)
    // Nobody books from here on; who did since the sessions were locked is somebody the tutor does not know of.
    const hour = await idsOfHour(tx, actor.id, id)
    if (String(hour) !== String(sessions.map((row) => row.id))) throw new Problem("record.changed")
    const left: AppointmentRow[] = []
    for (const before of sessions) {
      // What waits for the staff lists approved sessions whose tutor left; a request is listed in any case.
      const update = { tutorId: null, tutorLeft: before.status === "approved" }
      left.push(await applyChange(tx, deps, { actor, before, update }))
    }
    await alertOfTutorLeft(tx, deps, left)
  })
}

/** All accounts and sessions before the first slot, in the order in which bookings and deletions lock them. */
async function lockHour(tx: Tx, tutorId: string, id: AppointmentId): Promise<readonly AppointmentRow[]> {
  const sessions: AppointmentRow[] = []
  for (const other of await idsOfHour(tx, tutorId, id)) {
    const row = await lockSessionOfTutor(tx, tutorId, other)
    if (row) sessions.push(row)
  }
  return sessions
}

async function closeHours(tx: Tx, actor: Member, { endsAt, ...session }: AppointmentRow): Promise<void> {
  for (const slot of await closeSlotsWithin(tx, actor.id, { startsAt: startOf(session), endsAt })) {
    const hour = hourOf(slot)
    const facts = { before: { ...hour, isAvailable: true }, after: { ...hour, isAvailable: false } }
    await record(tx, { actor, action: "slot.updated", subjectId: slot.id, ...facts })
  }
}
