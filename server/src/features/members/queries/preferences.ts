import { eq } from "drizzle-orm"
import { type LearningPreferencesRow, learningPreferences } from "#features/members/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export async function findPreferences(db: Db | Tx, userId: string): Promise<LearningPreferencesRow | undefined> {
  const [row] = await db.select().from(learningPreferences).where(eq(learningPreferences.userId, userId))
  return row
}

export async function upsertPreferences(
  tx: Tx,
  userId: string,
  preferences: Partial<Omit<LearningPreferencesRow, "userId">>,
): Promise<void> {
  await tx
    .insert(learningPreferences)
    .values({ userId, ...preferences })
    .onConflictDoUpdate({ target: learningPreferences.userId, set: preferences })
}
