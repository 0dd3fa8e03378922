import type { AppointmentId } from "@haitech/contract/ids"
import { eq } from "drizzle-orm"
import { type SessionFeedbackRow, sessionFeedback } from "#features/appointments/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export async function findFeedback(db: Db | Tx, id: AppointmentId): Promise<SessionFeedbackRow | undefined> {
  const [row] = await db.select().from(sessionFeedback).where(eq(sessionFeedback.appointmentId, id))
  return row
}

export type TutorFeedback = Pick<
  SessionFeedbackRow,
  "tutorRating" | "tutorFeedback" | "sessionNotes" | "followUpRequired"
>

export async function saveTutorFeedback(
  tx: Tx,
  id: AppointmentId,
  feedback: TutorFeedback,
): Promise<SessionFeedbackRow> {
  const [row] = await tx
    .insert(sessionFeedback)
    .values({ appointmentId: id, ...feedback })
    .onConflictDoUpdate({ target: sessionFeedback.appointmentId, set: feedback })
    .returning()
  if (!row) throw new Error("no feedback was saved")
  return row
}
