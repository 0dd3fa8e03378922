import type { Deps } from "#deps.ts"
import { findAppointment } from "#features/appointments/queries/lists.ts"
import { isReminderDue, startOf } from "#features/appointments/rules/states.ts"
import { notify } from "#features/notifications/service/notify.ts"
import type { ReminderEmail } from "./announce.ts"

export async function notifyOfSession(
  deps: Pick<Deps, "db" | "now" | "push">,
  key: string,
  reminder: ReminderEmail,
): Promise<void> {
  const row = await findAppointment(deps.db, reminder.id)
  if (!row?.userId || !isReminderDue(row, reminder, deps.now())) return
  const startsAt = startOf(row)
  const recipient = { userId: row.userId, key, expiresAt: startsAt }
  await notify(deps, recipient, { kind: "sessions", startsAt: startsAt.toISOString(), sessionId: row.id })
}
