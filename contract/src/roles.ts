import type { Role } from "./accounts.ts"

export const TUTOR_ROLES = ["volunteer", "mentor"] as const satisfies readonly Role[]

/** spec §6: the approved roles that may call the routes with this access. Every signed-in member may call those of `member`. */
export const ROLE_ACCESS = {
  tutor: [...TUTOR_ROLES, "admin"],
  ambassador: ["ambassador"],
} as const satisfies Readonly<Record<string, readonly Role[]>>

export type RoleAccess = keyof typeof ROLE_ACCESS

export function mayCall(access: RoleAccess, role: string): boolean {
  return ROLE_ACCESS[access].some((allowed) => allowed === role)
}
