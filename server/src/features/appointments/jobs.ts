import type { AppointmentId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import type { RecurringJob } from "#platform/jobs/recurring.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import type { ChangeEmail, ReminderEmail, TutorEmail, TutorReminder } from "./service/announce.ts"
import { sendChange, sendReminder, sendRequested } from "./service/emails.ts"
import { readExternalCalendar, updateExternalCalendar } from "./service/external-calendar.ts"
import { announceNewLink, type NewLink } from "./service/new-link.ts"
import type { PlaceFreeEmail } from "./service/places.ts"
import { sendProposal } from "./service/proposal-email.ts"
import type { ProposalEmail } from "./service/proposals.ts"
import { notifyOfSession } from "./service/push.ts"
import { openComingSlots } from "./service/series.ts"
import { type ErasedEmail, sendErased, sendToTutor } from "./service/tutor-emails.ts"
import { emailAdministrators, type SessionsLeft, type SessionsLeftEmail, sendTutorLeft } from "./service/tutor-left.ts"
import { remindTutor } from "./service/tutor-reminders.ts"
import { sendPlaceFree } from "./service/waiting-email.ts"

export const appointmentJobs = (deps: Deps): Readonly<Record<string, Handler>> => ({
  // The key has the id: jobs that an earlier release stored have another payload.
  "appointment.requested": (_payload, { key }) => sendRequested(deps, key, idIn(key)),
  "appointment.changed": (email: ChangeEmail, { key }) => sendChange(deps, key, email),
  "appointment.tutor": (email: TutorEmail, { key }) => sendToTutor(deps, key, email),
  "appointment.proposed": (email: ProposalEmail, { key }) => sendProposal(deps, key, email),
  "appointment.tutor_erased": (email: ErasedEmail, { key }) => sendErased(deps, key, email),
  "appointment.reminder": async (reminder: ReminderEmail, { key }) => {
    await notifyOfSession(deps, key, reminder)
    await sendReminder(deps, key, reminder)
  },
  "appointment.tutor_reminder": (reminder: TutorReminder, { key }) => remindTutor(deps, key, reminder),
  "appointment.tutor_left": (left: SessionsLeft, { key }) => emailAdministrators(deps, key, left),
  "appointment.tutor_left_email": (email: SessionsLeftEmail, { key }) => sendTutorLeft(deps, key, email),
  "appointment.calendar": ({ id }: { readonly id: AppointmentId }) => updateExternalCalendar(deps, id),
  "appointment.new_link": (changed: NewLink) => announceNewLink(deps, changed),
  "appointment.place_free": (email: PlaceFreeEmail, { key }) => sendPlaceFree(deps, key, email),
})

export const recurringAppointmentJobs = (deps: Deps): Readonly<Record<string, RecurringJob>> => ({
  "appointment.open_slots": { cron: "20 6 * * *", run: () => openComingSlots(deps) },
  "appointment.read_calendar": { cron: "*/10 * * * *", run: () => readExternalCalendar(deps) },
})

function idIn(key: string): AppointmentId {
  return key.slice(key.indexOf(":") + 1) as AppointmentId
}
