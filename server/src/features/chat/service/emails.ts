import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { answersAfter, isVisitorWaiting, lastVisitorMessageBefore } from "#features/chat/queries/messages.ts"
import { changeThread, findThread, lockDeletableThread } from "#features/chat/queries/threads.ts"
import { seenOrEmailedSequence, waitingEmailDueAt } from "#features/chat/rules.ts"
import type { ChatMessageRow, ChatThreadRow } from "#features/chat/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { presentAdmins, scheduleUnreadEmail } from "./admin.ts"

/** Schedules an email to the administrators about waiting visitors, at most one for each quarter of an hour. */
export async function scheduleAdminEmail(tx: Db | Tx, at: Date): Promise<void> {
  const dueAt = waitingEmailDueAt(at)
  await enqueue(tx, { kind: "chat.waiting", key: `chat.waiting/${dueAt.toISOString()}`, payload: {}, dueAt })
}

/** Checks again later if an administrator is present: an open admin area does not mean that all has been read. */
export async function alertAdmins(deps: Pick<Deps, "db" | "now">, sendAlert: () => Promise<void>): Promise<void> {
  if (!(await isVisitorWaiting(deps.db))) return
  const presentIds = await presentAdmins(deps)
  await (presentIds.size === 0 ? sendAlert() : scheduleAdminEmail(deps.db, deps.now()))
}

/** Answers in one email; the rest follows in further emails. */
const MAX_ANSWERS = 20

interface UnseenAnswers {
  readonly to: string
  readonly name: string
  readonly language: Language
  readonly answers: readonly ChatMessageRow[]
  readonly question: ChatMessageRow | undefined
  readonly isMember: boolean
}

/** The answers that a visitor has neither seen nor was emailed; undefined without answers or an email address. */
export async function findUnseenAnswers(
  { db }: Pick<Deps, "db">,
  threadId: string,
): Promise<UnseenAnswers | undefined> {
  const thread = await findThread(db, threadId)
  if (!thread) return undefined
  const answers = await answersAfter(db, threadId, seenOrEmailedSequence(thread), MAX_ANSWERS)
  const [first] = answers
  const to = thread.userId ? (await requireUser(db, thread.userId)).email : thread.email
  if (!first || !to) return undefined
  const question = await lastVisitorMessageBefore(db, threadId, first.sequence)
  const { name, language, userId } = thread
  return { to, name, language, answers, question, isMember: userId !== null }
}

export async function markEmailed(
  { db, now }: Pick<Deps, "db" | "now">,
  threadId: string,
  upTo: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    // An undone deletion must not send the answers again.
    const before = await lockDeletableThread(tx, threadId)
    if (!before) return
    const thread = { ...before, mailedSequence: Math.max(before.mailedSequence, upTo) }
    await changeThread(tx, threadId, { mailedSequence: thread.mailedSequence })
    if (!thread.deletedAt) await scheduleNextEmail(tx, thread, now())
  })
}

export async function scheduleNextEmail(tx: Tx, thread: ChatThreadRow, at: Date): Promise<void> {
  const [next] = await answersAfter(tx, thread.id, seenOrEmailedSequence(thread), 1)
  if (next) await scheduleUnreadEmail(tx, thread, at)
}
