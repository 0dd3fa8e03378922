import { randomUUID } from "node:crypto"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { recipientOf } from "#features/accounts/service/emails.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"

/** @throws Problem backup.off without settings for it */
export async function requestBackup({ db, backups, now }: Pick<Deps, "backups" | "db" | "now">) {
  if (!backups) throw new Problem("backup.off")
  // Two presses in one minute are one backup.
  const key = `system.backup_now/${now().toISOString().slice(0, "2026-01-01T00:00".length)}`
  await enqueue(db, { kind: "system.backup_now", key, payload: {}, priority: "urgent" })
  return {}
}

export async function sendTest({ db }: Pick<Deps, "db">, userId: string): Promise<string> {
  const recipient = recipientOf(await requireUser(db, userId))
  await enqueue(db, {
    kind: "system.test_email",
    key: `system.test_email/${randomUUID()}`,
    payload: recipient,
    priority: "urgent",
  })
  return recipient.to
}
