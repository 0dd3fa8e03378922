import { randomUUID } from "node:crypto"
import type { Language } from "@haitech/contract/languages"
import type { UserRow } from "#features/accounts/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"

export interface Recipient {
  readonly to: string
  readonly name: string
  readonly language: Language
}

export interface NewDevice extends Recipient {
  /** Empty when the browser sent no user agent that names one. */
  readonly device: string
  readonly at: string
}

export interface ResetRequest {
  readonly usernameOrEmail: string
}

export const sendWelcomeEmail = (tx: Tx, user: UserRow) => enqueueEmail(tx, "account.welcome", recipientOf(user))

export const sendPasswordChangedEmail = (tx: Tx, user: UserRow) =>
  enqueueEmail(tx, "account.password_changed", recipientOf(user))

export const sendGoogleLinkedEmail = (tx: Tx, user: UserRow) =>
  enqueueEmail(tx, "account.google_joined", recipientOf(user))

export const sendDeletedEmail = (tx: Tx, user: UserRow) => enqueueEmail(tx, "account.deleted", recipientOf(user))

/** Notifies the old address as well as the new one: the owner of the old one may not have requested the change. */
export async function sendAddressChangedEmail(tx: Tx, user: UserRow, oldEmail: string): Promise<void> {
  await enqueueEmail(tx, "account.address_left", { ...recipientOf(user), to: oldEmail })
  await enqueueEmail(tx, "account.address_changed", recipientOf(user))
}

export function sendNewDeviceEmail(tx: Tx, user: UserRow, device: string, at: Date): Promise<void> {
  return enqueueEmail(tx, "account.new_device", {
    ...recipientOf(user),
    device,
    at: at.toISOString(),
  } satisfies NewDevice)
}

/** The worker looks the account up, so the response takes the same time whether the account exists or not (C2). */
export function sendResetEmail(db: Db, usernameOrEmail: string): Promise<void> {
  return enqueueEmail(db, "account.forgotten", { usernameOrEmail } satisfies ResetRequest, "urgent")
}

export function sendAdminResetEmail(db: Db, usernameOrEmail: string): Promise<void> {
  return enqueueEmail(db, "account.admin_forgotten", { usernameOrEmail } satisfies ResetRequest, "urgent")
}

async function enqueueEmail(tx: Db | Tx, kind: string, payload: object, priority?: "urgent"): Promise<void> {
  await enqueue(tx, { kind, key: `${kind}/${randomUUID()}`, payload, ...(priority && { priority }) })
}

/** Without a name while the address is not confirmed: a stranger may have typed both. */
export function recipientOf({ email, emailVerifiedAt, firstName, username, language }: UserRow): Recipient {
  return { to: email, name: emailVerifiedAt ? (firstName ?? username ?? "") : "", language }
}
