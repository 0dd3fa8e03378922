import { asc, eq, sql } from "drizzle-orm"
import { type SavedReplyRow, savedReplies } from "#features/chat/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export type SavedReplyTexts = Pick<SavedReplyRow, "title" | "en" | "fr" | "ht" | "es">

export async function allSavedReplies(db: Db): Promise<SavedReplyRow[]> {
  return db
    .select()
    .from(savedReplies)
    .orderBy(asc(sql`fold(${savedReplies.title})`), asc(savedReplies.id))
}

/** @throws a conflict when another one has the title */
export async function insertSavedReply(tx: Tx, texts: SavedReplyTexts): Promise<SavedReplyRow> {
  const [row] = await tx.insert(savedReplies).values(texts).returning()
  return row as SavedReplyRow
}

export async function lockSavedReply(tx: Tx, id: string): Promise<SavedReplyRow | undefined> {
  const [row] = await tx.select().from(savedReplies).where(eq(savedReplies.id, id)).for("update")
  return row
}

/** @throws a conflict when another one has the title */
export async function updateSavedReply(tx: Tx, id: string, texts: SavedReplyTexts): Promise<SavedReplyRow> {
  const [row] = await tx.update(savedReplies).set(texts).where(eq(savedReplies.id, id)).returning()
  return row as SavedReplyRow
}

export async function deleteSavedReply(tx: Tx, id: string): Promise<SavedReplyRow | undefined> {
  const [row] = await tx.delete(savedReplies).where(eq(savedReplies.id, id)).returning()
  return row
}
