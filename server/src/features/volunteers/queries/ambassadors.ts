import { ROLE_ACCESS } from "@haitech/contract/roles"
import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { memberships } from "#features/outreach/table.ts"
import { type AmbassadorLinkRow, ambassadorCounts, ambassadorLinks } from "#features/volunteers/table/ambassadors.ts"
import type { Db, Tx } from "#platform/db/client.ts"

const isAmbassador = and(
  inArray(users.role, [...ROLE_ACCESS.ambassador]),
  isNotNull(users.roleApprovedAt),
  eq(users.approved, true),
)

export async function findLink(db: Db, userId: string): Promise<AmbassadorLinkRow | undefined> {
  const [row] = await db.select().from(ambassadorLinks).where(eq(ambassadorLinks.userId, userId))
  return row
}

/** Undefined for a code that was replaced, and for one whose owner no longer is an ambassador. */
export async function findOwner(db: Db, code: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: ambassadorLinks.userId })
    .from(ambassadorLinks)
    .innerJoin(users, and(eq(users.id, ambassadorLinks.userId), isAmbassador))
    .where(eq(ambassadorLinks.code, code))
  return row?.userId
}

/** @returns false when the ambassador has a code already, or another one has this code */
export async function insertLink(db: Db, userId: string, code: string): Promise<boolean> {
  const rows = await db.insert(ambassadorLinks).values({ userId, code }).onConflictDoNothing().returning()
  return rows.length > 0
}

/** @returns false when the code no longer is `was`. @throws a unique violation when another ambassador has this code */
export async function replaceLink(
  db: Db,
  userId: string,
  { was, code, at }: { readonly was: string; readonly code: string; readonly at: Date },
): Promise<boolean> {
  const rows = await db
    .update(ambassadorLinks)
    .set({ code, createdAt: at })
    .where(and(eq(ambassadorLinks.userId, userId), eq(ambassadorLinks.code, was)))
    .returning()
  return rows.length > 0
}

export async function countsByMonth(db: Db, userId: string) {
  const month = sql<string>`to_char(${ambassadorCounts.day}, 'YYYY-MM')`
  return db
    .select({ month, joined: sql<number>`sum(${ambassadorCounts.joined})::int` })
    .from(ambassadorCounts)
    .where(eq(ambassadorCounts.userId, userId))
    .groupBy(month)
    .orderBy(asc(month))
}

/** Arrivals of one address wait for each other until the end of the transaction. */
export async function holdAddress(tx: Tx, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('ambassador_counts'), hashtext(lower(${email})))`)
}

/** Whether the address has one record only, of its membership or of its account. */
export async function isFirstRecord(tx: Tx, email: string): Promise<boolean> {
  const records = sql<number>`(select count(*) from ${memberships} where lower(email) = lower(${email}))
    + (select count(*) from ${users} where lower(email) = lower(${email}))`
  const { rows } = await tx.execute<{ count: number }>(sql`select (${records})::int as count`)
  return rows[0]?.count === 1
}

/** Nothing for a code that `findOwner` does not find. */
export async function countOne(tx: Tx, code: string, day: string): Promise<void> {
  await tx.execute(sql`
    insert into ${ambassadorCounts} (user_id, day, joined)
    select ${ambassadorLinks.userId}, ${day}::date, 1 from ${ambassadorLinks}
    join ${users} on ${users.id} = ${ambassadorLinks.userId} and ${isAmbassador}
    where ${ambassadorLinks.code} = ${code}
    on conflict (user_id, day) do update set joined = ${ambassadorCounts.joined} + 1`)
}
