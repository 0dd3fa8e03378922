import { APPROVED_ROLES, type Role } from "@haitech/contract/accounts"
import { findUserForUpdate, updateUser } from "#features/accounts/queries/users.ts"
import type { UserRow } from "#features/accounts/table.ts"
import type { Tx } from "#platform/db/client.ts"

/** The role was chosen at registration and nobody approved it. Ask this before a role gives rights. */
export function isRoleWaiting({ role, roleApprovedAt, approved }: UserRow): boolean {
  return approved && roleApprovedAt === null && APPROVED_ROLES.some((waiting) => waiting === role)
}

export function effectiveRole(user: UserRow): Role {
  return isRoleWaiting(user) ? "student" : user.role
}

/** Before changing rows that refer to the account, as the opposite order can deadlock. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await findUserForUpdate(tx, userId)
}

/** A role that nobody approved yet is given up with the application for it. */
export async function resignWaitingRole(tx: Tx, userId: string, role: Role): Promise<void> {
  const user = await findUserForUpdate(tx, userId)
  if (user && user.role === role && isRoleWaiting(user)) await updateUser(tx, userId, { role: "student" })
}
