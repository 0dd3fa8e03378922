import { firstNameOf, hideContactDetails } from "@haitech/contract/contact-details"
import { findAppointment, findTutorRecipient } from "#features/appointments/queries/lists.ts"
import { startOf } from "#features/appointments/rules/states.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import { renderEmail } from "#platform/mail/email.ts"
import type { TutorEmail } from "./announce.ts"
import { clockOf, eventOf, type MailDeps, topicOf, translateFor } from "./emails.ts"
import { meetingFactsOf, meetingUrlOf } from "./meetings.ts"

/** In the tutor's language and on the tutor's clock. Who got the session and lost it is told of both, or of the loss alone without the role. */
export async function sendToTutor(deps: MailDeps, key: string, email: TutorEmail): Promise<void> {
  const { change, tutorId } = email
  const row = await findAppointment(deps.db, email.id)
  const recipient = await findTutorRecipient(deps.db, tutorId)
  if (!row?.calendarEventId || !recipient?.email) return
  const isTheirs = row.tutorId === tutorId && row.status === "approved"
  if (isTheirs !== (change !== "cancelled") || (isTheirs && !recipient.mayBeTutor)) return
  const { language, timeZone, email: to } = recipient
  const t = translateFor(deps, language)
  const topic = { ...topicOf(t, row), name: firstNameOf(row.studentName) ?? t("tutor.student") }
  const event = { ...eventOf(row, row.calendarEventId, deps.now()), ...timesBefore(email) }
  const when = t("mail.tutor.when", clockOf(language, event.startsAt, timeZone))
  const meetingUrl = isTheirs ? meetingUrlOf(deps, row, await meetingFactsOf(deps.db, [row])) : null
  const wrote = isTheirs && row.description ? hideContactDetails(row.description) : undefined
  const file = await deps.calendar.render({
    ...event,
    summary: t("mail.tutor.event", topic),
    description: [when, ...(wrote ? [t("mail.tutor.wrote"), wrote] : [])].join("\n"),
    location: meetingUrl,
    attendee: to,
    isCancelled: !isTheirs,
  })
  const subject = t(`mail.tutor.${change}`)
  const parts = renderEmail({
    language,
    subject,
    greeting: subject,
    paragraphs: [
      t("mail.tutor.what", topic),
      when,
      t(change === "link" && !meetingUrl ? "mail.tutor.no_link_text" : `mail.tutor.${change}_text`),
    ],
    ...(wrote && { quote: { intro: t("mail.tutor.wrote"), text: wrote } }),
    ...(meetingUrl && { link: { label: t("mail.session.video"), url: meetingUrl } }),
    footer: t("mail.tutor.footer"),
  })
  await deps.mail.send({ key, to, language, subject, ...parts, attachments: [file] })
}

function timesBefore({ was }: TutorEmail) {
  return was && { startsAt: new Date(was.startsAt), endsAt: new Date(was.endsAt) }
}

/** What is left of an erased session: the tutor knows the hour and its topic, and nothing else is stored. */
export interface ErasedEmail extends Pick<AppointmentRow, "revision" | "sessionType" | "subject" | "duration"> {
  readonly eventId: string
  readonly tutorId: string
  readonly startsAt: string
  readonly endsAt: string
}

/** Undefined unless the session stands in a tutor's calendar and is still to come. */
export function erasedEmailOf(row: AppointmentRow, now: Date): ErasedEmail | undefined {
  const { tutorId, calendarEventId: eventId, revision, sessionType, subject, duration } = row
  if (row.status !== "approved" || !tutorId || !eventId || row.endsAt <= now) return undefined
  const [startsAt, endsAt] = [startOf(row).toISOString(), row.endsAt.toISOString()]
  return { eventId, tutorId, startsAt, endsAt, revision: revision + 1, sessionType, subject, duration }
}

/** Tells a tutor that a session is gone whose student has erased the account, without the student's name. */
export async function sendErased(deps: MailDeps, key: string, email: ErasedEmail): Promise<void> {
  const recipient = await findTutorRecipient(deps.db, email.tutorId)
  if (!recipient?.email) return
  const { language, timeZone, email: to } = recipient
  const t = translateFor(deps, language)
  const [startsAt, endsAt] = [new Date(email.startsAt), new Date(email.endsAt)]
  const when = t("mail.tutor.when", clockOf(language, startsAt, timeZone))
  const subject = t("mail.tutor.cancelled")
  const file = await deps.calendar.render({
    id: email.eventId,
    stamp: deps.now(),
    revision: email.revision,
    startsAt,
    endsAt,
    summary: t("mail.session.event", topicOf(t, email)),
    description: when,
    location: null,
    attendee: to,
    isCancelled: true,
  })
  const parts = renderEmail({
    language,
    subject,
    greeting: subject,
    paragraphs: [t("mail.session.what", topicOf(t, email)), when, t("mail.tutor.erased_text")],
    footer: t("mail.tutor.footer"),
  })
  await deps.mail.send({ key, to, language, subject, ...parts, attachments: [file] })
}
