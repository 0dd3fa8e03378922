import { and, eq } from "drizzle-orm"
import { type ProfilePictureRow, profilePictures } from "#features/members/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { freshId } from "#platform/db/columns.ts"

/** A member's one picture; with a new id each time, so that what a browser kept of the old one is not shown. */
export async function upsertPicture(
  tx: Tx,
  picture: Pick<ProfilePictureRow, "userId" | "small" | "large">,
): Promise<ProfilePictureRow["id"]> {
  const id = freshId()
  await tx
    .insert(profilePictures)
    .values({ id, ...picture })
    .onConflictDoUpdate({ target: profilePictures.userId, set: { id, ...picture } })
  return id
}

export async function deletePictureOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(profilePictures).where(eq(profilePictures.userId, userId))
}

/** Nobody's but the member's own. */
export async function findPicture(
  db: Db,
  userId: string,
  id: string,
  size: "small" | "large",
): Promise<Uint8Array | undefined> {
  const [row] = await db
    .select({ bytes: profilePictures[size] })
    .from(profilePictures)
    .where(and(eq(profilePictures.id, id), eq(profilePictures.userId, userId)))
  return row?.bytes
}
