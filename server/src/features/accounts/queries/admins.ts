import { and, eq, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export async function findAnyAdmin(db: Db | Tx): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.approved, true)))
    .limit(1)
  return row !== undefined
}

/** Serializes setups across processes until the transaction ends. */
export async function lockSetup(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('haitech.setup'))`)
}
