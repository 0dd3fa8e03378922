import type { Language } from "@haitech/contract/languages"
import { and, arrayContains, count, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm"
import { availableTimeSlots } from "#features/appointments/table/slots.ts"
import { type AppointmentRow, appointments } from "#features/appointments/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export type NewAppointment = Pick<
  AppointmentRow,
  | "studentName"
  | "studentEmail"
  | "sessionType"
  | "subject"
  | "preferredDate"
  | "preferredTime"
  | "duration"
  | "priority"
> & {
  readonly description: string | undefined
  readonly language: Language
  readonly timeZone?: string | undefined
  readonly endsAt: Date
  readonly userId: string | null
  readonly idempotencyKeyHash: string | null
}

/** @returns undefined when the same request is already pending */
export async function insertAppointment(tx: Tx, request: NewAppointment): Promise<AppointmentRow | undefined> {
  const [row] = await tx.insert(appointments).values(request).onConflictDoNothing().returning()
  return row
}

/** The newest stored request that conflicts with this one; it may no longer be pending. */
export async function findDuplicate(tx: Tx, request: NewAppointment): Promise<AppointmentRow | undefined> {
  const [row] = await tx
    .select()
    .from(appointments)
    .where(
      and(
        eq(sql`lower(${appointments.studentEmail})`, request.studentEmail.toLowerCase()),
        eq(appointments.preferredDate, request.preferredDate),
        eq(appointments.sessionType, request.sessionType),
        eq(appointments.subject, request.subject),
      ),
    )
    .orderBy(desc(appointments.createdAt))
    .limit(1)
  return row
}

export interface SlotStart {
  readonly date: string
  readonly time: string
}

/** Books a place in the slot with one atomic update. @returns false when no open slot has a place left */
export async function claimSlot(
  tx: Tx,
  start: SlotStart,
  sessionType: AppointmentRow["sessionType"],
): Promise<boolean> {
  const booked = await tx
    .update(availableTimeSlots)
    .set({ currentBookings: sql`${availableTimeSlots.currentBookings} + 1` })
    .where(acceptsBooking(start, sessionType))
    .returning({ id: availableTimeSlots.id })
  return booked.length > 0
}

export async function hasFreePlace(
  tx: Tx,
  start: SlotStart,
  sessionType: AppointmentRow["sessionType"],
): Promise<boolean> {
  const rows = await tx
    .select({ id: availableTimeSlots.id })
    .from(availableTimeSlots)
    .where(acceptsBooking(start, sessionType))
    .limit(1)
  return rows.length > 0
}

function acceptsBooking({ date, time }: SlotStart, sessionType: AppointmentRow["sessionType"]) {
  return and(
    eq(availableTimeSlots.date, date),
    eq(availableTimeSlots.startTime, time),
    eq(availableTimeSlots.isAvailable, true),
    lt(availableTimeSlots.currentBookings, availableTimeSlots.maxBookings),
    arrayContains(availableTimeSlots.sessionTypes, [sessionType]),
  )
}

export async function hasOpenSlots(db: Db | Tx, date: string): Promise<boolean> {
  const rows = await db
    .select({ id: availableTimeSlots.id })
    .from(availableTimeSlots)
    .where(and(eq(availableTimeSlots.date, date), eq(availableTimeSlots.isAvailable, true)))
    .limit(1)
  return rows.length > 0
}

/** @returns the future starts of the deleted sessions, where places are free again */
export async function deleteAppointmentsOf(
  tx: Tx,
  { userId, email }: { readonly userId: string; readonly email: string | null },
  now: Date,
): Promise<readonly Date[]> {
  const byAddress = email === null ? undefined : eq(sql`lower(${appointments.studentEmail})`, email.toLowerCase())
  const deleted = await tx
    .delete(appointments)
    .where(or(eq(appointments.userId, userId), byAddress))
    .returning({ at: appointments.preferredDate })
  return deleted.map(({ at }) => at).filter((at) => at > now)
}

/** Locks the slot before the count, so that a concurrent booking is either counted or waits. */
export async function recountBookings(tx: Tx, { date, time }: SlotStart, at: Date): Promise<void> {
  const isSlot = and(eq(availableTimeSlots.date, date), eq(availableTimeSlots.startTime, time))
  const locked = await tx.select({ id: availableTimeSlots.id }).from(availableTimeSlots).where(isSlot).for("update")
  if (locked.length === 0) return
  const [counted] = await tx
    .select({ sessions: count() })
    .from(appointments)
    .where(and(eq(appointments.preferredDate, at), inArray(appointments.status, ["pending", "approved"])))
  const sessions = counted?.sessions ?? 0
  await tx
    .update(availableTimeSlots)
    .set({ currentBookings: sessions })
    .where(and(isSlot, gt(availableTimeSlots.currentBookings, sessions)))
}
