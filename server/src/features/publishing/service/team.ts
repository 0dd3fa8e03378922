import type { New, TeamMemberForm } from "@haitech/contract/admin/publishing"
import type { TeamMemberId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { lockTeamOrder, nextPosition, setTeamOrder } from "#features/publishing/queries/team.ts"
import type { TeamMemberRow } from "#features/publishing/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { Problem } from "#platform/problem.ts"
import { create, save } from "./editing.ts"

const MAX_ORDER = 100_000

export function addMember(
  { db, now }: Deps,
  actor: Member,
  { id, ...form }: New<TeamMemberForm>,
): Promise<TeamMemberRow> {
  return db.transaction(async (tx) => {
    await lockTeamOrder(tx)
    const defaults = { order: await nextPosition(tx, MAX_ORDER), updatedAt: now() }
    return create(tx, actor, "team", { id, form: valuesOf(form), defaults })
  })
}

/** @throws {Problem} `record.unknown`, `record.changed` */
export function changeMember(
  deps: Deps,
  actor: Member,
  id: TeamMemberId,
  form: TeamMemberForm,
): Promise<TeamMemberRow> {
  return save(deps, actor, { kind: "team", id, version: form.version }, valuesOf(form))
}

function valuesOf({ name, role, bio, imageUrl, order, ...links }: TeamMemberForm) {
  const { linkedinUrl = null, twitterUrl = null, githubUrl = null } = links
  return { name, role, bio, imageUrl, linkedinUrl, twitterUrl, githubUrl, ...(order !== undefined && { order }) }
}

/** @throws {Problem} `order.changed` when `ids` is not every member once: the team changed meanwhile */
export function reorderTeam({ db }: Deps, actor: Member, ids: readonly TeamMemberId[]): Promise<void> {
  return db.transaction(async (tx) => {
    await lockTeamOrder(tx)
    const { ordered, total } = await setTeamOrder(tx, ids)
    if (ordered.length !== ids.length || ordered.length !== total) throw new Problem("order.changed")
    await record(tx, { actor, action: "team.ordered", after: { ids: ordered } })
  })
}
