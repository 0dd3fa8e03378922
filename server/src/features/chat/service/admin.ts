import type { ThreadState } from "@haitech/contract/admin/chat"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { administrators } from "#features/accounts/service/administrators.ts"
import { publishMessage, publishThreadChange } from "#features/chat/live.ts"
import {
  addMessage,
  markRead,
  markReadUpTo,
  messageByClientId,
  messageExists,
} from "#features/chat/queries/messages.ts"
import {
  adminsPresentSince,
  changeThread,
  findThread,
  lockThread,
  recordAdminPresence,
} from "#features/chat/queries/threads.ts"
import { presentSince, seenOrEmailedSequence, stalePresenceBefore, unreadEmailDueAt } from "#features/chat/rules.ts"
import type { ChatMessageRow, ChatThreadRow } from "#features/chat/table.ts"
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { scheduleReplyPush } from "./push.ts"

export function recordPresence({ db, now }: Pick<Deps, "db" | "now">, ids: readonly string[]): Promise<void> {
  return recordAdminPresence(db, ids, now(), stalePresenceBefore(now()))
}

export function presentAdmins({ db, now }: Pick<Deps, "db" | "now">): Promise<ReadonlySet<string>> {
  return adminsPresentSince(db, presentSince(now()))
}

/** @throws {Problem} `message.unknown`, `message.read` */
export async function markMessageRead({ db, bus, now }: Deps, actor: Member, id: string): Promise<ChatMessageRow> {
  const message = await db.transaction(async (tx) => {
    const marked = await markRead(tx, id, { by: actor.id, at: now() })
    if (!marked) throw new Problem((await messageExists(tx, id)) ? "message.read" : "message.unknown")
    await record(tx, { actor, action: "chat.read", subjectId: marked.threadId })
    return marked
  })
  await publishThreadChange(bus, message.threadId)
  return message
}

/** @throws {Problem} `thread.unknown` */
export async function markThreadRead(
  { db, bus, now }: Deps,
  actor: Member,
  { id, sequence }: { readonly id: string; readonly sequence: number },
): Promise<ChatThreadRow> {
  const [thread, count] = await db.transaction(async (tx) => {
    const locked = await lockThread(tx, id)
    if (!locked) throw new Problem("thread.unknown")
    const marked = await markReadUpTo(tx, id, sequence, { by: actor.id, at: now() })
    if (marked > 0) await record(tx, { actor, action: "chat.read", subjectId: id })
    return [locked, marked] as const
  })
  if (count > 0) await publishThreadChange(bus, id)
  return thread
}

/** Idempotent by `id` (spec §7). @throws {Problem} `thread.unknown`, `request.invalid` for another message's id */
export async function respond(
  deps: Deps,
  actor: Member,
  request: { readonly threadId: string; readonly message: string; readonly id?: string | undefined },
): Promise<ChatMessageRow> {
  const { db, bus, now, site } = deps
  const { threadId, message, id: clientId = createId() } = request
  const { firstName, username } = await requireUser(db, actor.id)
  const result = await db.transaction(async (tx) => {
    const thread = await lockThread(tx, threadId)
    if (!thread) throw new Problem("thread.unknown")
    const existing = await messageByClientId(tx, threadId, clientId)
    if (existing && (existing.message !== message || existing.senderType !== "admin"))
      throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
    if (existing) return { thread, answer: existing, isNew: false }
    const at = now()
    const sender = { senderId: actor.id, senderType: "admin" as const, name: firstName ?? username ?? site.name }
    // The connection runs the queued queries in this order.
    const [answer] = await Promise.all([
      addMessage(tx, thread, { ...sender, clientId, message, createdAt: at }),
      changeThread(tx, threadId, {
        lastSequence: thread.lastSequence + 1,
        lastMessageAt: at,
        assignedTo: thread.assignedTo ?? actor.id,
      }),
      record(tx, { actor, action: "chat.responded", subjectId: threadId }),
      scheduleUnreadEmail(tx, thread, at),
      scheduleReplyPush(tx, deps, thread, at),
    ])
    return { thread, answer, isNew: true }
  })
  if (result.isNew) await publishMessage(bus, result.thread, result.answer.sequence)
  return result.answer
}

/** Schedules one email for all answers after the last one that the visitor has seen or was emailed. */
export async function scheduleUnreadEmail(tx: Tx, thread: ChatThreadRow, at: Date): Promise<void> {
  if (!thread.email && !thread.userId) return
  await enqueue(tx, {
    kind: "chat.unread",
    key: `chat.unread/${thread.id}/${seenOrEmailedSequence(thread)}`,
    payload: { threadId: thread.id },
    dueAt: unreadEmailDueAt(at),
    // Of a deleted conversation the job sent nothing.
    isRepeatable: true,
  })
}

interface ThreadChanges {
  readonly state?: ThreadState | undefined
  readonly assignedTo?: string | null | undefined
  readonly isBlocked?: boolean | undefined
  readonly isReported?: unknown
}

/** @throws {Problem} `thread.unknown`, `request.invalid` when the assignee is not an administrator */
export async function updateThread(
  { db, bus, now }: Deps,
  actor: Member,
  { id, ...changes }: ThreadChanges & { readonly id: string },
): Promise<ChatThreadRow> {
  const { assignedTo } = changes
  if (assignedTo && !(await administrators({ db })).some((admin) => admin.id === assignedTo))
    throw new Problem("request.invalid", { fields: { assignedTo: "id.invalid" } })
  const thread = await db.transaction(async (tx) => {
    const before = await lockThread(tx, id)
    if (!before) throw new Problem("thread.unknown")
    const after = applyChanges(before, changes, now())
    const row = (await changeThread(tx, id, after)) ?? before
    for (const entry of auditEntries(before, row)) await record(tx, { actor, subjectId: id, ...entry })
    return row
  })
  await publishThreadChange(bus, id)
  return thread
}

function applyChanges(before: ChatThreadRow, { state, assignedTo, isBlocked, isReported }: ThreadChanges, at: Date) {
  return {
    state: state ?? before.state,
    assignedTo: assignedTo === undefined ? before.assignedTo : assignedTo,
    blockedAt: isBlocked === undefined ? before.blockedAt : isBlocked ? (before.blockedAt ?? at) : null,
    ...(isReported !== undefined && { reportReason: null, reportedAt: null }),
  }
}

function auditEntries(before: ChatThreadRow, after: ChatThreadRow) {
  const entries = []
  if (before.state !== after.state)
    entries.push({ action: "chat.moved" as const, ...difference({ state: before.state }, { state: after.state }) })
  if (before.assignedTo !== after.assignedTo) {
    const facts = difference({ assignedTo: before.assignedTo }, { assignedTo: after.assignedTo })
    entries.push({ action: "chat.assigned" as const, ...facts })
  }
  if (Boolean(before.blockedAt) !== Boolean(after.blockedAt))
    entries.push({ action: after.blockedAt ? ("chat.blocked" as const) : ("chat.unblocked" as const) })
  if (before.reportedAt && !after.reportedAt) entries.push({ action: "chat.settled" as const })
  return entries
}

export async function requireThread({ db }: Pick<Deps, "db">, id: string): Promise<ChatThreadRow> {
  const thread = await findThread(db, id)
  if (!thread) throw new Problem("thread.unknown")
  return thread
}
