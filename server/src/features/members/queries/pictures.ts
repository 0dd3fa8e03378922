import { and, eq } from "drizzle-orm"
import { type ProfilePictureRow, profilePictures } from "#features/members/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"

/** Replaces the member's picture under a new id, so that browsers do not show the cached old one. */
export async function upsertPicture(
  tx: Tx,
  picture: Pick<ProfilePictureRow, "userId" | "small" | "large">,
): Promise<ProfilePictureRow["id"]> {
  const id = createId()
  await tx
    .insert(profilePictures)
    .values({ id, ...picture })
    .onConflictDoUpdate({ target: profilePictures.userId, set: { id, ...picture } })
  return id
}

export async function deletePictureOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(profilePictures).where(eq(profilePictures.userId, userId))
}

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
