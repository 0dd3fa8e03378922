import type { SafeguardingStaff } from "@haitech/contract/admin/safeguarding"
import type { UserId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { administrators } from "#features/accounts/service/administrators.ts"
import {
  deleteStaff,
  insertStaff,
  isAdministrator,
  lockStaff,
  namedStaff,
} from "#features/safeguarding/queries/staff.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"

/** While nobody is named, every administrator reads, so that no report stays unread. */
function isReader(named: ReadonlySet<string>, userId: string): boolean {
  return named.size === 0 || named.has(userId)
}

/** @throws {Problem} `case.refused` */
export async function requireReader(db: Db | Tx, { id }: Pick<Member, "id">): Promise<void> {
  if (!isReader(await namedStaff(db), id)) throw new Problem("case.refused")
}

export async function readers({ db }: Pick<Deps, "db">) {
  const named = await namedStaff(db)
  return (await administrators({ db })).filter(({ id }) => isReader(named, id))
}

export async function listStaff({ db }: Pick<Deps, "db">, { id: actorId }: Member): Promise<SafeguardingStaff> {
  const named = await namedStaff(db)
  const all = await administrators({ db })
  return {
    isReader: isReader(named, actorId),
    administrators: all.map(({ id, name }) => ({ id: id as UserId, name, isNamed: named.has(id) })),
  }
}

/** @throws {Problem} `case.refused`, `user.unknown`, `safeguarding_staff.last` */
export async function nameStaff(
  { db }: Pick<Deps, "db">,
  actor: Member,
  userId: string,
  isNamed: boolean,
): Promise<SafeguardingStaff> {
  await db.transaction(async (tx) => {
    await lockStaff(tx)
    await requireReader(tx, actor)
    const named = await namedStaff(tx)
    if (!(await isAdministrator(tx, userId))) throw new Problem("user.unknown")
    if (!isNamed && named.size === 1 && named.has(userId)) throw new Problem("safeguarding_staff.last")
    const isChanged = await (isNamed ? insertStaff(tx, userId, actor.id) : deleteStaff(tx, userId))
    const action = isNamed ? "safeguarding_staff.named" : "safeguarding_staff.removed"
    if (isChanged) await record(tx, { actor, action, subjectId: userId })
  })
  return listStaff({ db }, actor)
}
