import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { revokeSessions } from "#features/accounts/service/sessions.ts"
import type { UserRow } from "#features/accounts/table.ts"
import { findAdminForUpdate } from "#features/factors/queries/admins.ts"
import { deleteAllFactors } from "#features/factors/queries/factors.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { sendFactorsResetEmail } from "./emails.ts"
import { requireFresh } from "./factors.ts"

/** @throws {Problem} `session.stale`, `user.unknown`, `factor.unknown`; `access.refused` for the own account */
export async function resetFactors(
  deps: Deps,
  actor: Member,
  { userId, reason }: Record<"userId" | "reason", string>,
): Promise<void> {
  requireFresh(actor)
  if (userId === actor.id) throw new Problem("access.refused")
  const { firstName, lastName, email } = await requireUser(deps.db, actor.id)
  const by = [firstName, lastName].filter(Boolean).join(" ") || email
  await deps.db.transaction(async (tx) => {
    const user = await findAdminForUpdate(tx, { id: userId })
    if (!user) throw new Problem("user.unknown")
    if (!(await removeAll(tx, user))) throw new Problem("factor.unknown")
    await record(tx, { actor, action: "factor.reset", subjectId: user.id, after: { reason } })
    await sendFactorsResetEmail(tx, user, { by, reason })
  })
}

/** For an operator on the server. @returns undefined when no administrator with this login has a second factor */
export async function resetFactorsAsOperator(db: Db, login: string): Promise<UserRow | undefined> {
  return db.transaction(async (tx) => {
    const user = await findAdminForUpdate(tx, { login })
    if (!user || !(await removeAll(tx, user))) return undefined
    await record(tx, { actor: null, action: "factor.reset", subjectId: user.id })
    await sendFactorsResetEmail(tx, user)
    return user
  })
}

async function removeAll(tx: Tx, user: UserRow): Promise<boolean> {
  const hadFactors = await deleteAllFactors(tx, user.id)
  if (hadFactors) await revokeSessions(tx, user.id)
  return hadFactors
}
