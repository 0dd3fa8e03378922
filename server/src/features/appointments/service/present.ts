import type { AppointmentRecord } from "@haitech/contract/admin/appointments"
import { type Appointment, GUEST_USER_ID, type OwnAppointment } from "@haitech/contract/appointments"
import type { Deps } from "#deps.ts"
import type { TutorFacts } from "#features/appointments/queries/lists.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { RequestReceipt } from "./booking.ts"
import { meetingUrlOf } from "./meetings.ts"

type PresentDeps = Pick<Deps, "keyedHash" | "meetingUrl">

export function presentAppointment(row: AppointmentRow | RequestReceipt): Appointment {
  const { id, studentName, studentEmail, sessionType, subject, preferredTime, duration, priority, status } = row
  return {
    ...{ id, studentName, studentEmail, sessionType, subject, preferredTime, duration, priority, status },
    description: row.description ?? null,
    userId: row.userId ?? GUEST_USER_ID,
    preferredDate: row.preferredDate.toISOString(),
    scheduledAt: row.scheduledAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

export function presentOwn(
  deps: PresentDeps,
  row: AppointmentRow,
  tutors: ReadonlyMap<string, TutorFacts>,
): OwnAppointment {
  const tutor = row.tutorId ? tutors.get(row.tutorId) : undefined
  return {
    ...presentAppointment(row),
    tutorName: tutor?.firstName ?? null,
    meetingUrl: meetingUrlOf(deps, row, tutor),
    canCancel: false,
    canMove: false,
    feedback: null,
  }
}

export function presentRecord(
  deps: PresentDeps,
  row: AppointmentRow,
  tutors: ReadonlyMap<string, TutorFacts>,
): AppointmentRecord {
  const tutor = row.tutorId ? tutors.get(row.tutorId) : undefined
  return {
    ...presentAppointment(row),
    endsAt: row.endsAt.toISOString(),
    adminNotes: row.adminNotes,
    slotId: row.slotId,
    tutorId: row.tutorId as AppointmentRecord["tutorId"],
    tutorName: tutor ? [tutor.firstName, tutor.lastName].filter(Boolean).join(" ") : null,
    meetingUrl: meetingUrlOf(deps, row, tutor),
    timeZone: row.timeZone,
    updatedAt: row.updatedAt.toISOString(),
  }
}
