import type { AppointmentRow } from "#features/appointments/table.ts"

type Status = AppointmentRow["status"]

/** D5: every other change of the state is refused. */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  pending: ["approved", "declined", "cancelled"],
  approved: ["completed", "cancelled", "no_show"],
  declined: [],
  completed: [],
  cancelled: [],
  no_show: [],
}

export function startOf({ scheduledAt, preferredDate }: Pick<AppointmentRow, "scheduledAt" | "preferredDate">): Date {
  return scheduledAt ?? preferredDate
}

/** A session can only have taken place, or have been missed, once it has begun. */
export function canBecome(
  row: Pick<AppointmentRow, "status" | "scheduledAt" | "preferredDate">,
  next: Status,
  now: Date,
): boolean {
  const isOutcome = next === "completed" || next === "no_show"
  return NEXT[row.status].includes(next) && (!isOutcome || startOf(row) <= now)
}

/** Only such a session has a place in a slot, and can move or get a tutor. */
export function isOpen(status: Status): boolean {
  return NEXT[status].length > 0
}

/** The student may cancel or move what has not begun. */
export function isChangeable(
  row: Pick<AppointmentRow, "status" | "scheduledAt" | "preferredDate">,
  now: Date,
): boolean {
  return isOpen(row.status) && startOf(row) > now
}

/** A session that was agreed on and has begun. */
export function canGetFeedback(
  row: Pick<AppointmentRow, "status" | "scheduledAt" | "preferredDate">,
  now: Date,
): boolean {
  return ["approved", "completed", "no_show"].includes(row.status) && startOf(row) <= now
}
