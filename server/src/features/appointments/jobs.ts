import type { AppointmentId } from "@haitech/contract/ids"
import type { Handler } from "#platform/jobs/worker.ts"
import type { ChangeEmail, ReminderEmail, TutorEmail } from "./service/announce.ts"
import { type MailDeps, sendChange, sendReminder, sendRequested } from "./service/emails.ts"
import type { PlaceFreeEmail } from "./service/places.ts"
import { sendToTutor } from "./service/tutor-emails.ts"
import { sendPlaceFree } from "./service/waiting-email.ts"

export const appointmentJobs = (deps: MailDeps): Readonly<Record<string, Handler>> => ({
  // The key has the id: jobs that an earlier release stored have another payload.
  "appointment.requested": (_payload, { key }) => sendRequested(deps, key, idIn(key)),
  "appointment.changed": (email: ChangeEmail, { key }) => sendChange(deps, key, email),
  "appointment.tutor": (email: TutorEmail, { key }) => sendToTutor(deps, key, email),
  "appointment.reminder": (email: ReminderEmail, { key }) => sendReminder(deps, key, email),
  "appointment.place_free": (email: PlaceFreeEmail, { key }) => sendPlaceFree(deps, key, email),
})

function idIn(key: string): AppointmentId {
  return key.slice(key.indexOf(":") + 1) as AppointmentId
}
