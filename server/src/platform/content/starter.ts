import type { Tx } from "#platform/db/client.ts"
import { starterContents } from "./table.ts"

/**
 * True the first time a database is asked for this name, false ever after, also when what came of it is deleted. Of
 * processes that ask at once the others wait for the first one's transaction: if it fails, the next one is told true.
 */
export async function claimStarter(tx: Tx, name: string): Promise<boolean> {
  const claimed = await tx.insert(starterContents).values({ name }).onConflictDoNothing().returning()
  return claimed.length > 0
}
