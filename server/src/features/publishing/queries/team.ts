import type { TeamMemberId } from "@haitech/contract/ids"
import { and, asc, eq, isNull, sql } from "drizzle-orm"
import { type TeamMemberRow, teamMembers } from "#features/publishing/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { prepared } from "#platform/db/prepared.ts"
import { type ListDefinition, type ListQuery, paginate } from "#platform/lists/paginate.ts"

export type PublishedMember = Omit<TeamMemberRow, "order" | "version" | "updatedAt" | "deletedAt">

const { name, role, order } = teamMembers

export function publishedTeam(db: Db | Tx): Promise<PublishedMember[]> {
  return teamInOrder(db).execute()
}

const teamInOrder = prepared((db) => {
  const { id, bio, imageUrl, linkedinUrl, twitterUrl, githubUrl } = teamMembers
  return db
    .select({ id, name, role, bio, imageUrl, linkedinUrl, twitterUrl, githubUrl })
    .from(teamMembers)
    .where(isNull(teamMembers.deletedAt))
    .orderBy(asc(order), asc(name))
    .prepare("team_in_order")
})

export async function insertTeam(db: Db | Tx, rows: readonly (typeof teamMembers.$inferInsert)[]): Promise<void> {
  await db.insert(teamMembers).values([...rows])
}

const LIST: ListDefinition<typeof teamMembers, "order"> = {
  table: teamMembers,
  id: teamMembers.id,
  // A cursor has one sort key, so order and name are combined into one text that sorts the same.
  sorts: { order: { by: sql`lpad(${order}::text, 10, '0') || ' ' || ${name}`, type: "text", direction: "up" } },
  search: sql`fold(${name} || ' ' || ${role})`,
  always: isNull(teamMembers.deletedAt),
}

export function paginateTeam(db: Db, query: ListQuery<"order">) {
  return paginate(db, LIST, query)
}

/** Serialises changes of the team's order until the transaction ends. */
export async function lockTeamOrder(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('team_members.order'))`)
}

/** The `order` after the last member, deleted ones included (a deletion may be undone); at most `max`. */
export async function nextPosition(tx: Tx, max: number): Promise<number> {
  const [row] = await tx
    .select({ position: sql<number>`least(coalesce(max(${order}) + 1, 0), ${max}::int)` })
    .from(teamMembers)
  return row?.position ?? 0
}

/** @returns the ids of the updated members in their new order, and the number of all members */
export async function setTeamOrder(
  tx: Tx,
  ids: readonly TeamMemberId[],
): Promise<{ readonly ordered: readonly TeamMemberId[]; readonly total: number }> {
  const positions = sql`unnest(${sql.param([...ids])}::uuid[]) with ordinality as positions (id, position)`
  const updated = await tx
    .update(teamMembers)
    // `updatedAt` stays: moving a member must not outdate an open form.
    .set({ order: sql`positions.position - 1`, updatedAt: sql`${teamMembers.updatedAt}` })
    .from(positions)
    .where(and(eq(teamMembers.id, sql`positions.id`), isNull(teamMembers.deletedAt)))
    .returning({ id: teamMembers.id, order })
  return {
    ordered: updated.toSorted((a, b) => a.order - b.order).map(({ id }) => id),
    total: await tx.$count(teamMembers, isNull(teamMembers.deletedAt)),
  }
}
