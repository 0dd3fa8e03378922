import { and, eq } from "drizzle-orm"
import { profilePictures } from "#features/members/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export const portraitTable = { folder: "profile", table: profilePictures }

export async function insertPicture(tx: Tx, picture: typeof profilePictures.$inferInsert): Promise<void> {
  await tx.insert(profilePictures).values(picture)
}

export async function deletePictureOf(tx: Tx, userId: string): Promise<readonly string[]> {
  const rows = await tx
    .delete(profilePictures)
    .where(eq(profilePictures.userId, userId))
    .returning({ id: profilePictures.id })
  return rows.map(({ id }) => id)
}

export async function findPicture(
  db: Db,
  userId: string,
  id: string,
  size: "small" | "large",
): Promise<{ readonly bytes: Uint8Array | null } | undefined> {
  const [row] = await db
    .select({ bytes: profilePictures[size] })
    .from(profilePictures)
    .where(and(eq(profilePictures.id, id), eq(profilePictures.userId, userId)))
  return row
}
