import { and, asc, desc, eq, gt, isNull, lt, lte, ne, sql } from "drizzle-orm"
import { type ChatMessageRow, type ChatThreadRow, chatMessages, chatThreads } from "#features/chat/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

interface SequenceRange {
  readonly after?: number | undefined
  readonly before?: number | undefined
}

/** A thread's messages, oldest first: the first ones after `after`, else the last ones (before `before`). */
export async function listMessages(
  db: Db | Tx,
  threadId: string,
  { after, before, limit }: SequenceRange & { readonly limit: number },
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

export async function messageByClientId(
  tx: Tx,
  threadId: string,
  clientId: string,
): Promise<ChatMessageRow | undefined> {
  const [row] = await tx
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.threadId, threadId), eq(chatMessages.clientId, clientId)))
    .prepare("chat_message_named")
    .execute()
  return row
}

type NewMessage = Pick<ChatMessageRow, "clientId" | "senderId" | "senderType" | "name" | "message" | "createdAt"> & {
  readonly email?: string | undefined
}

/** Appends to a thread that the caller has locked. Administrators' messages are stored as read. */
export async function addMessage(tx: Tx, thread: ChatThreadRow, message: NewMessage): Promise<ChatMessageRow> {
  const isAdmin = message.senderType === "admin"
  const read = isAdmin ? { isRead: true, readAt: message.createdAt, readBy: message.senderId } : {}
  const position = { threadId: thread.id, sequence: thread.lastSequence + 1 }
  const [row] = await tx
    .insert(chatMessages)
    .values({ ...message, ...read, ...position })
    .returning()
    .prepare("chat_message_added")
    .execute()
  return row as ChatMessageRow
}

export async function messageExists(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(and(eq(chatMessages.id, id), isNull(chatMessages.deletedAt)))
  return row !== undefined
}

interface Reader {
  readonly by: string
  readonly at: Date
}

/** @returns the message; undefined if it is unknown or already read */
export async function markRead(tx: Tx, id: string, { by, at }: Reader): Promise<ChatMessageRow | undefined> {
  const [row] = await tx
    .update(chatMessages)
    .set({ isRead: true, readAt: at, readBy: by })
    .where(and(eq(chatMessages.id, id), eq(chatMessages.isRead, false), isNull(chatMessages.deletedAt)))
    .returning()
  return row
}

/** Marks all messages up to `sequence`. @returns how many were unread */
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

export async function lastVisitorMessageBefore(
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

export async function isVisitorWaiting(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .innerJoin(chatThreads, eq(chatThreads.id, chatMessages.threadId))
    .where(
      and(
        sql`not ${chatMessages.isRead}`,
        eq(chatThreads.state, "open"),
        isNull(chatThreads.blockedAt),
        isNull(chatThreads.deletedAt),
      ),
    )
    .limit(1)
  return row !== undefined
}
