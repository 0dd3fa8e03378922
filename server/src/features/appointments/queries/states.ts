import type { AppointmentId } from "@haitech/contract/ids"
import { and, asc, eq, gt, lt, or, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { availableTimeSlots } from "#features/appointments/table/slots.ts"
import { type AppointmentRow, appointments } from "#features/appointments/table.ts"
import type { Tx } from "#platform/db/client.ts"

/**
 * Takes the lock on the student's account that a second change of the session takes, before the one on the session: a
 * deleted account and a revoked consent lock the account first, too.
 */
async function lockStudent(tx: Tx, id: AppointmentId): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(appointments, eq(appointments.userId, users.id))
    .where(eq(appointments.id, id))
    .for("key share", { of: users })
}

export async function lockAppointment(tx: Tx, id: AppointmentId): Promise<AppointmentRow | undefined> {
  await lockStudent(tx, id)
  const [row] = await tx.select().from(appointments).where(eq(appointments.id, id)).for("update")
  return row
}

export async function lockSessionOfTutor(
  tx: Tx,
  tutorId: string,
  id: AppointmentId,
): Promise<AppointmentRow | undefined> {
  await lockStudent(tx, id)
  const [row] = await tx
    .select()
    .from(appointments)
    .where(and(eq(appointments.id, id), eq(appointments.tutorId, tutorId)))
    .for("update")
  return row
}

export async function findComing(
  tx: Tx,
  of: { readonly tutorId: string } | { readonly slotId: string },
  now: Date,
): Promise<readonly AppointmentId[]> {
  const isOf = "tutorId" in of ? eq(appointments.tutorId, of.tutorId) : eq(appointments.slotId, of.slotId)
  const rows = await tx
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(isOf, eq(appointments.status, "approved"), gt(appointments.endsAt, now)))
    .orderBy(asc(appointments.id))
  return rows.map(({ id }) => id)
}

export type AppointmentChange = Partial<
  Pick<
    AppointmentRow,
    | "status"
    | "adminNotes"
    | "preferredDate"
    | "preferredTime"
    | "scheduledAt"
    | "endsAt"
    | "slotId"
    | "tutorId"
    | "tutorLeft"
  >
>

/** The caller has locked the row. @throws 23P01 when the tutor has another session at this time */
export async function updateAppointment(tx: Tx, id: AppointmentId, change: AppointmentChange): Promise<AppointmentRow> {
  const [row] = await tx.update(appointments).set(change).where(eq(appointments.id, id)).returning()
  if (!row) throw new Error("a locked session does not exist")
  return row
}

/** Counts one more change that the student is told about. A session keeps the first event id that it gets. */
export async function advanceRevision(tx: Tx, id: AppointmentId, eventId: string | null): Promise<AppointmentRow> {
  const [row] = await tx
    .update(appointments)
    .set({
      revision: sql`${appointments.revision} + 1`,
      calendarEventId: sql`coalesce(${appointments.calendarEventId}, ${eventId}::text)`,
    })
    .where(eq(appointments.id, id))
    .returning()
  if (!row) throw new Error("a session that does not exist was announced")
  return row
}

interface Slot {
  readonly id: string
  readonly tutorId: string | null
  readonly startsAt: Date
}

const SLOT = { id: availableTimeSlots.id, tutorId: availableTimeSlots.tutorId, startsAt: availableTimeSlots.startsAt }

/** The session's slot and the one of the tutor that begins then, locked in one order, against deadlocks. */
export async function lockSlots(
  tx: Tx,
  slotId: string | null,
  { tutorId, startsAt }: Pick<Slot, "tutorId" | "startsAt">,
): Promise<readonly Slot[]> {
  const isCurrent = slotId ? eq(availableTimeSlots.id, slotId) : sql`false`
  const isNext = tutorId
    ? and(eq(availableTimeSlots.tutorId, tutorId), eq(availableTimeSlots.startsAt, startsAt))
    : sql`false`
  return tx
    .select(SLOT)
    .from(availableTimeSlots)
    .where(or(isCurrent, isNext))
    .orderBy(asc(availableTimeSlots.id))
    .for("no key update")
}

/** @returns false when the slot is closed or full */
export async function takePlace(tx: Tx, slotId: string): Promise<boolean> {
  const taken = await tx
    .update(availableTimeSlots)
    .set({ currentBookings: sql`${availableTimeSlots.currentBookings} + 1` })
    .where(
      and(
        eq(availableTimeSlots.id, slotId),
        eq(availableTimeSlots.isAvailable, true),
        lt(availableTimeSlots.currentBookings, availableTimeSlots.maxBookings),
      ),
    )
    .returning({ id: availableTimeSlots.id })
  return taken.length > 0
}
