import type { Deps } from "#deps.ts"
import { personOf } from "#features/accounts/service/person.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { freshId } from "#platform/db/columns.ts"
import type { Leaver } from "#platform/leaver.ts"
import { Problem } from "#platform/problem.ts"
import { addToThread, deleteThreadsOf, isMessage, lockThread, markRead } from "./queries.ts"
import type { ChatMessageRow } from "./table.ts"

/** Takes away what a member wrote to the office, and what it answered. */
export function forgetChat(tx: Tx, { userId }: Leaver): Promise<void> {
  return deleteThreadsOf(tx, userId)
}

/**
 * Marks a message as read (§4).
 * @throws {Problem} `message.unknown`, `message.read`
 */
export async function read({ db, now }: Pick<Deps, "db" | "now">, actor: Member, id: string): Promise<ChatMessageRow> {
  return db.transaction(async (tx) => {
    const message = await markRead(tx, id, { by: actor.id, at: now() })
    if (!message) throw new Problem((await isMessage(tx, id)) ? "message.read" : "message.unknown")
    await record(tx, { actor, action: "chat.read", subjectId: id })
    return message
  })
}

/**
 * Answers a thread (§7). The same `id` again is the same answer.
 * @throws {Problem} `thread.unknown`, `request.invalid` when the id is another answer's
 */
export async function respond(
  { db, now, site }: Pick<Deps, "db" | "now" | "site">,
  actor: Member,
  asked: { readonly threadId: string; readonly message: string; readonly id?: string | undefined },
): Promise<ChatMessageRow> {
  const { threadId, message, id = freshId() } = asked
  const { firstName, username } = await personOf(db, actor.id)
  return db.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const name = firstName ?? username ?? site.name
    const kept = await addToThread(tx, { threadId, clientId: id, senderId: actor.id, name, message, createdAt: now() })
    if (!kept) throw new Problem("thread.unknown")
    if (kept.message.message !== message) throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
    if (kept.isNew) await record(tx, { actor, action: "chat.responded", subjectId: kept.message.id })
    return kept.message
  })
}
