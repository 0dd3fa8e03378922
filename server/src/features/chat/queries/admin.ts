import type { ThreadState } from "@haitech/contract/admin/chat"
import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { type ChatThreadRow, chatMessages, chatThreads } from "#features/chat/table.ts"
import type { Db } from "#platform/db/client.ts"
import { type ListDefinition, paginate } from "#platform/lists/paginate.ts"
import { searches } from "#platform/lists/search.ts"

type Order = "newest" | "oldest"

const MESSAGES: ListDefinition<typeof chatMessages, Order> = {
  table: chatMessages,
  id: chatMessages.id,
  sorts: {
    newest: { by: chatMessages.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: chatMessages.createdAt, type: "timestamptz", direction: "up" },
  },
  search: sql`${chatMessages}.search`,
  counter: "chat_messages",
}

interface Wanted {
  readonly sort: Order
  readonly limit: number
  readonly cursor?: string | undefined
  readonly q?: string | undefined
}

export function paginateMessages(db: Db, { isRead, ...asked }: Wanted & { readonly isRead?: boolean | undefined }) {
  // Said as the index on unread messages says it.
  const filter =
    isRead === undefined ? undefined : isRead ? sql`${chatMessages.isRead}` : sql`not ${chatMessages.isRead}`
  return paginate(db, MESSAGES, { ...asked, filters: [filter] })
}

const THREADS: ListDefinition<typeof chatThreads, Order> = {
  table: chatThreads,
  id: chatThreads.id,
  sorts: {
    newest: { by: chatThreads.lastMessageAt, type: "timestamptz", direction: "down" },
    oldest: { by: chatThreads.lastMessageAt, type: "timestamptz", direction: "up" },
  },
}

interface WantedThreads extends Wanted {
  readonly state?: ThreadState | undefined
  readonly isUnread?: boolean | undefined
  readonly isReported?: boolean | undefined
  readonly isBlocked?: boolean | undefined
  /** To whom they are assigned, or are not. */
  readonly mine?: { readonly of: string; readonly is: boolean } | undefined
}

/** Threads in which one message, with the name and the e-mail that stand with it, matches. */
export function paginateThreads(db: Db, { q, state, isUnread, isReported, isBlocked, mine, ...asked }: WantedThreads) {
  const sought = searches(sql`${chatMessages}.search`, q)
  const filters = [
    state && eq(chatThreads.state, state),
    isIn(db, isUnread, sql`not ${chatMessages.isRead}`),
    isReported === undefined ? undefined : is(sql`${chatThreads.reportedAt} is not null`, isReported),
    isBlocked === undefined ? undefined : is(sql`${chatThreads.blockedAt} is not null`, isBlocked),
    // Said so that the index on whose they are is used.
    mine &&
      (mine.is ? eq(chatThreads.assignedTo, mine.of) : sql`${chatThreads.assignedTo} is distinct from ${mine.of}`),
    sought.length > 0 ? isIn(db, true, and(...sought)) : undefined,
  ]
  return paginate(db, THREADS, { ...asked, filters })
}

function is(claim: SQL, wanted: boolean): SQL {
  return wanted ? claim : sql`not (${claim})`
}

function isIn(db: Db, wanted: boolean | undefined, claim: SQL | undefined): SQL | undefined {
  if (wanted === undefined) return undefined
  const threads = db.select({ id: chatMessages.threadId }).from(chatMessages).where(claim)
  return is(sql`${chatThreads.id} in ${threads}`, wanted)
}

/** What a list says of each thread beside the thread itself. */
export interface ThreadDetails {
  readonly unread: ReadonlyMap<string, number>
  readonly last: ReadonlyMap<string, { readonly message: string; readonly senderType: "guest" | "member" | "admin" }>
  readonly names: ReadonlyMap<string, string>
}

export async function detailsOf(db: Db, threads: readonly ChatThreadRow[]): Promise<ThreadDetails> {
  const ids = threads.map(({ id }) => id)
  const assignees = threads.flatMap(({ assignedTo }) => assignedTo ?? [])
  const [unread, last, names] = await Promise.all([unreadOf(db, ids), lastOf(db, ids), namesOf(db, assignees)])
  return { unread, last, names }
}

async function unreadOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ id: chatMessages.threadId, count: count() })
    .from(chatMessages)
    .where(and(inArray(chatMessages.threadId, [...ids]), sql`not ${chatMessages.isRead}`))
    .groupBy(chatMessages.threadId)
  return new Map(rows.map((row) => [row.id, row.count]))
}

async function lastOf(db: Db, ids: readonly string[]) {
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

/** The name of a person; where none is given, what they sign in with. */
const NAME = sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.username}, ${users.email})`

async function namesOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await db
    .select({ id: users.id, name: NAME })
    .from(users)
    .where(inArray(users.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Who can answer, by name. */
export async function administrators(db: Db) {
  const rows = await db
    .select({ id: users.id, email: users.email, language: users.language, name: NAME })
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.approved, true)))
  return rows.toSorted((a, b) => a.name.localeCompare(b.name))
}
