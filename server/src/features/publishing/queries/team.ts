import type { TeamMemberId } from "@haitech/contract/ids"
import { and, asc, eq, isNull, sql } from "drizzle-orm"
import { type TeamMemberRow, teamMembers } from "#features/publishing/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { prepared } from "#platform/db/prepared.ts"
import { type ListDefinition, type ListQuery, paginate } from "#platform/lists/paginate.ts"

export type PublishedMember = Omit<TeamMemberRow, "order" | "version" | "updatedAt" | "deletedAt">

const { name, role, order } = teamMembers

/** By `order`, then by name (D2). */
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
  // A page goes on after one key, and the order is by two: together they are one text that sorts the same.
  sorts: { order: { by: sql`lpad(${order}::text, 10, '0') || ' ' || ${name}`, type: "text", direction: "up" } },
  search: sql`fold(${name} || ' ' || ${role})`,
  always: isNull(teamMembers.deletedAt),
}

export function paginateTeam(db: Db, asked: ListQuery<"order">) {
  return paginate(db, LIST, asked)
}

/** Until the transaction ends nobody else gives places in the team. */
export async function lockPlaces(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('team_members.order'))`)
}

/** The place after everybody's, also after those whose deletion may be undone. */
export async function lastPlace(tx: Tx, most: number): Promise<number> {
  const [row] = await tx
    .select({ place: sql<number>`least(coalesce(max(${order}) + 1, 0), ${most}::int)` })
    .from(teamMembers)
  return row?.place ?? 0
}

/** @returns the members that were given a place, in their order, and how many there are */
export async function placeInOrder(
  tx: Tx,
  ids: readonly TeamMemberId[],
): Promise<{ readonly placed: readonly TeamMemberId[]; readonly all: number }> {
  const wanted = sql`unnest(${sql.param([...ids])}::uuid[]) with ordinality as wanted (id, place)`
  const placed = await tx
    .update(teamMembers)
    // A place is no save: a page that shows the member is not outdated by it.
    .set({ order: sql`wanted.place - 1`, updatedAt: sql`${teamMembers.updatedAt}` })
    .from(wanted)
    .where(and(eq(teamMembers.id, sql`wanted.id`), isNull(teamMembers.deletedAt)))
    .returning({ id: teamMembers.id, order })
  return {
    placed: placed.toSorted((a, b) => a.order - b.order).map(({ id }) => id),
    all: await tx.$count(teamMembers, isNull(teamMembers.deletedAt)),
  }
}
