import { randomUUID } from "node:crypto"
import { type Recipient, recipientOf } from "#features/accounts/service/emails.ts"
import type { UserRow } from "#features/accounts/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"

export interface FactorEmail extends Recipient {
  readonly passkey?: string
}

export interface CodeUsedEmail extends Recipient {
  readonly left: number
}

export interface CodesUsedUpEmail extends Recipient {
  readonly limit: number
}

/** `by` and `reason` are missing when an operator reset the factors on the server. */
export interface ResetEmail extends Recipient {
  readonly by?: string
  readonly reason?: string
}

export const sendFactorEmail = (tx: Tx, kind: "added" | "removed", user: UserRow, passkey?: string) =>
  send(tx, `factors.${kind}`, { ...recipientOf(user), ...(passkey !== undefined && { passkey }) } satisfies FactorEmail)

export const sendCodeUsedEmail = (tx: Tx, user: UserRow, left: number) =>
  send(tx, "factors.code_used", { ...recipientOf(user), left } satisfies CodeUsedEmail)

/** At most one a day (UTC) for each account. */
export async function sendCodesUsedUpEmail(
  db: Db,
  user: UserRow,
  { limit, at }: { readonly limit: number; readonly at: Date },
): Promise<void> {
  const key = `factors.codes_used_up/${user.id}/${at.toISOString().slice(0, 10)}`
  const payload = { ...recipientOf(user), limit } satisfies CodesUsedUpEmail
  await enqueue(db, { kind: "factors.codes_used_up", key, payload, priority: "urgent" })
}

export const sendFactorsResetEmail = (tx: Tx, user: UserRow, by?: Required<Pick<ResetEmail, "by" | "reason">>) =>
  send(tx, "factors.reset", { ...recipientOf(user), ...by } satisfies ResetEmail)

async function send(tx: Tx, kind: string, payload: FactorEmail | CodeUsedEmail | ResetEmail): Promise<void> {
  await enqueue(tx, { kind, key: `${kind}/${randomUUID()}`, payload })
}
