import { and, eq, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm"
import { type ChatThreadRow, chatKeys, chatMessages, chatStaff, chatThreads } from "#features/chat/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { prepared } from "#platform/db/prepared.ts"

export async function threadOf(db: Db | Tx, id: string): Promise<ChatThreadRow | undefined> {
  const [row] = await db.select().from(chatThreads).where(eq(chatThreads.id, id))
  return row
}

export async function threadOfMember(db: Db, userId: string): Promise<ChatThreadRow | undefined> {
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

/** The conversation that a key opens. */
export async function threadByKey(db: Db, keyHash: string): Promise<ChatThreadRow | undefined> {
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

/** The thread, held until the transaction ends: one message after the other is added, in every process. */
export async function lockedThread(tx: Tx, id: string): Promise<ChatThreadRow | undefined> {
  const [row] = await tx
    .select()
    .from(chatThreads)
    .where(eq(chatThreads.id, id))
    .for("update")
    .prepare("chat_thread_locked")
    .execute()
  return row
}

type Opened = Pick<ChatThreadRow, "name" | "language" | "createdAt"> & {
  readonly userId: string | null
  readonly keyHash: string | null
}

/** Begins a conversation. @throws a conflict when its member, or its key, has just got one */
export async function insertThread(tx: Tx, { keyHash, ...thread }: Opened): Promise<ChatThreadRow> {
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

/** The visitor has seen it up to a message; never less far than before. Nothing when it was so already. */
export async function moveSeen(db: Db, id: string, sequence: number): Promise<boolean> {
  const upTo = sql`least(${sequence}::int, ${chatThreads.lastSequence})`
  const moved = await db
    .update(chatThreads)
    .set({ seenSequence: upTo })
    .where(and(eq(chatThreads.id, id), sql`${chatThreads.seenSequence} < ${upTo}`))
    .returning({ id: chatThreads.id })
  return moved.length > 0
}

/**
 * Gives a guest's conversation to a member who registered after it began, in the browser that holds its key; the key
 * opens nothing any more.
 * @throws a conflict when the member has just got one
 */
export async function assignThread(
  tx: Tx,
  { keyHash, userId, registeredAt }: { readonly keyHash: string; readonly userId: string; readonly registeredAt: Date },
): Promise<ChatThreadRow | undefined> {
  const held = tx.select({ id: chatKeys.threadId }).from(chatKeys).where(eq(chatKeys.keyHash, keyHash))
  const [row] = await tx
    .update(chatThreads)
    .set({ userId })
    .where(and(eq(chatThreads.id, held), isNull(chatThreads.userId), lte(chatThreads.createdAt, registeredAt)))
    .returning()
  if (row) await tx.delete(chatKeys).where(eq(chatKeys.threadId, row.id))
  return row
}

/** Another browser opens the conversation, and no other one any more. */
export async function addThreadKey(db: Db, keyHash: string, threadId: string, createdAt: Date): Promise<void> {
  await db
    .insert(chatKeys)
    .values({ keyHash, threadId, createdAt })
    .onConflictDoUpdate({ target: chatKeys.keyHash, set: { threadId, createdAt } })
}

interface Suspect {
  readonly email: string | undefined
  /** Nothing when where it comes from does not count. */
  readonly addressHash: string | undefined
  readonly blockedSince: Date
}

/** Is a guest like somebody who was blocked: the same e-mail, or lately the same network address? */
export async function isLikeBlocked(db: Db, { email, addressHash, blockedSince }: Suspect): Promise<boolean> {
  const same: (SQL | undefined)[] = [
    email ? eq(sql`lower(${chatThreads.email})`, email.toLowerCase()) : undefined,
    addressHash ? and(eq(chatThreads.addressHash, addressHash), gt(chatThreads.blockedAt, blockedSince)) : undefined,
  ]
  if (!same.some(Boolean)) return false
  const [row] = await db
    .select({ id: chatThreads.id })
    .from(chatThreads)
    .where(and(sql`${chatThreads.blockedAt} is not null`, or(...same)))
    .limit(1)
    .prepare("chat_thread_like_blocked")
    .execute()
  return row !== undefined
}

/** A member's threads go whole, the answers in them included: a colleague's answers elsewhere stay. */
export async function deleteThreadsOf(tx: Tx, userId: string): Promise<void> {
  const written = tx
    .select({ id: chatMessages.threadId })
    .from(chatMessages)
    .where(and(eq(chatMessages.senderId, userId), eq(chatMessages.senderType, "member")))
  await tx.delete(chatThreads).where(or(eq(chatThreads.userId, userId), sql`${chatThreads.id} in ${written}`))
}

/** Notes who has the office open, at most every `quietSince`. */
export async function recordAdminPresence(db: Db, ids: readonly string[], at: Date, quietSince: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .insert(chatStaff)
    .values(ids.map((userId) => ({ userId, seenAt: at })))
    .onConflictDoUpdate({
      target: chatStaff.userId,
      set: { seenAt: at },
      setWhere: lte(chatStaff.seenAt, quietSince),
    })
}

/** Who had the office open since then. */
export async function adminsPresentSince(db: Db, since: Date): Promise<ReadonlySet<string>> {
  const rows = await db.select({ id: chatStaff.userId }).from(chatStaff).where(gt(chatStaff.seenAt, since))
  return new Set(rows.map(({ id }) => id))
}
