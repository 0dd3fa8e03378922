import { and, eq, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { safeguardingStaff } from "#features/safeguarding/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

/** The named ones who still are administrators. */
export async function namedStaff(db: Db | Tx): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: users.id })
    .from(safeguardingStaff)
    .innerJoin(users, eq(users.id, safeguardingStaff.userId))
    .where(and(eq(users.isAdmin, true), eq(users.approved, true)))
  return new Set(rows.map(({ id }) => id))
}

export async function isAdministrator(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isAdmin, true), eq(users.approved, true)))
  return row !== undefined
}

/** Serializes changes of the staff, so that of two who remove each other one stays. */
export async function lockStaff(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${safeguardingStaff} in share row exclusive mode`)
}

/** @returns false when the person is named already */
export async function insertStaff(tx: Tx, userId: string, namedBy: string): Promise<boolean> {
  const rows = await tx
    .insert(safeguardingStaff)
    .values({ userId, namedBy })
    .onConflictDoNothing()
    .returning({ id: safeguardingStaff.userId })
  return rows.length > 0
}

export async function deleteStaff(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(safeguardingStaff)
    .where(eq(safeguardingStaff.userId, userId))
    .returning({ id: safeguardingStaff.userId })
  return rows.length > 0
}
