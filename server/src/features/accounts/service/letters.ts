import { randomUUID } from "node:crypto"
import type { Language } from "@haitech/contract/languages"
import type { UserRow } from "#features/accounts/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"

/** Whom an account's letter goes to. It keeps no more than it says. */
export interface Addressee {
  readonly to: string
  readonly name: string
  readonly language: Language
}

export interface NewDevice extends Addressee {
  /** Empty when the browser told nothing. */
  readonly device: string
  readonly at: string
}

export interface Forgotten {
  readonly usernameOrEmail: string
}

export const tellWelcome = (tx: Tx, user: UserRow) => tell(tx, "account.welcome", addresseeOf(user))

export const tellPasswordChanged = (tx: Tx, user: UserRow) => tell(tx, "account.password_changed", addresseeOf(user))

export const tellGoogleJoined = (tx: Tx, user: UserRow) => tell(tx, "account.google_joined", addresseeOf(user))

export const tellDeleted = (tx: Tx, user: UserRow) => tell(tx, "account.deleted", addresseeOf(user))

/** To the old address as well as to the new one: the old one's owner may not have asked for it. */
export async function tellAddressChanged(tx: Tx, user: UserRow, before: string): Promise<void> {
  await tell(tx, "account.address_left", { ...addresseeOf(user), to: before })
  await tell(tx, "account.address_changed", addresseeOf(user))
}

export function tellNewDevice(tx: Tx, user: UserRow, device: string, at: Date): Promise<void> {
  return tell(tx, "account.new_device", { ...addresseeOf(user), device, at: at.toISOString() } satisfies NewDevice)
}

/** Whether there is such an account, the worker finds out: the answer takes the same time either way (C2). */
export function askForReset(db: Db, usernameOrEmail: string): Promise<void> {
  return tell(db, "account.forgotten", { usernameOrEmail } satisfies Forgotten)
}

/** The same for an administrator, whose letter leads to the office. */
export function askForAdminReset(db: Db, usernameOrEmail: string): Promise<void> {
  return tell(db, "account.admin_forgotten", { usernameOrEmail } satisfies Forgotten)
}

function tell(tx: Db | Tx, kind: string, payload: object): Promise<void> {
  return enqueue(tx, { kind, key: `${kind}/${randomUUID()}`, payload })
}

function addresseeOf({ email, firstName, username, language }: UserRow): Addressee {
  return { to: email, name: firstName ?? username ?? "", language }
}
