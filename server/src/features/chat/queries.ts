import { and, eq, inArray, max, sql } from "drizzle-orm"
import type { Db, Tx } from "#platform/db/client.ts"
import { type Listing, pageOf } from "#platform/lists/page.ts"
import { type ChatMessageRow, chatMessages } from "./table.ts"

/** A member's threads go whole, the answers in them included: a colleague's answers elsewhere stay. */
export async function deleteThreadsOf(tx: Tx, userId: string): Promise<void> {
  const own = tx
    .select({ threadId: chatMessages.threadId })
    .from(chatMessages)
    .where(and(eq(chatMessages.senderId, userId), eq(chatMessages.senderType, "member")))
  await tx.delete(chatMessages).where(inArray(chatMessages.threadId, own))
}

const LISTING: Listing<typeof chatMessages, "newest" | "oldest"> = {
  table: chatMessages,
  id: chatMessages.id,
  sorts: {
    newest: { by: chatMessages.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: chatMessages.createdAt, type: "timestamptz", direction: "up" },
  },
  search: sql`${chatMessages}.search`,
  tally: "chat_messages",
}

interface Wanted {
  readonly sort: "newest" | "oldest"
  readonly limit: number
  readonly cursor?: string | undefined
  readonly q?: string | undefined
  readonly isRead?: boolean | undefined
}

export function pageOfMessages(db: Db, { isRead, ...asked }: Wanted) {
  // Said as the index on unread messages says it.
  const filter =
    isRead === undefined ? undefined : isRead ? sql`${chatMessages.isRead}` : sql`not ${chatMessages.isRead}`
  return pageOf(db, LISTING, { ...asked, filters: [filter] })
}

/** From unread to read, once. */
export async function markRead(
  tx: Tx,
  id: string,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<ChatMessageRow | undefined> {
  const [row] = await tx
    .update(chatMessages)
    .set({ isRead: true, readAt: at, readBy: by })
    .where(and(eq(chatMessages.id, id), eq(chatMessages.isRead, false)))
    .returning()
  return row
}

/** One message after the other is added to a thread, in every process, until the transaction ends. */
export async function lockThread(tx: Tx, threadId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${threadId}, 0))`)
}

/** Adds to the end of a thread; nothing when there is no such thread. The same `clientId` again is not added. */
export async function addToThread(
  tx: Tx,
  message: Pick<ChatMessageRow, "threadId" | "senderId" | "name" | "message" | "createdAt"> & {
    readonly clientId: string
  },
): Promise<{ readonly message: ChatMessageRow; readonly isNew: boolean } | undefined> {
  const { threadId, clientId } = message
  const [last] = await tx
    .select({ sequence: max(chatMessages.sequence) })
    .from(chatMessages)
    .where(eq(chatMessages.threadId, threadId))
  if (!last?.sequence) return undefined
  const isRead = { isRead: true, readAt: message.createdAt, readBy: message.senderId }
  const row = { ...message, ...isRead, sequence: last.sequence + 1, senderType: "admin" as const }
  const [added] = await tx.insert(chatMessages).values(row).onConflictDoNothing().returning()
  if (added) return { message: added, isNew: true }
  const isSame = and(eq(chatMessages.threadId, threadId), eq(chatMessages.clientId, clientId))
  const [known] = await tx.select().from(chatMessages).where(isSame)
  return known && { message: known, isNew: false }
}

export async function isMessage(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.select({ id: chatMessages.id }).from(chatMessages).where(eq(chatMessages.id, id))
  return row !== undefined
}
