import type { Role } from "@haitech/contract/accounts"
import type { Deps } from "#deps.ts"
import { findUserForUpdate, lockAdmins, updateUser } from "#features/accounts/queries/users.ts"
import { mayStopBeingAdmin } from "#features/accounts/rules.ts"
import type { UserRow } from "#features/accounts/table.ts"
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { revokeSessions } from "./sessions.ts"
import { isRoleWaiting } from "./waiting-role.ts"

interface AccessLevel {
  readonly role: Role
  readonly approved: boolean
}

/** @throws {Problem} `user.unknown`, `admin.last`; `record.changed` when the user no longer has the level `was` */
export async function changeRole(
  { db, now }: Deps,
  actor: Member,
  { userId, was, role, approved }: AccessLevel & { readonly userId: string; readonly was?: AccessLevel | undefined },
): Promise<UserRow> {
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    const before = await findUserForUpdate(tx, userId)
    if (!before) throw new Problem("user.unknown")
    const isAdmin = role === "admin"
    // A repeated request succeeds: the first response may have been lost.
    const approves = approved && isRoleWaiting(before)
    if (hasAccessLevel(before, { role, approved }) && before.isAdmin === isAdmin && !approves) return before
    if (was && !hasAccessLevel(before, was)) throw new Problem("record.changed")
    const losesAdmin = admins.includes(userId) && !(isAdmin && approved)
    if (losesAdmin && !mayStopBeingAdmin(userId, admins)) throw new Problem("admin.last")
    const adminSince = isAdmin ? (before.isAdmin ? before.adminSince : now()) : null
    const roleApprovedAt = approved ? now() : null
    return setRole(tx, actor, before, { role, roleApprovedAt, approved, isAdmin, adminSince })
  })
}

/** In the caller's transaction. An administrator keeps that role, so that nobody loses it by volunteering. */
export async function approveRole(
  tx: Tx,
  { now }: Pick<Deps, "now">,
  actor: Member,
  { userId, role }: { readonly userId: string; readonly role: Role },
): Promise<void> {
  const before = await findUserForUpdate(tx, userId)
  if (!before?.approved || before.isAdmin) return
  if (before.role !== role || isRoleWaiting(before)) await setRole(tx, actor, before, { role, roleApprovedAt: now() })
}

/** In the caller's transaction. Another role than this one stays, so that an administrator remains one. */
export async function endRole(
  tx: Tx,
  actor: Member,
  { userId, role }: { readonly userId: string; readonly role: Role },
): Promise<void> {
  const before = await findUserForUpdate(tx, userId)
  if (before?.role === role && !before.isAdmin)
    await setRole(tx, actor, before, { role: "student", roleApprovedAt: null })
}

/** The new rights count at once. */
async function setRole(tx: Tx, actor: Member, before: UserRow, changes: Partial<UserRow>): Promise<UserRow> {
  const user = (await updateUser(tx, before.id, changes)) ?? before
  await revokeSessions(tx, before.id)
  await record(tx, { actor, action: "user.role_changed", subjectId: before.id, ...changesOf(before, user) })
  return user
}

function changesOf(before: UserRow, after: UserRow) {
  const factsOf = (user: UserRow) => {
    return { role: user.role, approved: user.approved, isRoleWaiting: isRoleWaiting(user) }
  }
  return difference(factsOf(before), factsOf(after))
}

function hasAccessLevel(user: UserRow, { role, approved }: AccessLevel): boolean {
  return user.role === role && user.approved === approved
}

export async function signOutUser({ db }: Deps, actor: Member, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await findUserForUpdate(tx, userId))) throw new Problem("user.unknown")
    await revokeSessions(tx, userId)
    await record(tx, { actor, action: "user.signed_out", subjectId: userId })
  })
}
