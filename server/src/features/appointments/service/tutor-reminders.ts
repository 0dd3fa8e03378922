import { firstNameOf } from "@haitech/contract/contact-details"
import { pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { findTutorRecipient } from "#features/appointments/queries/lists.ts"
import { approvedAt } from "#features/appointments/queries/tutoring.ts"
import { isReminderInTime } from "#features/appointments/rules/states.ts"
import { notify } from "#features/notifications/service/notify.ts"
import { renderEmail } from "#platform/mail/email.ts"
import type { TutorReminder } from "./announce.ts"
import { clockOf, type MailDeps, topicOf, translateFor } from "./emails.ts"
import { meetingFactsOf, meetingUrlOf } from "./meetings.ts"

/** Shows the sessions as they are now. Without any that is still the tutor's, nothing is sent. */
export async function remindTutor(
  deps: MailDeps & Pick<Deps, "push">,
  key: string,
  reminder: TutorReminder,
): Promise<void> {
  const { tutorId, hours } = reminder
  const startsAt = new Date(reminder.startsAt)
  if (!isReminderInTime(startsAt, hours, deps.now())) return
  const [sessions, recipient] = await Promise.all([
    approvedAt(deps.db, tutorId, startsAt),
    findTutorRecipient(deps.db, tutorId),
  ])
  const [first] = sessions
  if (!first || !recipient?.mayBeTutor) return
  const device = { userId: tutorId, key, expiresAt: startsAt }
  await notify(deps, device, { kind: "sessions", startsAt: reminder.startsAt, sessionId: first.id, isTutor: true })
  if (!recipient.email) return
  const { language, timeZone, email: to } = recipient
  const t = translateFor(deps, language)
  const clock = clockOf(language, startsAt, timeZone)
  const meetingUrl = meetingUrlOf(deps, first, await meetingFactsOf(deps.db, [first]))
  const subject = t("mail.tutor.reminder", clock)
  const parts = renderEmail({
    language,
    subject,
    greeting: subject,
    paragraphs: [
      ...sessions.map((row) =>
        t("mail.tutor.what", { ...topicOf(t, row), name: firstNameOf(row.studentName) ?? t("tutor.student") }),
      ),
      t("mail.tutor.when", clock),
      t("mail.tutor.reminder_text"),
    ],
    action: {
      label: t("mail.tutor.reminder_action"),
      url: deps.site.url + pathIn(language, "/member-dashboard/tutor"),
    },
    ...(meetingUrl && { link: { label: t("mail.session.video"), url: meetingUrl } }),
    footer: t("mail.tutor.footer"),
  })
  await deps.mail.send({ key, to, language, subject, ...parts })
}
