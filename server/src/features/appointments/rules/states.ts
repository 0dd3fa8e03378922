import type { APPOINTMENT_STATUSES } from "@haitech/contract/appointments"

type Status = (typeof APPOINTMENT_STATUSES)[number]

interface Times {
  readonly scheduledAt: Date | null
  readonly preferredDate: Date
}

interface Session extends Times {
  readonly status: Status
}

/** D5: every other change of the state is refused. */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  pending: ["approved", "declined", "cancelled"],
  approved: ["completed", "cancelled", "no_show"],
  declined: [],
  completed: [],
  cancelled: [],
  no_show: [],
}

export function startOf({ scheduledAt, preferredDate }: Times): Date {
  return scheduledAt ?? preferredDate
}

export function canBecome(row: Session, next: Status, now: Date): boolean {
  const isOutcome = next === "completed" || next === "no_show"
  return NEXT[row.status].includes(next) && (!isOutcome || startOf(row) <= now)
}

/** Only such a session has a place in a slot, and can move or get a tutor. */
export function isOpen(status: Status): boolean {
  return NEXT[status].length > 0
}

export function isChangeable(row: Session, now: Date): boolean {
  return isOpen(row.status) && startOf(row) > now
}

export function canGetFeedback(row: Session, now: Date): boolean {
  return ["approved", "completed", "no_show"].includes(row.status) && startOf(row) <= now
}

/** Whether a session is still as a change left it: later changes have emails of their own. */
export function isAnnounced({ status }: Pick<Session, "status">, change: Status | "moved" | "tutor" | "link"): boolean {
  if (change === "moved") return isOpen(status)
  return status === (change === "tutor" || change === "link" ? "approved" : change)
}

interface Reminder {
  readonly revision: number
  readonly hours: number
}

const HOUR_MS = 3_600_000
/** Hours before the session. */
const REMINDERS = [24, 1] as const

export function isReminderDue(
  row: Session & Pick<Reminder, "revision">,
  { revision, hours }: Reminder,
  now: Date,
): boolean {
  return row.status === "approved" && row.revision === revision && isReminderInTime(startOf(row), hours, now)
}

/** A reminder that is late is left out once the next one is due. */
export function isReminderInTime(startsAt: Date, hours: number, now: Date): boolean {
  const hoursLeft = (startsAt.getTime() - now.getTime()) / HOUR_MS
  const next = REMINDERS.find((other) => other < hours) ?? 0
  return hoursLeft > next
}

export function remindersOf(row: Times, now: Date): readonly { readonly hours: number; readonly dueAt: Date }[] {
  return REMINDERS.map((hours) => ({ hours, dueAt: new Date(startOf(row).getTime() - hours * HOUR_MS) })).filter(
    ({ dueAt }) => dueAt > now,
  )
}
