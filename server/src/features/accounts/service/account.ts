import { randomUUID } from "node:crypto"
import type { ProfileChange } from "@haitech/contract/members"
import type { Deps } from "#deps.ts"
import { deleteTokensOf } from "#features/accounts/queries/reset-tokens.ts"
import {
  deleteUser,
  findTakenLogins,
  findUser,
  findUserForUpdate,
  lockAdmins,
  updateUser,
} from "#features/accounts/queries/users.ts"
import { isReserved, mayStopBeingAdmin } from "#features/accounts/rules.ts"
import type { UserRow } from "#features/accounts/table.ts"
import type { Member } from "#platform/actor.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { isConflict } from "#platform/db/conflict.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { sendAddressChangedEmail, sendDeletedEmail } from "./emails.ts"
import { requireSamePassword, verifyPassword } from "./passwords.ts"
import { revokeSessions } from "./sessions.ts"
import { reservedName, takenFieldErrors } from "./sign-in.ts"

type Changes = Pick<
  ProfileChange,
  "firstName" | "lastName" | "username" | "email" | "bio" | "skills" | "location" | "profileImageUrl" | "language"
>

/** Each change of the email address sends two emails, one of them to an address that the member chooses. */
const EMAIL_CHANGES = { limit: 3, windowSeconds: 3600 }
const ACCOUNT_LIMIT = { name: "move.account", ...EMAIL_CHANGES }
const ADDRESS_LIMIT = { name: "move.email", ...EMAIL_CHANGES }

export async function requireUser(db: Db, id: string): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw new Problem("session.missing")
  return user
}

/** Locks the user: lock it before changing rows that refer to it, as the opposite order can deadlock. */
export async function requireUserForUpdate(tx: Tx, id: string): Promise<UserRow> {
  const user = await findUserForUpdate(tx, id)
  if (!user) throw new Problem("session.missing")
  return user
}

/** Requires the password, or a recent sign-in with Google. @throws {Problem} `request.invalid`, `session.stale` */
async function reauthenticate(deps: Deps, actor: Member, password: string | undefined): Promise<UserRow> {
  const user = await requireUser(deps.db, actor.id)
  if (password !== undefined) return verifyPassword(deps, actor, password)
  if (actor.isFreshByGoogle) return user
  if (!user.passwordHash) throw new Problem("session.stale")
  throw new Problem("request.invalid", { fields: { currentPassword: "password.required" } })
}

/**
 * Changes a user and runs `alsoChange` in one transaction. A new email address requires reauthentication, since reset
 * emails are sent there.
 * @throws {Problem} `account.taken`, `request.invalid`, `session.stale`, `rate.limited`, `server.busy`
 */
export async function changeAccount(
  deps: Deps,
  actor: Member,
  { changes, password }: { readonly changes: Changes; readonly password: string | undefined },
  alsoChange: (tx: Tx, before: UserRow) => Promise<void>,
): Promise<UserRow> {
  const { db, limiter } = deps
  const current = await requireUser(db, actor.id)
  const { email, username } = changes
  const mayUse = username === undefined || current.isAdmin || !isReserved(username, deps.site.name)
  if (!mayUse && username !== current.username) throw reservedName()
  const changesEmail = email !== undefined && email !== current.email
  const verified = changesEmail ? await reauthenticate(deps, actor, password) : undefined
  if (changesEmail) {
    await limiter.take(ACCOUNT_LIMIT, actor.id)
    await limiter.take(ADDRESS_LIMIT, email)
  }
  try {
    return await db.transaction(async (tx) => {
      const before = await requireUserForUpdate(tx, actor.id)
      if (verified) requireSamePassword(before, verified)
      const address = changesEmail ? { emailVerifiedAt: null } : {}
      const values = { ...withoutUndefined(changes), ...address, updatedAt: deps.now() }
      const user = (await updateUser(tx, actor.id, values)) ?? before
      await alsoChange(tx, before)
      if (changesEmail) {
        await deleteTokensOf(tx, actor.id)
        await sendAddressChangedEmail(tx, user, before.email)
      }
      return user
    })
  } catch (error) {
    if (!isConflict(error)) throw error
    throw new Problem("account.taken", { fields: takenFieldErrors(await findTakenLogins(db, changes, actor.id)) })
  }
}

export async function setPicture(tx: Tx, userId: string, url: string): Promise<void> {
  await updateUser(tx, userId, { profileImageUrl: url })
}

function withoutUndefined(changes: Changes): Partial<UserRow> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

type EraseOthers = (tx: Tx, user: UserRow) => Promise<void>

/** Runs `eraseOthers`, then deletes the account. @throws {Problem} `admin.last`, and what `reauthenticate` throws */
export async function deleteAccount(
  deps: Deps,
  actor: Member,
  password: string | undefined,
  eraseOthers: EraseOthers,
): Promise<void> {
  const verified = await reauthenticate(deps, actor, password)
  await deps.db.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    const user = await findUserForUpdate(tx, actor.id)
    if (!user) return
    requireSamePassword(user, verified)
    if (admins.includes(user.id) && !mayStopBeingAdmin(user.id, admins)) throw new Problem("admin.last")
    await erase(tx, user, eraseOthers)
    await sendDeletedEmail(tx, user)
    if (deps.backups) await enqueueDeletionNote(tx, user.id)
  })
}

/** After a restore, for an account that was deleted since the backup. @returns whether the backup had it */
export async function deleteRestoredAccount(db: Db, id: string, eraseOthers: EraseOthers): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const user = await findUserForUpdate(tx, id)
    if (user) await erase(tx, user, eraseOthers)
    return user !== undefined
  })
}

async function erase(tx: Tx, user: UserRow, eraseOthers: EraseOthers): Promise<void> {
  await eraseOthers(tx, user)
  await revokeSessions(tx, user.id)
  await deleteUser(tx, user.id)
}

async function enqueueDeletionNote(tx: Tx, userId: string): Promise<void> {
  const kind = "account.note_deletion"
  // The key stays for a month, and must not name who is gone.
  await enqueue(tx, { kind, key: `${kind}/${randomUUID()}`, payload: { userId } })
}
