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
import { mayStopBeingAdmin } from "#features/accounts/rules.ts"
import type { UserRow } from "#features/accounts/table.ts"
import type { Member } from "#platform/actor.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { isConflict } from "#platform/db/conflict.ts"
import { Problem } from "#platform/problem.ts"
import { sendAddressChangedEmail, sendDeletedEmail } from "./emails.ts"
import { requireSamePassword, verifyPassword } from "./passwords.ts"
import { revokeSessions } from "./sessions.ts"
import { takenFieldErrors } from "./sign-in.ts"

type Changes = Pick<
  ProfileChange,
  "firstName" | "lastName" | "username" | "email" | "bio" | "skills" | "location" | "profileImageUrl" | "language"
>

/** Each move sends two letters, one of them wherever the member says. */
const MOVES = { limit: 3, windowSeconds: 3600 }
const ACCOUNT_LIMIT = { name: "move.account", ...MOVES }
const ADDRESS_LIMIT = { name: "move.email", ...MOVES }

/** @throws {Problem} `session.missing` when the account has just gone */
export async function requireUser(db: Db, id: string): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw new Problem("session.missing")
  return user
}

/**
 * The same, and nobody changes it until the transaction ends. What hangs on an account is changed after this: whoever
 * began with what hangs on it and whoever began here would wait for each other.
 * @throws {Problem} `session.missing` when the account has just gone
 */
export async function requireUserForUpdate(tx: Tx, id: string): Promise<UserRow> {
  const user = await findUserForUpdate(tx, id)
  if (!user) throw new Problem("session.missing")
  return user
}

/**
 * Lets somebody go on who has just shown who they are: by the password, or by Google a moment ago.
 * @throws {Problem} `request.invalid` on the field `currentPassword`, `session.stale`, `rate.limited`, `server.busy`
 */
async function reauthenticate(deps: Deps, actor: Member, password: string | undefined): Promise<UserRow> {
  const user = await requireUser(deps.db, actor.id)
  if (password !== undefined) return verifyPassword(deps, actor, password)
  if (actor.isFreshByGoogle) return user
  if (!user.passwordHash) throw new Problem("session.stale")
  throw new Problem("request.invalid", { fields: { currentPassword: "password.required" } })
}

/**
 * Changes what somebody says of themselves, in a transaction that `also` shares. Another address needs the password,
 * since letters that open the account go there; the old address is told, and earlier such letters are void.
 * @throws {Problem} `account.taken`, `request.invalid`, `session.stale`, `rate.limited`, `server.busy`
 */
export async function changeAccount(
  deps: Deps,
  actor: Member,
  { changes, password }: { readonly changes: Changes; readonly password: string | undefined },
  also: (tx: Tx, before: UserRow) => Promise<void>,
): Promise<UserRow> {
  const { db, limiter } = deps
  const known = await requireUser(db, actor.id)
  const { email } = changes
  const moves = email !== undefined && email !== known.email
  const proven = moves ? await reauthenticate(deps, actor, password) : undefined
  if (moves) {
    await limiter.take(ACCOUNT_LIMIT, actor.id)
    await limiter.take(ADDRESS_LIMIT, email)
  }
  try {
    return await db.transaction(async (tx) => {
      const before = await requireUserForUpdate(tx, actor.id)
      if (proven) requireSamePassword(before, proven)
      const address = moves ? { emailVerifiedAt: null } : {}
      const user = (await updateUser(tx, actor.id, { ...given(changes), ...address, updatedAt: deps.now() })) ?? before
      await also(tx, before)
      if (moves) {
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

/** What was sent: a field that was not stays as it is. */
function given(changes: Changes): Partial<UserRow> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

/**
 * Takes an account away with everything that hangs on it, after `also` took what does not; the owner is told by mail.
 * @throws {Problem} `admin.last`, and what `reauthenticate` throws
 */
export async function deleteAccount(
  deps: Deps,
  actor: Member,
  password: string | undefined,
  also: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<void> {
  const proven = await reauthenticate(deps, actor, password)
  await deps.db.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    const user = await findUserForUpdate(tx, actor.id)
    if (!user) return
    requireSamePassword(user, proven)
    if (admins.includes(user.id) && !mayStopBeingAdmin(user.id, admins)) throw new Problem("admin.last")
    await also(tx, user)
    await revokeSessions(tx, user.id)
    await deleteUser(tx, user.id)
    await sendDeletedEmail(tx, user)
  })
}
