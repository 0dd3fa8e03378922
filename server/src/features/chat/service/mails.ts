import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { answersAfter, isSomebodyWaiting, lastWrittenBefore } from "#features/chat/queries/messages.ts"
import { changeThread, lockedThread, threadOf } from "#features/chat/queries/threads.ts"
import { knownUpTo, waitingDueAt } from "#features/chat/rules.ts"
import type { ChatMessageRow } from "#features/chat/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { mailLater, presentAdmins } from "./admin.ts"

/** Where nobody of the office is here to see who writes, the administrators get a letter, one in a quarter of an hour. */
export async function scheduleAdminEmail(tx: Db | Tx, at: Date): Promise<void> {
  const dueAt = waitingDueAt(at)
  await enqueue(tx, { kind: "chat.waiting", key: `chat.waiting/${dueAt.toISOString()}`, payload: {}, dueAt })
}

/**
 * Calls the office where somebody waits. Where somebody of it is here, it is looked at again in a quarter of an hour: an
 * office that stands open has not read everything.
 */
export async function alertAdmins(deps: Pick<Deps, "db" | "now">, call: () => Promise<void>): Promise<void> {
  if (!(await isSomebodyWaiting(deps.db))) return
  const here = await presentAdmins(deps)
  await (here.size === 0 ? call() : scheduleAdminEmail(deps.db, deps.now()))
}

/** So many answers a letter holds; the rest is in the conversation. */
const MOST_ANSWERS = 20

interface Unseen {
  readonly to: string
  readonly name: string
  readonly language: Language
  readonly answers: readonly ChatMessageRow[]
  /** What the visitor wrote last before them. */
  readonly asked: ChatMessageRow | undefined
  readonly isMember: boolean
}

/** What a visitor has neither seen nor had by mail; nothing when there is none, or nowhere to send it to. */
export async function unseenAnswers({ db }: Pick<Deps, "db">, threadId: string): Promise<Unseen | undefined> {
  const thread = await threadOf(db, threadId)
  if (!thread) return undefined
  const answers = await answersAfter(db, threadId, knownUpTo(thread), MOST_ANSWERS)
  const [first] = answers
  const to = thread.userId ? (await requireUser(db, thread.userId)).email : thread.email
  if (!first || !to) return undefined
  const asked = await lastWrittenBefore(db, threadId, first.sequence)
  const { name, language, userId } = thread
  return { to, name, language, answers, asked, isMember: userId !== null }
}

/** The letter has left. Answers that came while it was written get one of their own. */
export async function mailed({ db, now }: Pick<Deps, "db" | "now">, threadId: string, upTo: number): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await lockedThread(tx, threadId)
    if (!before) return
    const thread = { ...before, mailedSequence: Math.max(before.mailedSequence, upTo) }
    await changeThread(tx, threadId, { mailedSequence: thread.mailedSequence })
    const [next] = await answersAfter(tx, threadId, knownUpTo(thread), 1)
    if (next) await mailLater(tx, thread, now())
  })
}
