import type { Appointment } from "@haitech/contract/appointments"
import { and, arrayContains, desc, eq, lt, sql } from "drizzle-orm"
import type { Db, Tx } from "#platform/db/client.ts"
import { type AppointmentRow, appointments, availableTimeSlots } from "./table.ts"

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
> & { readonly description: string | undefined }

/** Stores a request; nothing when the same one is pending already. Of two at once, one is stored. */
export async function insertAppointment(tx: Tx, request: NewAppointment): Promise<AppointmentRow | undefined> {
  const [row] = await tx.insert(appointments).values(request).onConflictDoNothing().returning()
  return row
}

/** The request that stood in the way of this one; it may have been answered in the meantime. */
export async function twinOf(tx: Tx, request: NewAppointment): Promise<AppointmentRow | undefined> {
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

/** A beginning on the office's clocks. */
export interface Beginning {
  readonly date: string
  readonly time: string
}

/** Takes a place in the open hour that begins then; false when there is none. The row is locked by the change itself. */
export async function takePlace(
  tx: Tx,
  { date, time }: Beginning,
  sessionType: Appointment["sessionType"],
): Promise<boolean> {
  const taken = await tx
    .update(availableTimeSlots)
    .set({ currentBookings: sql`${availableTimeSlots.currentBookings} + 1` })
    .where(
      and(
        eq(availableTimeSlots.date, date),
        eq(availableTimeSlots.startTime, time),
        eq(availableTimeSlots.isAvailable, true),
        lt(availableTimeSlots.currentBookings, availableTimeSlots.maxBookings),
        arrayContains(availableTimeSlots.sessionTypes, [sessionType]),
      ),
    )
    .returning({ id: availableTimeSlots.id })
  return taken.length > 0
}

/** Has the office opened hours on this day? Then only those can be booked (D5). */
export async function hasOpenHours(db: Db | Tx, date: string): Promise<boolean> {
  const rows = await db
    .select({ id: availableTimeSlots.id })
    .from(availableTimeSlots)
    .where(and(eq(availableTimeSlots.date, date), eq(availableTimeSlots.isAvailable, true)))
    .limit(1)
  return rows.length > 0
}
