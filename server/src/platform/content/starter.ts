import type { Tx } from "#platform/db/client.ts"
import { starterContents } from "./table.ts"

/**
 * Claims a starter content: true for the first caller of a database, false ever after, even when the content is deleted
 * later. Concurrent callers wait for the transaction of the first; if it fails, the next caller gets true.
 */
export async function claimStarter(tx: Tx, name: string): Promise<boolean> {
  const claimed = await tx.insert(starterContents).values({ name }).onConflictDoNothing().returning()
  return claimed.length > 0
}
