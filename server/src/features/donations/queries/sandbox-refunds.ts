import { and, eq, sql } from "drizzle-orm"
import { sandboxIntents } from "#features/donations/table.ts"
import type { Db } from "#platform/db/client.ts"

/** @returns whether the intent is paid and has as much left */
export async function refundIntent(db: Db, id: string, amount: number): Promise<boolean> {
  const refunded = sql`${sandboxIntents.refunded} + ${amount}`
  const changed = await db
    .update(sandboxIntents)
    .set({ refunded })
    .where(
      and(
        eq(sandboxIntents.id, id),
        eq(sandboxIntents.state, "succeeded"),
        sql`${refunded} <= ${sandboxIntents.amount}`,
      ),
    )
    .returning({ id: sandboxIntents.id })
  return changed.length > 0
}
