import type { AppointmentId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { advanceRevision } from "#features/appointments/queries/states.ts"
import { remindersOf, startOf } from "#features/appointments/rules/states.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { enqueueCalendar } from "./external-calendar.ts"

/** `tutor`: an approved session got another tutor, or has none any more. `link`: it has another video link. */
export type SessionChange = "approved" | "declined" | "moved" | "cancelled" | "completed" | "no_show" | "tutor" | "link"
type TutorChange = "given" | "moved" | "cancelled" | "link"

/** The payloads of the outbox. Emails show the session as it is when they are sent; an earlier release stored no `was`. */
export interface ChangeEmail {
  readonly id: AppointmentId
  readonly revision: number
  readonly change: SessionChange
}
export interface TutorEmail {
  readonly id: AppointmentId
  readonly tutorId: string
  readonly change: TutorChange
  readonly was?: { readonly startsAt: string; readonly endsAt: string }
}
export interface ReminderEmail {
  readonly id: AppointmentId
  readonly revision: number
  readonly hours: number
}

/** One for all sessions that a tutor gives at that time. */
export interface TutorReminder {
  readonly tutorId: string
  readonly startsAt: string
  readonly hours: number
}

type SessionBefore = Pick<AppointmentRow, "tutorId" | "scheduledAt" | "preferredDate" | "endsAt">

/** `before` is the row as it was: a tutor who loses the session is told. @returns the row with its new revision */
export async function announce(
  tx: Tx,
  deps: Pick<Deps, "externalCalendar" | "now" | "site">,
  { id }: Pick<AppointmentRow, "id">,
  change: SessionChange,
  before?: SessionBefore,
): Promise<AppointmentRow> {
  const eventId = change === "approved" ? `${id}@${new URL(deps.site.url).hostname}` : null
  return announceRevision(tx, deps, await advanceRevision(tx, id, eventId), change, before)
}

/** As `announce`, of a row that has its new revision. */
export async function announceRevision(
  tx: Tx,
  deps: Pick<Deps, "externalCalendar" | "now">,
  row: AppointmentRow,
  change: SessionChange,
  before?: SessionBefore,
): Promise<AppointmentRow> {
  const { id, revision } = row
  await enqueue(tx, {
    kind: "appointment.changed",
    key: `appointment.changed:${id}:${revision}`,
    payload: { id, revision, change } satisfies ChangeEmail,
  })
  for (const email of tutorEmails(row, change, before)) {
    await enqueue(tx, {
      kind: "appointment.tutor",
      key: `appointment.tutor:${id}:${revision}:${email.tutorId}`,
      payload: email,
    })
  }
  await enqueueCalendar(tx, deps, id, revision)
  if (row.status === "approved") await scheduleReminders(tx, row, deps.now())
  return row
}

/** A tutor knows of a session once it is approved. */
function tutorEmails(
  { id, tutorId, calendarEventId }: AppointmentRow,
  change: SessionChange,
  before: SessionBefore | undefined,
): readonly TutorEmail[] {
  if (calendarEventId === null || change === "completed" || change === "no_show") return []
  const formerId = before ? before.tutorId : tutorId
  const isNew = change === "approved" || formerId !== tutorId
  const emails: TutorEmail[] = []
  if (before && formerId && formerId !== tutorId && change !== "approved") {
    const was = { startsAt: startOf(before).toISOString(), endsAt: before.endsAt.toISOString() }
    emails.push({ id, tutorId: formerId, change: "cancelled", was })
  }
  if (tutorId && change === "cancelled") emails.push({ id, tutorId, change: "cancelled" })
  else if (tutorId && isNew) emails.push({ id, tutorId, change: "given" })
  else if (tutorId && (change === "moved" || change === "link")) emails.push({ id, tutorId, change })
  return emails
}

async function scheduleReminders(tx: Tx, row: AppointmentRow, now: Date): Promise<void> {
  const { id, revision, tutorId } = row
  const startsAt = startOf(row).toISOString()
  for (const { hours, dueAt } of remindersOf(row, now)) {
    await enqueue(tx, {
      kind: "appointment.reminder",
      key: `appointment.reminder:${id}:${revision}:${hours}`,
      payload: { id, revision, hours } satisfies ReminderEmail,
      dueAt,
    })
    if (!tutorId) continue
    await enqueue(tx, {
      kind: "appointment.tutor_reminder",
      key: `appointment.tutor_reminder:${tutorId}:${startsAt}:${hours}`,
      payload: { tutorId, startsAt, hours } satisfies TutorReminder,
      dueAt,
    })
  }
}
