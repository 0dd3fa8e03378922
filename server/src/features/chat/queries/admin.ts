import type { ThreadState } from "@haitech/contract/admin/chat"
import { and, count, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { type ChatThreadRow, chatMessages, chatThreads } from "#features/chat/table.ts"
import type { Db } from "#platform/db/client.ts"
import { type ListDefinition, paginate } from "#platform/lists/paginate.ts"

type Order = "newest" | "oldest"

const MESSAGES: ListDefinition<typeof chatMessages, Order> = {
  table: chatMessages,
  id: chatMessages.id,
  sorts: {
    newest: { by: chatMessages.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: chatMessages.createdAt, type: "timestamptz", direction: "up" },
  },
  search: sql`${chatMessages}.search`,
  always: isNull(chatMessages.deletedAt),
  counter: "chat_messages",
}

interface MessageQuery {
  readonly sort: Order
  readonly limit: number
  readonly cursor?: string | undefined
  readonly q?: string | undefined
}

export function paginateMessages(
  db: Db,
  { isRead, ...query }: MessageQuery & { readonly isRead?: boolean | undefined },
) {
  // Must match the predicate of the partial index on unread messages.
  const filter =
    isRead === undefined ? undefined : isRead ? sql`${chatMessages.isRead}` : sql`not ${chatMessages.isRead}`
  return paginate(db, MESSAGES, { ...query, filters: [filter] })
}

const THREADS: ListDefinition<typeof chatThreads, Order> = {
  table: chatThreads,
  id: chatThreads.id,
  sorts: {
    newest: { by: chatThreads.lastMessageAt, type: "timestamptz", direction: "down" },
    oldest: { by: chatThreads.lastMessageAt, type: "timestamptz", direction: "up" },
  },
  search: sql`${chatMessages}.search`,
  foundBy: (terms) => sql`select ${chatMessages.threadId} from ${chatMessages} where ${terms}`,
  always: isNull(chatThreads.deletedAt),
}

interface ThreadQuery extends MessageQuery {
  readonly state?: ThreadState | undefined
  readonly isUnread?: boolean | undefined
  readonly isReported?: boolean | undefined
  readonly isBlocked?: boolean | undefined
  readonly mine?: { readonly userId: string; readonly isMine: boolean } | undefined
}

/** `q` finds the threads in which a single message matches, with its sender's name and email. */
export function paginateThreads(db: Db, { state, isUnread, isReported, isBlocked, mine, ...query }: ThreadQuery) {
  const filters = [
    state && eq(chatThreads.state, state),
    hasMessage(db, isUnread, sql`not ${chatMessages.isRead}`),
    isReported === undefined ? undefined : is(sql`${chatThreads.reportedAt} is not null`, isReported),
    isBlocked === undefined ? undefined : is(sql`${chatThreads.blockedAt} is not null`, isBlocked),
    // Written so that PostgreSQL uses the index on `assigned_to`.
    mine &&
      (mine.isMine
        ? eq(chatThreads.assignedTo, mine.userId)
        : sql`${chatThreads.assignedTo} is distinct from ${mine.userId}`),
  ]
  return paginate(db, THREADS, { ...query, filters })
}

function is(condition: SQL, expected: boolean): SQL {
  return expected ? condition : sql`not (${condition})`
}

function hasMessage(db: Db, expected: boolean | undefined, condition: SQL | undefined): SQL | undefined {
  if (expected === undefined) return undefined
  const threads = db.select({ id: chatMessages.threadId }).from(chatMessages).where(condition)
  return is(sql`${chatThreads.id} in ${threads}`, expected)
}

export interface ThreadDetails {
  readonly unread: ReadonlyMap<string, number>
  readonly last: ReadonlyMap<string, { readonly message: string; readonly senderType: "guest" | "member" | "admin" }>
  readonly names: ReadonlyMap<string, string>
}

export async function detailsOf(db: Db, threads: readonly ChatThreadRow[]): Promise<ThreadDetails> {
  const ids = threads.map(({ id }) => id)
  const assignees = threads.flatMap(({ assignedTo }) => assignedTo ?? [])
  const [unread, last, names] = await Promise.all([
    countUnread(db, ids),
    findLastMessages(db, ids),
    findNames(db, assignees),
  ])
  return { unread, last, names }
}

async function countUnread(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ id: chatMessages.threadId, count: count() })
    .from(chatMessages)
    .where(and(inArray(chatMessages.threadId, [...ids]), sql`not ${chatMessages.isRead}`))
    .groupBy(chatMessages.threadId)
  return new Map(rows.map((row) => [row.id, row.count]))
}

async function findLastMessages(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ id: chatThreads.id, message: chatMessages.message, senderType: chatMessages.senderType })
    .from(chatThreads)
    .innerJoin(
      chatMessages,
      and(eq(chatMessages.threadId, chatThreads.id), eq(chatMessages.sequence, chatThreads.lastSequence)),
    )
    .where(inArray(chatThreads.id, [...ids]))
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

const NAME = sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.username}, ${users.email})`

async function findNames(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await db
    .select({ id: users.id, name: NAME })
    .from(users)
    .where(inArray(users.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row.name]))
}
