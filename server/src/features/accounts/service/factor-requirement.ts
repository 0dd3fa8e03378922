import type { Deps } from "#deps.ts"
import { findFactorKinds } from "#features/accounts/queries/factors.ts"
import { factorDueAt } from "#features/accounts/rules.ts"
import type { UserRow } from "#features/accounts/table.ts"
import type { Tx } from "#platform/db/client.ts"

export async function hasFactor(db: Deps["db"] | Tx, userId: string): Promise<boolean> {
  const { app, passkey } = await findFactorKinds(db, userId)
  return app || passkey
}

/** When an administrator without a second factor needs one; undefined with a factor, or where none is required. */
export async function factorRequiredBy(
  { db, admin }: Pick<Deps, "admin" | "db">,
  user: UserRow,
): Promise<Date | undefined> {
  if (!admin.requiresFactor || (await hasFactor(db, user.id))) return undefined
  return factorDueAt(user)
}

export async function isFactorOverdue(deps: Pick<Deps, "admin" | "db" | "now">, user: UserRow): Promise<boolean> {
  if (!deps.admin.requiresFactor || factorDueAt(user) > deps.now()) return false
  return !(await hasFactor(deps.db, user.id))
}
