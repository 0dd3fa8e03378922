import type { AppointmentId, UserId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { holdCandidate } from "#features/appointments/queries/matching.ts"
import {
  type AppointmentChange,
  lockAppointment,
  lockSlots,
  takePlace,
  updateAppointment,
} from "#features/appointments/queries/states.ts"
import { lockCandidate, lockCandidateOfSession } from "#features/appointments/queries/tutors.ts"
import { canBecome, isOpen, startOf } from "#features/appointments/rules/states.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import { sessionRefusal } from "#features/safeguarding/service/protection.ts"
import { requireScreening } from "#features/volunteers/service/screening-gate.ts"
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { violates } from "#platform/db/conflict.ts"
import { Problem } from "#platform/problem.ts"
import { announce, type SessionChange } from "./announce.ts"
import { releasePlace } from "./places.ts"

const MINUTE_MS = 60_000

interface StaffChange {
  readonly was?: AppointmentRow["status"] | undefined
  readonly status?: AppointmentRow["status"] | undefined
  readonly adminNotes?: string | null | undefined
  readonly scheduledAt?: string | undefined
  readonly tutorId?: UserId | null | undefined
}

export type StateDeps = Pick<Deps, "externalCalendar" | "db" | "now" | "site">

/**
 * Tells the people concerned of all but the notes. The lock on the row decides between two changes at once.
 * @throws {Problem} `record.unknown`, `record.changed`, `appointment.state`, `student.unprotected`, `tutor.refused`,
 * `tutor.unscreened`, `appointment.overlap`, and `request.invalid` for a time that is past
 */
export async function changeByStaff(
  deps: StateDeps,
  actor: Member,
  id: AppointmentId,
  change: StaffChange,
): Promise<AppointmentRow> {
  try {
    return await deps.db.transaction(async (tx) => {
      const tutorId = await lockTutorFor(tx, id, change)
      const before = await lockAppointment(tx, id)
      if (!before) throw new Problem("record.unknown")
      if (change.was !== undefined && change.was !== before.status) throw new Problem("record.changed")
      if (tutorId !== undefined && tutorId !== before.tutorId) throw new Problem("record.changed")
      return changeLocked(tx, deps, { actor, before, change })
    })
  } catch (error) {
    if (violates(error, "appointments_tutor_free")) throw new Problem("appointment.overlap")
    throw error
  }
}

/** The account before the session, as a deletion of the account does. @returns the session's tutor, unless the change names one */
async function lockTutorFor(tx: Tx, id: AppointmentId, change: StaffChange): Promise<string | null | undefined> {
  if (!bringsTogether(change)) return undefined
  if (change.tutorId === undefined) return lockCandidateOfSession(tx, id)
  if (change.tutorId) await lockCandidate(tx, change.tutorId)
  return undefined
}

interface LockedChange {
  readonly actor: Member
  readonly before: AppointmentRow
  readonly change: StaffChange
}

/** The caller has locked the row. @throws {Problem} as `changeByStaff` */
export function changeLocked(
  tx: Tx,
  deps: StateDeps,
  { actor, before, change }: LockedChange,
): Promise<AppointmentRow> {
  return applyChange(tx, deps, { actor, before, update: resolveChange(before, change, deps.now()) })
}

function resolveChange(before: AppointmentRow, change: StaffChange, now: Date): AppointmentChange {
  const { status, adminNotes, tutorId } = change
  if (status !== undefined && !canBecome(before, status, now)) throw new Problem("appointment.state")
  const at = change.scheduledAt === undefined ? undefined : new Date(change.scheduledAt)
  const isMove = at !== undefined && at.getTime() !== startOf(before).getTime()
  const isOtherTutor = tutorId !== undefined && tutorId !== before.tutorId
  if ((isMove || isOtherTutor) && !isOpen(status ?? before.status)) throw new Problem("appointment.state")
  if (isMove && at <= now) throw new Problem("request.invalid", { fields: { scheduledAt: "date.past" } })
  return {
    ...(status !== undefined && { status }),
    ...(adminNotes !== undefined && adminNotes !== before.adminNotes && { adminNotes }),
    ...(isMove && { scheduledAt: at, endsAt: new Date(at.getTime() + before.duration * MINUTE_MS) }),
    ...(isOtherTutor && { tutorId }),
  }
}

interface ResolvedChange {
  readonly actor: Pick<Member, "id">
  readonly before: AppointmentRow
  readonly update: AppointmentChange
}

/** The caller has locked the session. @throws {Problem} `student.unprotected`, `tutor.refused`, `tutor.unscreened`; the violation of `appointments_tutor_free` */
export async function applyChange(
  tx: Tx,
  deps: Omit<StateDeps, "db">,
  { actor, before, update }: ResolvedChange,
): Promise<AppointmentRow> {
  if (Object.keys(update).length === 0) return before
  await requireStudentFor(tx, deps, before, update)
  await requireTutorFor(tx, before, update)
  const slotId = await slotAfter(tx, before, update)
  const row = await updateAppointment(tx, before.id, { ...update, slotId })
  await record(tx, {
    actor,
    action: "appointment.changed",
    subjectId: row.id,
    ...difference(factsOf(before), factsOf(row)),
  })
  if (before.slotId && (slotId !== before.slotId || !isOpen(row.status))) await releasePlace(tx, deps, before)
  const news = changeToTell(row, update)
  return news ? announce(tx, deps, row, news, before) : row
}

interface Meeting {
  readonly status?: AppointmentRow["status"] | undefined
  readonly scheduledAt?: unknown
  readonly tutorId?: string | null | undefined
}

function bringsTogether({ status, scheduledAt, tutorId }: Meeting): boolean {
  return status === "approved" || scheduledAt !== undefined || Boolean(tutorId)
}

/** Nobody approves or moves the session of a minor without a guardian's consent, or gives it to a tutor. */
async function requireStudentFor(
  tx: Tx,
  { now }: Pick<StateDeps, "now">,
  { userId }: AppointmentRow,
  update: AppointmentChange,
): Promise<void> {
  if (bringsTogether(update) && (await sessionRefusal(tx, userId, now()))) throw new Problem("student.unprotected")
}

/** Who approves, moves or gives a session needs a tutor with that role who is screened to its end. The account is locked. */
async function requireTutorFor(tx: Tx, before: AppointmentRow, update: AppointmentChange): Promise<void> {
  const { tutorId, endsAt } = { ...before, ...update }
  if (!tutorId || !bringsTogether(update)) return
  if (!(await holdCandidate(tx, tutorId))) throw new Problem("tutor.refused")
  await requireScreening(tx, tutorId, endsAt)
}

/** A session keeps its slot while time and tutor fit, or takes a place in the tutor's slot that begins then. */
async function slotAfter(tx: Tx, before: AppointmentRow, update: AppointmentChange): Promise<string | null> {
  if (update.scheduledAt === undefined && update.tutorId === undefined) return before.slotId
  const { tutorId } = { ...before, ...update }
  const startsAt = startOf({ ...before, ...update })
  const slots = await lockSlots(tx, before.slotId, { tutorId, startsAt })
  const fitting = slots.filter((slot) => slot.startsAt.getTime() === startsAt.getTime())
  const current = fitting.find(({ id }) => id === before.slotId)
  if (current && (current.tutorId === null || current.tutorId === tutorId)) return current.id
  const next = fitting.find(({ id }) => id !== before.slotId)
  return next && (await takePlace(tx, next.id)) ? next.id : null
}

function changeToTell(row: AppointmentRow, update: AppointmentChange): SessionChange | undefined {
  const { status } = update
  if (status === "pending") return undefined
  if (status) return status
  if (update.scheduledAt) return "moved"
  return update.tutorId !== undefined && row.status === "approved" ? "tutor" : undefined
}

/** Without the notes' text: entries of the audit log outlive the people they are about. */
function factsOf({ status, scheduledAt, tutorId, adminNotes }: AppointmentRow) {
  return { status, scheduledAt: scheduledAt?.toISOString() ?? null, tutorId, notes: adminNotes?.length ?? 0 }
}
