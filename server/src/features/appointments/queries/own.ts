import { OWN_APPOINTMENTS } from "@haitech/contract/appointments"
import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import {
  type AppointmentRow,
  appointments,
  type SessionFeedbackRow,
  sessionFeedback,
  startColumn,
} from "#features/appointments/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export function appointmentsOf(db: Db, userId: string): Promise<AppointmentRow[]> {
  return db
    .select()
    .from(appointments)
    .where(isOwn(db, userId))
    .orderBy(desc(startColumn(appointments)), desc(appointments.id))
    .limit(OWN_APPOINTMENTS)
}

export async function lockOwn(tx: Tx, userId: string, id: AppointmentRow["id"]): Promise<AppointmentRow | undefined> {
  const [row] = await tx
    .select()
    .from(appointments)
    .where(and(eq(appointments.id, id), isOwn(tx, userId)))
    .for("update")
  return row
}

export async function lockTaught(
  tx: Tx,
  tutorId: string,
  id: AppointmentRow["id"],
): Promise<AppointmentRow | undefined> {
  const [row] = await tx
    .select()
    .from(appointments)
    .where(and(eq(appointments.id, id), eq(appointments.tutorId, tutorId)))
    .for("update")
  return row
}

/** The member's own, and a guest's with the member's email address once it is verified: anybody can type an address. */
function isOwn(db: Db | Tx, userId: string) {
  const verifiedEmail = db
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
  const asGuest = and(isNull(appointments.userId), eq(sql`lower(${appointments.studentEmail})`, verifiedEmail))
  return or(eq(appointments.userId, userId), asGuest)
}

export async function feedbackOf(
  db: Db,
  rows: readonly Pick<AppointmentRow, "id">[],
): Promise<readonly SessionFeedbackRow[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  return db.select().from(sessionFeedback).where(inArray(sessionFeedback.appointmentId, ids))
}

export async function saveStudentFeedback(
  tx: Tx,
  appointmentId: AppointmentRow["id"],
  feedback: Pick<SessionFeedbackRow, "studentRating" | "studentFeedback">,
): Promise<void> {
  await tx
    .insert(sessionFeedback)
    .values({ appointmentId, ...feedback })
    .onConflictDoUpdate({ target: sessionFeedback.appointmentId, set: feedback })
}
