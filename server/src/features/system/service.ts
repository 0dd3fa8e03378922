import { randomUUID } from "node:crypto"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { recipientOf } from "#features/accounts/service/emails.ts"
import { enqueue } from "#platform/jobs/outbox.ts"

/** @returns the address that it goes to */
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
