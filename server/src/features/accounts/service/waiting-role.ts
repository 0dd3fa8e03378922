import { APPROVED_ROLES, type Role } from "@haitech/contract/accounts"
import type { UserRow } from "#features/accounts/table.ts"

/** The role was chosen at registration and nobody approved it. Ask this before a role gives rights. */
export function isRoleWaiting({ role, roleApprovedAt, approved }: UserRow): boolean {
  return approved && roleApprovedAt === null && APPROVED_ROLES.some((waiting) => waiting === role)
}

/** The role whose rights the user has. */
export function effectiveRole(user: UserRow): Role {
  return isRoleWaiting(user) ? "student" : user.role
}
