import type { Tx } from "#platform/db/client.ts"
import { starterContents } from "./table.ts"

/** True for the first caller of a database only, so that content which an administrator deletes does not come back. */
export async function claimStarter(tx: Tx, name: string): Promise<boolean> {
  const claimed = await tx.insert(starterContents).values({ name }).onConflictDoNothing().returning()
  return claimed.length > 0
}
