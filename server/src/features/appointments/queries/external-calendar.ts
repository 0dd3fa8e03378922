import { asc, eq, inArray, sql } from "drizzle-orm"
import {
  type CalendarDifferenceRow,
  calendarDifferences,
  calendarReads,
} from "#features/appointments/table/calendar.ts"
import { type AppointmentRow, appointments, startColumn } from "#features/appointments/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export async function setCalendarRevision(db: Db, id: string, revision: number | null): Promise<void> {
  await db
    .update(appointments)
    .set({ calendarRevision: revision, updatedAt: sql`${appointments.updatedAt}` })
    .where(eq(appointments.id, id as AppointmentRow["id"]))
}

export async function readSyncToken(db: Db): Promise<string | null> {
  const [row] = await db.select({ syncToken: calendarReads.syncToken }).from(calendarReads)
  return row?.syncToken ?? null
}

export async function storeSyncToken(tx: Tx, syncToken: string, readAt: Date): Promise<void> {
  const values = { syncToken, readAt }
  await tx.insert(calendarReads).values(values).onConflictDoUpdate({ target: calendarReads.id, set: values })
}

export async function appointmentsById(tx: Tx, ids: readonly string[]): Promise<readonly AppointmentRow[]> {
  if (ids.length === 0) return []
  return tx
    .select()
    .from(appointments)
    .where(inArray(appointments.id, ids as AppointmentRow["id"][]))
}

export async function storeDifference(
  tx: Tx,
  difference: Pick<CalendarDifferenceRow, "appointmentId" | "startsAt" | "endsAt">,
): Promise<void> {
  await tx
    .insert(calendarDifferences)
    .values(difference)
    .onConflictDoUpdate({ target: calendarDifferences.appointmentId, set: difference })
}

export async function findDifference(db: Db | Tx, id: string): Promise<CalendarDifferenceRow | undefined> {
  const [row] = await db.select().from(calendarDifferences).where(eq(calendarDifferences.appointmentId, id))
  return row
}

export async function deleteDifference(tx: Db | Tx, id: string): Promise<boolean> {
  const rows = await tx
    .delete(calendarDifferences)
    .where(eq(calendarDifferences.appointmentId, id))
    .returning({ id: calendarDifferences.appointmentId })
  return rows.length > 0
}

const MAX_DIFFERENCES = 100

export function openDifferences(db: Db) {
  return db
    .select({
      id: appointments.id,
      studentName: appointments.studentName,
      startsAt: startColumn(appointments).mapWith(appointments.preferredDate),
      calendarStartsAt: calendarDifferences.startsAt,
    })
    .from(calendarDifferences)
    .innerJoin(appointments, eq(appointments.id, calendarDifferences.appointmentId))
    .where(eq(appointments.status, "approved"))
    .orderBy(asc(calendarDifferences.createdAt), asc(appointments.id))
    .limit(MAX_DIFFERENCES)
}
