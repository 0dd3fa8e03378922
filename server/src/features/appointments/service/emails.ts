import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import { type Language, pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { findAppointment } from "#features/appointments/queries/lists.ts"
import { isAnnounced, isReminderDue, startOf } from "#features/appointments/rules/states.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { CalendarFile } from "#platform/calendar.ts"
import { type EmailTexts, renderEmail } from "#platform/mail/email.ts"
import { type MessageKey, text } from "#platform/messages.ts"
import type { ChangeEmail, ReminderEmail, SessionChange } from "./announce.ts"
import { sessionLink } from "./links.ts"
import { meetingFactsOf, meetingUrlOf } from "./meetings.ts"

export type MailDeps = Pick<Deps, "calendar" | "db" | "keyedHash" | "mail" | "meetingUrl" | "now" | "site">
type Translate = (message: MessageKey, values?: Readonly<Record<string, string | number>>) => string

const another = { label: "mail.session.another", path: "/schedule" } as const

/** Without an action the email links to the session. */
const CHANGES: Readonly<Record<SessionChange, { readonly action?: typeof another; readonly label?: MessageKey }>> = {
  approved: {},
  declined: { action: another },
  moved: {},
  cancelled: { action: another },
  completed: { label: "mail.session.completed_action" },
  no_show: { action: another },
  tutor: {},
  link: {},
}

/** The address may be one that nobody confirmed, so the emails to students hold no text of theirs, not even the name. */
export async function sendRequested(deps: MailDeps, key: string, id: AppointmentRow["id"]): Promise<void> {
  const row = await findAppointment(deps.db, id)
  if (row?.status !== "pending") return
  const t = translateFor(deps, row.language)
  await sendTo(deps, key, row, {
    subject: t("mail.appointment.subject"),
    greeting: t("mail.appointment.greeting"),
    paragraphs: [t("mail.appointment.asked", topicOf(t, row)), whenOf(deps, row, t), t("mail.appointment.next")],
    action: manage(deps, row, t("mail.session.manage")),
    link: { label: t("mail.appointment.action"), url: deps.site.url + pathIn(row.language, "/contact") },
  })
}

/** Shows the session as it is now; nothing is sent when it is no longer in the state that the change led to. */
export async function sendChange(deps: MailDeps, key: string, { id, change }: ChangeEmail): Promise<void> {
  const row = await findAppointment(deps.db, id)
  if (!row || !isAnnounced(row, change)) return
  const { t, tutor, meetingUrl } = await contextOf(deps, row)
  const { action, label = "mail.session.manage" } = CHANGES[change]
  const isCancelled = change === "cancelled"
  const isCurrent = row.status === "approved"
  const file = await fileFor(deps, row, meetingUrl)
  await sendTo(deps, key, row, {
    subject: t(`mail.session.${change}`),
    greeting: t(`mail.session.${change}`),
    paragraphs: [
      t("mail.session.what", topicOf(t, row)),
      whenOf(deps, row, t),
      ...(isCurrent && tutor?.firstName ? [t("mail.session.tutor_name", { tutor: tutor.firstName })] : []),
      t(changeText(change, { tutor, meetingUrl })),
      ...(row.status === "pending" ? [t("mail.session.pending")] : []),
      ...(file ? [t(isCancelled ? "mail.session.attached_cancelled" : "mail.session.attached")] : []),
    ],
    action: action
      ? { label: t(action.label), url: deps.site.url + pathIn(row.language, action.path) }
      : manage(deps, row, t(label)),
    ...(meetingUrl && { link: { label: t("mail.session.video"), url: meetingUrl } }),
    attachments: file ? [file] : [],
  })
}

function changeText(change: SessionChange, now: Pick<Awaited<ReturnType<typeof contextOf>>, "tutor" | "meetingUrl">) {
  if (change === "tutor" && !now.tutor) return "mail.session.no_tutor_text"
  if (change === "link" && !now.meetingUrl) return "mail.session.no_link_text"
  return `mail.session.${change}_text` as const
}

/** Reads the session again: one that was moved, cancelled or deleted since then has no reminder, or a later one. */
export async function sendReminder(deps: MailDeps, key: string, reminder: ReminderEmail): Promise<void> {
  const row = await findAppointment(deps.db, reminder.id)
  if (!row || !isReminderDue(row, reminder, deps.now())) return
  const { t, tutor, meetingUrl } = await contextOf(deps, row)
  const title = t("mail.session.reminder", clockOf(row.language, startOf(row), studentZone(deps, row)))
  await sendTo(deps, key, row, {
    subject: title,
    greeting: title,
    paragraphs: [
      t("mail.session.what", topicOf(t, row)),
      whenOf(deps, row, t),
      ...(tutor?.firstName ? [t("mail.session.tutor_name", { tutor: tutor.firstName })] : []),
      t("mail.session.reminder_text"),
    ],
    action: manage(deps, row, t("mail.session.manage")),
    ...(meetingUrl && { link: { label: t("mail.session.video"), url: meetingUrl } }),
  })
}

export function translateFor({ site }: Pick<Deps, "site">, language: Language): Translate {
  return (message, values = {}) => text(language, message, { site: site.name, ...values })
}

export function topicOf(t: Translate, row: Pick<AppointmentRow, "sessionType" | "subject" | "duration">) {
  return { type: t(`schedule.${row.sessionType}`), subject: t(`schedule.${row.subject}`), minutes: row.duration }
}

export function clockOf(language: Language, at: Date, timeZone: string) {
  const instant = at.toISOString()
  return {
    day: formatDay(language, instant, timeZone),
    time: formatHour(language, instant, timeZone),
    city: cityOf(timeZone),
  }
}

function studentZone({ site }: Pick<Deps, "site">, { timeZone }: Pick<AppointmentRow, "timeZone">): string {
  return timeZone ?? site.timeZone
}

function whenOf({ site }: Pick<Deps, "site">, row: AppointmentRow, t: Translate): string {
  const { language, timeZone } = row
  const lines = [t("mail.appointment.when", clockOf(language, startOf(row), site.timeZone))]
  if (timeZone && timeZone !== site.timeZone) {
    lines.push(t("mail.session.when_yours", clockOf(language, startOf(row), timeZone)))
  }
  return lines.join("\n")
}

async function contextOf(deps: MailDeps, row: AppointmentRow) {
  const meetings = await meetingFactsOf(deps.db, [row])
  const tutor = row.tutorId ? meetings.tutors.get(row.tutorId) : undefined
  return { t: translateFor(deps, row.language), tutor, meetingUrl: meetingUrlOf(deps, row, meetings) }
}

function manage(deps: MailDeps, { id, language }: AppointmentRow, label: string) {
  return { label, url: sessionLink(deps, id, language) }
}

/** Null when there is nothing for a calendar to change: it only knows of sessions that were approved. */
async function fileFor(deps: MailDeps, row: AppointmentRow, meetingUrl: string | null): Promise<CalendarFile | null> {
  const isCancelled = row.status === "cancelled"
  if (row.calendarEventId === null || !(isCancelled || row.status === "approved")) return null
  const t = translateFor(deps, row.language)
  const url = sessionLink(deps, row.id, row.language)
  const lines = [
    whenOf(deps, row, t),
    ...(meetingUrl ? [`${t("mail.label", { label: t("mail.session.video") })} ${meetingUrl}`] : []),
    `${t("mail.label", { label: t("mail.session.manage") })} ${url}`,
  ]
  return deps.calendar.render({
    ...eventOf(row, row.calendarEventId, deps.now()),
    summary: t("mail.session.event", topicOf(t, row)),
    description: lines.join("\n"),
    location: meetingUrl,
    url,
    attendee: row.studentEmail,
    isCancelled,
  })
}

export function eventOf(row: AppointmentRow, id: string, stamp: Date) {
  return { id, stamp, revision: row.revision, startsAt: startOf(row), endsAt: row.endsAt }
}

interface StudentEmail extends Pick<EmailTexts, "subject" | "greeting" | "paragraphs" | "action" | "link"> {
  readonly attachments?: readonly CalendarFile[]
}

async function sendTo(
  deps: MailDeps,
  key: string,
  { language, studentEmail }: AppointmentRow,
  { attachments = [], ...texts }: StudentEmail,
): Promise<void> {
  const footer = translateFor(deps, language)("mail.appointment.footer")
  const parts = renderEmail({ language, footer, ...texts })
  await deps.mail.send({ key, to: studentEmail, language, subject: texts.subject, ...parts, attachments })
}
