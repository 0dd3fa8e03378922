import type { New, TeamMemberForm } from "@haitech/contract/admin/publishing"
import type { TeamMemberId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { lastPlace, lockPlaces, placeInOrder } from "#features/publishing/queries/team.ts"
import type { TeamMemberRow } from "#features/publishing/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { Problem } from "#platform/problem.ts"
import { create, save } from "./editing.ts"

/** The largest place that a form can say. */
const MOST = 100_000

/** @throws {Problem} `request.invalid` */
export function addMember(
  { db, now }: Deps,
  actor: Member,
  { id, ...form }: New<TeamMemberForm>,
): Promise<TeamMemberRow> {
  return db.transaction(async (tx) => {
    await lockPlaces(tx)
    const usual = { order: await lastPlace(tx, MOST), updatedAt: now() }
    return create(tx, actor, "team", { id, form: valuesOf(form), usual })
  })
}

/** @throws {Problem} `record.unknown`, `record.changed` */
export function changeMember(
  deps: Deps,
  actor: Member,
  id: TeamMemberId,
  form: TeamMemberForm,
): Promise<TeamMemberRow> {
  return save(deps, actor, { noun: "team", id, version: form.version }, valuesOf(form))
}

function valuesOf({ name, role, bio, imageUrl, order, ...links }: TeamMemberForm) {
  const { linkedinUrl = null, twitterUrl = null, githubUrl = null } = links
  return { name, role, bio, imageUrl, linkedinUrl, twitterUrl, githubUrl, ...(order !== undefined && { order }) }
}

/**
 * Gives everybody their place.
 * @throws {Problem} `order.changed` when it is not all of the team, each once: somebody else was at it
 */
export function placeTeam({ db }: Deps, actor: Member, ids: readonly TeamMemberId[]): Promise<void> {
  return db.transaction(async (tx) => {
    await lockPlaces(tx)
    const { placed, all } = await placeInOrder(tx, ids)
    if (placed.length !== ids.length || placed.length !== all) throw new Problem("order.changed")
    await record(tx, { actor, action: "team.ordered", after: { ids: placed } })
  })
}
