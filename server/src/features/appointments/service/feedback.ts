import type { Feedback } from "@haitech/contract/admin/appointments"
import { hideContactDetails } from "@haitech/contract/contact-details"
import type { AppointmentId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { findFeedback, saveTutorFeedback, type TutorFeedback } from "#features/appointments/queries/feedback.ts"
import { lockAppointment } from "#features/appointments/queries/states.ts"
import { canGetFeedback } from "#features/appointments/rules/states.ts"
import type { SessionFeedbackRow } from "#features/appointments/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"

/** The audit log holds the ratings only. @throws {Problem} `record.unknown`, `appointment.state` */
export async function saveFeedbackOfTutor(
  { db, now }: Pick<Deps, "db" | "now">,
  actor: Member,
  id: AppointmentId,
  feedback: TutorFeedback,
): Promise<SessionFeedbackRow> {
  return db.transaction(async (tx) => {
    const row = await lockAppointment(tx, id)
    if (!row) throw new Problem("record.unknown")
    if (!canGetFeedback(row, now())) throw new Problem("appointment.state")
    return storeFeedback(tx, actor, id, feedback)
  })
}

/** The caller has locked the session. */
export async function storeFeedback(
  tx: Tx,
  actor: Member,
  id: AppointmentId,
  feedback: TutorFeedback,
): Promise<SessionFeedbackRow> {
  const before = await findFeedback(tx, id)
  const after = await saveTutorFeedback(tx, id, feedback)
  await record(tx, {
    actor,
    action: "appointment.feedback_saved",
    subjectId: id,
    before: { rating: before?.tutorRating ?? null },
    after: { rating: after.tutorRating },
  })
  return after
}

export function presentFeedback(row: SessionFeedbackRow): Feedback {
  const { studentRating, studentFeedback, tutorRating, tutorFeedback, sessionNotes, followUpRequired } = row
  return { studentRating, studentFeedback, tutorRating, tutorFeedback, sessionNotes, followUpRequired }
}

/** As the student may read it: what the tutor wrote is without ways to reach the tutor. */
export function feedbackForStudent<Row extends Pick<SessionFeedbackRow, "tutorFeedback" | "sessionNotes">>(
  row: Row,
): Row {
  const { tutorFeedback, sessionNotes } = row
  return {
    ...row,
    tutorFeedback: tutorFeedback && hideContactDetails(tutorFeedback),
    sessionNotes: sessionNotes && hideContactDetails(sessionNotes),
  }
}
