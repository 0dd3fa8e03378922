import type { Language } from "@haitech/contract/languages"
import { and, desc, eq, isNull, or, sql } from "drizzle-orm"
import { type AppointmentRow, appointments } from "#features/appointments/table.ts"
import type { Tx } from "#platform/db/client.ts"

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

/** The same request under the same key, whatever became of it: a phone may send it again hours later. */
export async function findRepeated(tx: Tx, request: NewAppointment): Promise<AppointmentRow | undefined> {
  if (request.idempotencyKeyHash === null) return undefined
  const [row] = await tx
    .select()
    .from(appointments)
    .where(and(isSameRequest(request), eq(appointments.idempotencyKeyHash, request.idempotencyKeyHash)))
    .limit(1)
  return row
}

/** The newest stored request that conflicts with this one; it may no longer be pending. */
export async function findDuplicate(tx: Tx, request: NewAppointment): Promise<AppointmentRow | undefined> {
  const [row] = await tx
    .select()
    .from(appointments)
    .where(isSameRequest(request))
    .orderBy(desc(appointments.createdAt))
    .limit(1)
  return row
}

function isSameRequest({ studentEmail, preferredDate, sessionType, subject }: NewAppointment) {
  return and(
    eq(sql`lower(${appointments.studentEmail})`, studentEmail.toLowerCase()),
    eq(appointments.preferredDate, preferredDate),
    eq(appointments.sessionType, sessionType),
    eq(appointments.subject, subject),
  )
}

export async function deleteAppointmentsOf(
  tx: Tx,
  { userId, email }: { readonly userId: string; readonly email: string | null },
): Promise<readonly AppointmentRow[]> {
  const isOfAddress = email
    ? and(isNull(appointments.userId), eq(sql`lower(${appointments.studentEmail})`, email.toLowerCase()))
    : undefined
  return tx
    .delete(appointments)
    .where(or(eq(appointments.userId, userId), isOfAddress))
    .returning()
}

export async function insertAppointments(tx: Tx, rows: readonly (typeof appointments.$inferInsert)[]): Promise<void> {
  await tx.insert(appointments).values([...rows])
}
