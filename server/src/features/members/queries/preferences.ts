import { eq } from "drizzle-orm"
import { type LearningPreferencesRow, learningPreferences } from "#features/members/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

/** Nothing when the member never chose. */
export async function findPreferences(db: Db | Tx, userId: string): Promise<LearningPreferencesRow | undefined> {
  const [row] = await db.select().from(learningPreferences).where(eq(learningPreferences.userId, userId))
  return row
}

/** What is not given stays as it was, or as it is for everybody at first. */
export async function upsertPreferences(
  tx: Tx,
  userId: string,
  chosen: Partial<Omit<LearningPreferencesRow, "userId">>,
): Promise<void> {
  await tx
    .insert(learningPreferences)
    .values({ userId, ...chosen })
    .onConflictDoUpdate({ target: learningPreferences.userId, set: chosen })
}
