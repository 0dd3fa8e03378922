import type { AppointmentRecord } from "@haitech/contract/admin/appointments"
import { type Appointment, GUEST_USER_ID, type OwnAppointment } from "@haitech/contract/appointments"
import { firstNameOf } from "@haitech/contract/contact-details"
import type { Deps } from "#deps.ts"
import { isChangeable, startOf } from "#features/appointments/rules/states.ts"
import type { AppointmentRow, SessionFeedbackRow } from "#features/appointments/table.ts"
import type { RequestReceipt } from "./booking.ts"
import { type MeetingFacts, meetingUrlOf } from "./meetings.ts"

type PresentDeps = Pick<Deps, "keyedHash" | "meetingUrl">

export function presentAppointment(row: AppointmentRow | RequestReceipt): Appointment {
  return {
    id: row.id,
    studentName: row.studentName,
    studentEmail: row.studentEmail,
    sessionType: row.sessionType,
    subject: row.subject,
    preferredTime: row.preferredTime,
    duration: row.duration,
    priority: row.priority,
    status: row.status,
    description: row.description ?? null,
    userId: row.userId ?? GUEST_USER_ID,
    preferredDate: row.preferredDate.toISOString(),
    scheduledAt: row.scheduledAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

interface OwnDetails {
  readonly meetings: MeetingFacts
  readonly feedback: readonly SessionFeedbackRow[]
}

export function presentOwn(
  deps: PresentDeps & Pick<Deps, "now">,
  row: AppointmentRow,
  { meetings, feedback }: OwnDetails,
): OwnAppointment {
  const tutor = row.tutorId ? meetings.tutors.get(row.tutorId) : undefined
  const canChange = isChangeable(row, deps.now())
  const given = feedback.find(({ appointmentId }) => appointmentId === row.id)
  return {
    ...presentAppointment(row),
    tutorName: tutor?.firstName ? firstNameOf(tutor.firstName) : null,
    meetingUrl: meetingUrlOf(deps, row, meetings),
    canCancel: canChange,
    canMove: canChange,
    feedback: given?.studentRating ? { rating: given.studentRating, comment: given.studentFeedback } : null,
  }
}

export function presentRecord(deps: PresentDeps, row: AppointmentRow, meetings: MeetingFacts): AppointmentRecord {
  const tutor = row.tutorId ? meetings.tutors.get(row.tutorId) : undefined
  return {
    ...presentAppointment(row),
    endsAt: row.endsAt.toISOString(),
    adminNotes: row.adminNotes,
    slotId: row.slotId,
    tutorId: row.tutorId as AppointmentRecord["tutorId"],
    tutorName: tutor ? [tutor.firstName, tutor.lastName].filter(Boolean).join(" ") : null,
    meetingUrl: meetingUrlOf(deps, row, meetings),
    timeZone: row.timeZone,
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function exportCells(row: AppointmentRow) {
  return [
    startOf(row).toISOString(),
    row.studentName,
    row.studentEmail,
    row.sessionType,
    row.subject,
    row.duration,
    row.createdAt.toISOString(),
    row.status,
    row.priority,
    row.language,
    row.description,
  ]
}
