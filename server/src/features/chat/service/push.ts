import type { Deps } from "#deps.ts"
import { answersAfter } from "#features/chat/queries/messages.ts"
import { findThread } from "#features/chat/queries/threads.ts"
import { replyPushDueAt, replyPushExpiresAt, seenOrEmailedSequence } from "#features/chat/rules.ts"
import type { ChatThreadRow } from "#features/chat/table.ts"
import { notify } from "#features/notifications/service/notify.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"

/** One for all answers after the last one that the member has seen or was emailed. */
export async function scheduleReplyPush(
  tx: Tx,
  { push }: Pick<Deps, "push">,
  thread: ChatThreadRow,
  at: Date,
): Promise<void> {
  if (!push || !thread.userId) return
  await enqueue(tx, {
    kind: "chat.reply_push",
    key: `chat.reply_push/${thread.id}/${seenOrEmailedSequence(thread)}`,
    payload: { threadId: thread.id },
    dueAt: replyPushDueAt(at),
  })
}

export async function notifyOfReply(
  deps: Pick<Deps, "db" | "now" | "push">,
  key: string,
  threadId: string,
): Promise<void> {
  const thread = await findThread(deps.db, threadId)
  if (!thread?.userId) return
  const [unseen] = await answersAfter(deps.db, threadId, seenOrEmailedSequence(thread), 1)
  if (!unseen) return
  const recipient = { userId: thread.userId, key, expiresAt: replyPushExpiresAt(unseen.createdAt) }
  await notify(deps, recipient, { kind: "replies" })
}
