import type { ThreadState } from "@haitech/contract/admin/chat"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { publishMessage, publishThreadChange } from "#features/chat/live.ts"
import { administrators } from "#features/chat/queries/admin.ts"
import { addMessage, isMessage, markRead, markReadUpTo, messageNamed } from "#features/chat/queries/messages.ts"
import {
  adminsPresentSince,
  changeThread,
  lockedThread,
  recordAdminPresence,
  threadOf,
} from "#features/chat/queries/threads.ts"
import { knownUpTo, mailDueAt, notedSince, presentSince } from "#features/chat/rules.ts"
import type { ChatMessageRow, ChatThreadRow } from "#features/chat/table.ts"
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { freshId } from "#platform/db/columns.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"

/** Notes which administrators have the office open before them. */
export function recordPresence({ db, now }: Pick<Deps, "db" | "now">, ids: readonly string[]): Promise<void> {
  return recordAdminPresence(db, ids, now(), notedSince(now()))
}

/** Who they are at this moment. */
export function presentAdmins({ db, now }: Pick<Deps, "db" | "now">): Promise<ReadonlySet<string>> {
  return adminsPresentSince(db, presentSince(now()))
}

/**
 * Marks a message as read (§4).
 * @throws {Problem} `message.unknown`, `message.read`
 */
export async function read({ db, bus, now }: Deps, actor: Member, id: string): Promise<ChatMessageRow> {
  const message = await db.transaction(async (tx) => {
    const marked = await markRead(tx, id, { by: actor.id, at: now() })
    if (!marked) throw new Problem((await isMessage(tx, id)) ? "message.read" : "message.unknown")
    await record(tx, { actor, action: "chat.read", subjectId: marked.threadId })
    return marked
  })
  await publishThreadChange(bus, message.threadId)
  return message
}

/**
 * The same for all of a thread up to a message.
 * @throws {Problem} `thread.unknown`
 */
export async function readUpTo(
  { db, bus, now }: Deps,
  actor: Member,
  { id, sequence }: { readonly id: string; readonly sequence: number },
): Promise<ChatThreadRow> {
  const [thread, count] = await db.transaction(async (tx) => {
    const known = await lockedThread(tx, id)
    if (!known) throw new Problem("thread.unknown")
    const marked = await markReadUpTo(tx, id, sequence, { by: actor.id, at: now() })
    if (marked > 0) await record(tx, { actor, action: "chat.read", subjectId: id })
    return [known, marked] as const
  })
  if (count > 0) await publishThreadChange(bus, id)
  return thread
}

/**
 * Answers a thread (§7); who answers first has it. Where the visitor can be reached, an answer that is not seen within
 * five minutes goes out by mail. The same `id` again is the same answer.
 * @throws {Problem} `thread.unknown`, `request.invalid` when the id is another answer's
 */
export async function respond(
  { db, bus, now, site }: Deps,
  actor: Member,
  asked: { readonly threadId: string; readonly message: string; readonly id?: string | undefined },
): Promise<ChatMessageRow> {
  const { threadId, message, id: clientId = freshId() } = asked
  const { firstName, username } = await requireUser(db, actor.id)
  const kept = await db.transaction(async (tx) => {
    const thread = await lockedThread(tx, threadId)
    if (!thread) throw new Problem("thread.unknown")
    const same = await messageNamed(tx, threadId, clientId)
    if (same && (same.message !== message || same.senderType !== "admin"))
      throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
    if (same) return { thread, answer: same, isNew: false }
    const at = now()
    const sender = { senderId: actor.id, senderType: "admin" as const, name: firstName ?? username ?? site.name }
    // Sent as one, in this order.
    const [answer] = await Promise.all([
      addMessage(tx, thread, { ...sender, clientId, message, createdAt: at }),
      changeThread(tx, threadId, {
        lastSequence: thread.lastSequence + 1,
        lastMessageAt: at,
        assignedTo: thread.assignedTo ?? actor.id,
      }),
      record(tx, { actor, action: "chat.responded", subjectId: threadId }),
      mailLater(tx, thread, at),
    ])
    return { thread, answer, isNew: true }
  })
  if (kept.isNew) await publishMessage(bus, kept.thread, kept.answer.sequence)
  return kept.answer
}

/** One letter for all answers since the visitor last knew the conversation. */
export async function mailLater(tx: Tx, thread: ChatThreadRow, at: Date): Promise<void> {
  if (!thread.email && !thread.userId) return
  await enqueue(tx, {
    kind: "chat.unread",
    key: `chat.unread/${thread.id}/${knownUpTo(thread)}`,
    payload: { threadId: thread.id },
    dueAt: mailDueAt(at),
  })
}

interface Changes {
  readonly state?: ThreadState | undefined
  readonly assignedTo?: string | null | undefined
  readonly isBlocked?: boolean | undefined
  readonly isReported?: unknown
}

/**
 * Changes what is sent of a thread, and writes down what became another.
 * @throws {Problem} `thread.unknown`, `request.invalid` when it is given to somebody who is no administrator
 */
export async function change(
  { db, bus, now }: Deps,
  actor: Member,
  { id, ...changes }: Changes & { readonly id: string },
): Promise<ChatThreadRow> {
  const { assignedTo } = changes
  if (assignedTo && !(await administrators(db)).some((admin) => admin.id === assignedTo))
    throw new Problem("request.invalid", { fields: { assignedTo: "id.invalid" } })
  const thread = await db.transaction(async (tx) => {
    const before = await lockedThread(tx, id)
    if (!before) throw new Problem("thread.unknown")
    const after = changed(before, changes, now())
    const row = (await changeThread(tx, id, after)) ?? before
    for (const act of actsOf(before, row)) await record(tx, { actor, subjectId: id, ...act })
    return row
  })
  await publishThreadChange(bus, id)
  return thread
}

function changed(before: ChatThreadRow, { state, assignedTo, isBlocked, isReported }: Changes, at: Date) {
  return {
    state: state ?? before.state,
    assignedTo: assignedTo === undefined ? before.assignedTo : assignedTo,
    blockedAt: isBlocked === undefined ? before.blockedAt : isBlocked ? (before.blockedAt ?? at) : null,
    ...(isReported !== undefined && { reportReason: null, reportedAt: null }),
  }
}

function actsOf(before: ChatThreadRow, after: ChatThreadRow) {
  const acts = []
  if (before.state !== after.state)
    acts.push({ action: "chat.moved" as const, ...difference({ state: before.state }, { state: after.state }) })
  if (before.assignedTo !== after.assignedTo) {
    const facts = difference({ assignedTo: before.assignedTo }, { assignedTo: after.assignedTo })
    acts.push({ action: "chat.assigned" as const, ...facts })
  }
  if (Boolean(before.blockedAt) !== Boolean(after.blockedAt))
    acts.push({ action: after.blockedAt ? ("chat.blocked" as const) : ("chat.unblocked" as const) })
  if (before.reportedAt && !after.reportedAt) acts.push({ action: "chat.settled" as const })
  return acts
}

/** @throws {Problem} `thread.unknown` */
export async function threadToRead({ db }: Pick<Deps, "db">, id: string): Promise<ChatThreadRow> {
  const thread = await threadOf(db, id)
  if (!thread) throw new Problem("thread.unknown")
  return thread
}
