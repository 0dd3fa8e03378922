import { and, eq, inArray } from "drizzle-orm"
import { sandboxIntents } from "#features/donations/table.ts"
import type { Db } from "#platform/db/client.ts"

type NewIntent = typeof sandboxIntents.$inferInsert

export async function insertIntent(db: Db, intent: NewIntent): Promise<void> {
  await db.insert(sandboxIntents).values(intent).onConflictDoNothing()
}

export async function findIntent(db: Db, id: string): Promise<typeof sandboxIntents.$inferSelect | undefined> {
  const [intent] = await db.select().from(sandboxIntents).where(eq(sandboxIntents.id, id))
  return intent
}

/** An intent that is paid, at the bank or canceled stays as it is. */
export async function moveIntent(db: Db, id: string, change: Pick<NewIntent, "state" | "paidAt">): Promise<void> {
  const isOpen = inArray(sandboxIntents.state, ["open", "declined"])
  await db
    .update(sandboxIntents)
    .set(change)
    .where(and(eq(sandboxIntents.id, id), isOpen))
}
