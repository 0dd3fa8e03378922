import { and, eq, gt, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm"
import { type ChatThreadRow, chatKeys, chatMessages, chatStaff, chatThreads } from "#features/chat/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { prepared } from "#platform/db/prepared.ts"

export async function findThread(db: Db | Tx, id: string): Promise<ChatThreadRow | undefined> {
  const [row] = await db
    .select()
    .from(chatThreads)
    .where(and(eq(chatThreads.id, id), isNull(chatThreads.deletedAt)))
  return row
}

export async function findMemberThread(db: Db, userId: string): Promise<ChatThreadRow | undefined> {
  const [row] = await memberThread(db).execute({ userId })
  return row
}

const memberThread = prepared((db) =>
  db
    .select()
    .from(chatThreads)
    .where(eq(chatThreads.userId, sql.placeholder("userId")))
    .prepare("chat_thread_of_member"),
)

/** Also finds a deleted thread. */
export async function findThreadByKey(db: Db, keyHash: string): Promise<ChatThreadRow | undefined> {
  const [row] = await keyThread(db).execute({ keyHash })
  return row?.thread
}

const keyThread = prepared((db) =>
  db
    .select({ thread: chatThreads })
    .from(chatKeys)
    .innerJoin(chatThreads, eq(chatThreads.id, chatKeys.threadId))
    .where(eq(chatKeys.keyHash, sql.placeholder("keyHash")))
    .prepare("chat_thread_by_key"),
)

/** Locks the thread until the transaction ends, so that all processes append messages one after the other. */
export async function lockThread(tx: Tx, id: string): Promise<ChatThreadRow | undefined> {
  const row = await lockDeletableThread(tx, id)
  return row?.deletedAt ? undefined : row
}

export async function lockDeletableThread(tx: Tx, id: string): Promise<ChatThreadRow | undefined> {
  const [row] = await tx
    .select()
    .from(chatThreads)
    .where(eq(chatThreads.id, id))
    .for("update")
    .prepare("chat_thread_locked")
    .execute()
  return row
}

export async function setThreadDeleted(tx: Tx, id: string, deletedAt: Date | null): Promise<void> {
  await tx.update(chatThreads).set({ deletedAt }).where(eq(chatThreads.id, id))
  await tx.update(chatMessages).set({ deletedAt }).where(eq(chatMessages.threadId, id))
}

export async function purgeThreads(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx.delete(chatThreads).where(lt(chatThreads.deletedAt, before)).returning({ id: chatThreads.id })
  return rows.map(({ id }) => id)
}

type NewThread = Pick<ChatThreadRow, "name" | "language" | "createdAt"> & {
  readonly userId: string | null
  readonly keyHash: string | null
}

/** @throws a unique conflict when a concurrent request created a thread for the member or key */
export async function insertThread(tx: Tx, { keyHash, ...thread }: NewThread): Promise<ChatThreadRow> {
  const [row] = await tx
    .insert(chatThreads)
    .values({ ...thread, lastMessageAt: thread.createdAt })
    .returning()
  if (keyHash && row) await tx.insert(chatKeys).values({ keyHash, threadId: row.id, createdAt: thread.createdAt })
  return row as ChatThreadRow
}

export async function changeThread(
  tx: Db | Tx,
  id: string,
  changes: Partial<ChatThreadRow>,
): Promise<ChatThreadRow | undefined> {
  const [row] = await tx
    .update(chatThreads)
    .set(changes)
    .where(eq(chatThreads.id, id))
    .returning()
    .prepare("chat_thread_changed")
    .execute()
  return row
}

/** Raises `seenSequence`, at most to the last message. @returns false if nothing changed */
export async function advanceSeen(db: Db, id: string, sequence: number): Promise<boolean> {
  const upTo = sql`least(${sequence}::int, ${chatThreads.lastSequence})`
  const updated = await db
    .update(chatThreads)
    .set({ seenSequence: upTo })
    .where(and(eq(chatThreads.id, id), sql`${chatThreads.seenSequence} < ${upTo}`))
    .returning({ id: chatThreads.id })
  return updated.length > 0
}

/** Also deletes the thread's keys. @throws a unique conflict when a request created a thread for the member */
export async function assignThread(
  tx: Tx,
  { keyHash, userId, registeredAt }: { readonly keyHash: string; readonly userId: string; readonly registeredAt: Date },
): Promise<ChatThreadRow | undefined> {
  const threadId = tx.select({ id: chatKeys.threadId }).from(chatKeys).where(eq(chatKeys.keyHash, keyHash))
  const [row] = await tx
    .update(chatThreads)
    .set({ userId })
    .where(
      and(
        eq(chatThreads.id, threadId),
        isNull(chatThreads.userId),
        isNull(chatThreads.deletedAt),
        lte(chatThreads.createdAt, registeredAt),
      ),
    )
    .returning()
  if (row) await tx.delete(chatKeys).where(eq(chatKeys.threadId, row.id))
  return row
}

export async function addThreadKey(db: Db, keyHash: string, threadId: string, createdAt: Date): Promise<void> {
  await db
    .insert(chatKeys)
    .values({ keyHash, threadId, createdAt })
    .onConflictDoUpdate({ target: chatKeys.keyHash, set: { threadId, createdAt } })
}

interface SenderTraits {
  readonly email: string | undefined
  readonly addressHash: string | undefined
  readonly blockedSince: Date
}

/** True if a blocked thread has the same email or, blocked after `blockedSince`, the same network address. */
export async function matchesBlocked(db: Db, { email, addressHash, blockedSince }: SenderTraits): Promise<boolean> {
  const matches: (SQL | undefined)[] = [
    email ? eq(sql`lower(${chatThreads.email})`, email.toLowerCase()) : undefined,
    addressHash ? and(eq(chatThreads.addressHash, addressHash), gt(chatThreads.blockedAt, blockedSince)) : undefined,
  ]
  if (!matches.some(Boolean)) return false
  const [row] = await db
    .select({ id: chatThreads.id })
    .from(chatThreads)
    .where(and(sql`${chatThreads.blockedAt} is not null`, isNull(chatThreads.deletedAt), or(...matches)))
    .limit(1)
    .prepare("chat_thread_like_blocked")
    .execute()
  return row !== undefined
}

export async function deleteThreadsOf(tx: Tx, userId: string): Promise<void> {
  const memberThreads = tx
    .select({ id: chatMessages.threadId })
    .from(chatMessages)
    .where(and(eq(chatMessages.senderId, userId), eq(chatMessages.senderType, "member")))
  await tx.delete(chatThreads).where(or(eq(chatThreads.userId, userId), sql`${chatThreads.id} in ${memberThreads}`))
}

export async function recordAdminPresence(db: Db, ids: readonly string[], at: Date, staleBefore: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .insert(chatStaff)
    .values(ids.map((userId) => ({ userId, seenAt: at })))
    .onConflictDoUpdate({
      target: chatStaff.userId,
      set: { seenAt: at },
      setWhere: lte(chatStaff.seenAt, staleBefore),
    })
}

export async function adminsPresentSince(db: Db, since: Date): Promise<ReadonlySet<string>> {
  const rows = await db.select({ id: chatStaff.userId }).from(chatStaff).where(gt(chatStaff.seenAt, since))
  return new Set(rows.map(({ id }) => id))
}
