import { and, eq, like, ne } from "drizzle-orm"
import type { Db, Tx } from "#platform/db/client.ts"
import { starterContents } from "./table.ts"

/** True for the first caller of a database only, so that content which an administrator deletes does not come back. */
export async function claimStarter(tx: Tx, name: string): Promise<boolean> {
  const claimed = await tx.insert(starterContents).values({ name }).onConflictDoNothing().returning()
  return claimed.length > 0
}

export async function isClaimed(db: Db, name: string): Promise<boolean> {
  return (await db.$count(starterContents, eq(starterContents.name, name))) > 0
}

/** True if `digest` is not the state of this content that was claimed last. */
export async function claimState(tx: Tx, name: string, digest: string): Promise<boolean> {
  const state = `${name} ${digest}`
  await tx.delete(starterContents).where(and(like(starterContents.name, `${name} %`), ne(starterContents.name, state)))
  return claimStarter(tx, state)
}
