import { and, asc, desc, eq, gt, isNull, lt, lte, ne, sql } from "drizzle-orm"
import { type ChatMessageRow, type ChatThreadRow, chatMessages, chatThreads } from "#features/chat/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

interface Cursor {
  readonly after?: number | undefined
  readonly before?: number | undefined
}

/** Of a thread, the messages after a number, or the last ones before one, or the last ones; the oldest first. */
export async function messagesOf(
  db: Db | Tx,
  threadId: string,
  { after, before, limit }: Cursor & { readonly limit: number },
): Promise<ChatMessageRow[]> {
  const isForward = after !== undefined
  const rows = await db
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.threadId, threadId),
        isForward ? gt(chatMessages.sequence, after) : undefined,
        before === undefined ? undefined : lt(chatMessages.sequence, before),
      ),
    )
    .orderBy(isForward ? asc(chatMessages.sequence) : desc(chatMessages.sequence))
    .limit(limit)
  return isForward ? rows : rows.toReversed()
}

/** The message that its sender's page named so. */
export async function messageNamed(tx: Tx, threadId: string, clientId: string): Promise<ChatMessageRow | undefined> {
  const [row] = await tx
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.threadId, threadId), eq(chatMessages.clientId, clientId)))
    .prepare("chat_message_named")
    .execute()
  return row
}

type Added = Pick<ChatMessageRow, "clientId" | "senderId" | "senderType" | "name" | "message" | "createdAt"> & {
  readonly email?: string | undefined
}

/** Adds to the end of a thread that the caller holds. What the office writes is read from the beginning. */
export async function addMessage(tx: Tx, thread: ChatThreadRow, added: Added): Promise<ChatMessageRow> {
  const isAdmin = added.senderType === "admin"
  const read = isAdmin ? { isRead: true, readAt: added.createdAt, readBy: added.senderId } : {}
  const place = { threadId: thread.id, sequence: thread.lastSequence + 1 }
  const [row] = await tx
    .insert(chatMessages)
    .values({ ...added, ...read, ...place })
    .returning()
    .prepare("chat_message_added")
    .execute()
  return row as ChatMessageRow
}

export async function isMessage(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.select({ id: chatMessages.id }).from(chatMessages).where(eq(chatMessages.id, id))
  return row !== undefined
}

interface Reader {
  readonly by: string
  readonly at: Date
}

/** From unread to read, once. */
export async function markRead(tx: Tx, id: string, { by, at }: Reader): Promise<ChatMessageRow | undefined> {
  const [row] = await tx
    .update(chatMessages)
    .set({ isRead: true, readAt: at, readBy: by })
    .where(and(eq(chatMessages.id, id), eq(chatMessages.isRead, false)))
    .returning()
  return row
}

/** The same for all of a thread up to a number. @returns how many there were */
export async function markReadUpTo(tx: Tx, threadId: string, sequence: number, { by, at }: Reader): Promise<number> {
  const rows = await tx
    .update(chatMessages)
    .set({ isRead: true, readAt: at, readBy: by })
    .where(
      and(eq(chatMessages.threadId, threadId), sql`not ${chatMessages.isRead}`, lte(chatMessages.sequence, sequence)),
    )
    .returning({ id: chatMessages.id })
  return rows.length
}

/** The office's answers after a number, the oldest first. */
export async function answersAfter(
  db: Db | Tx,
  threadId: string,
  sequence: number,
  limit: number,
): Promise<ChatMessageRow[]> {
  return db
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.threadId, threadId),
        eq(chatMessages.senderType, "admin"),
        gt(chatMessages.sequence, sequence),
      ),
    )
    .orderBy(asc(chatMessages.sequence))
    .limit(limit)
}

/** What the visitor wrote last before a message. */
export async function lastWrittenBefore(
  db: Db,
  threadId: string,
  sequence: number,
): Promise<ChatMessageRow | undefined> {
  const [row] = await db
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.threadId, threadId),
        ne(chatMessages.senderType, "admin"),
        lt(chatMessages.sequence, sequence),
      ),
    )
    .orderBy(desc(chatMessages.sequence))
    .limit(1)
  return row
}

/** Is there a message that nobody has read, in a conversation that is neither done nor blocked? */
export async function isSomebodyWaiting(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .innerJoin(chatThreads, eq(chatThreads.id, chatMessages.threadId))
    .where(and(sql`not ${chatMessages.isRead}`, eq(chatThreads.state, "open"), isNull(chatThreads.blockedAt)))
    .limit(1)
  return row !== undefined
}
