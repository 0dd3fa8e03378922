import { findAppointment, findTutorRecipient, tutorsOf } from "#features/appointments/queries/lists.ts"
import { startOf } from "#features/appointments/rules/states.ts"
import { renderEmail } from "#platform/mail/email.ts"
import type { TutorEmail } from "./announce.ts"
import { clockOf, eventOf, type MailDeps, topicOf, translateFor } from "./emails.ts"
import { meetingUrlOf } from "./meetings.ts"

/** In the tutor's language and on the tutor's clock. A tutor who got the session and lost it again is told of both. */
export async function sendToTutor(deps: MailDeps, key: string, email: TutorEmail): Promise<void> {
  const { change, tutorId } = email
  const row = await findAppointment(deps.db, email.id)
  const recipient = await findTutorRecipient(deps.db, tutorId)
  if (!row?.calendarEventId || !recipient?.email) return
  const isTheirs = row.tutorId === tutorId && row.status === "approved"
  if (isTheirs !== (change !== "cancelled")) return
  const { language, timeZone, email: to } = recipient
  const t = translateFor(deps, language)
  const topic = { ...topicOf(t, row), name: row.studentName }
  const when = t("mail.tutor.when", clockOf(language, startOf(row), timeZone))
  const meetingUrl = meetingUrlOf(deps, row, isTheirs ? (await tutorsOf(deps.db, [row])).get(tutorId) : undefined)
  const wrote = isTheirs && row.description ? row.description : undefined
  const file = await deps.calendar.render({
    ...eventOf(row, row.calendarEventId, deps.now()),
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
    paragraphs: [t("mail.tutor.what", topic), when, t(`mail.tutor.${change}_text`)],
    ...(wrote && { quote: { intro: t("mail.tutor.wrote"), text: wrote } }),
    ...(isTheirs && meetingUrl && { link: { label: t("mail.session.video"), url: meetingUrl } }),
    footer: t("mail.tutor.footer"),
  })
  await deps.mail.send({ key, to, language, subject, ...parts, attachments: [file] })
}
