import { CHAT_ROWS } from "@haitech/contract/chat"
import { NAME_LENGTH } from "@haitech/contract/text"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { publishThreadChange } from "#features/chat/live.ts"
import { messagesOf } from "#features/chat/queries/messages.ts"
import { addThreadKey, changeThread, moveSeen, threadOf } from "#features/chat/queries/threads.ts"
import { opensAt } from "#features/chat/rules.ts"
import type { ChatMessageRow } from "#features/chat/table.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { presentAdmins } from "./admin.ts"
import { conversationOf, conversationToUse, hashOf, keyOf, type Visitor } from "./conversation.ts"
import { threadOfLink } from "./links.ts"

const REPORT_LIMIT = { name: "chat.report", limit: 5, windowSeconds: 3600 }
const RESUME_LIMIT = { name: "chat.resume", limit: 30, windowSeconds: 3600 }

/** The visitor's own messages and the office's answers; nothing without a conversation. */
export async function ownMessages(
  deps: Deps,
  visitor: Visitor,
  places: { readonly after?: number | undefined; readonly before?: number | undefined },
): Promise<ChatMessageRow[]> {
  const thread = await conversationOf(deps, visitor)
  return thread ? messagesOf(deps.db, thread.id, { ...places, limit: CHAT_ROWS }) : []
}

/** Who answers, and who asks (`readChatStatus`). A guest gets a key before the first message. */
export async function chatStatusOf(deps: Deps, visitor: Visitor) {
  const { db, now, site } = deps
  const [thread, here] = await Promise.all([conversationOf(deps, visitor), presentAdmins(deps)])
  const person = visitor.actor && (await requireUser(db, visitor.actor.id))
  if (!person) visitor.guest.keep(keyOf(visitor.guest))
  return {
    isStaffHere: here.size > 0,
    opensAt: opensAt(now(), site.timeZone)?.toISOString() ?? null,
    userId: person?.id ?? null,
    threadId: thread?.id ?? null,
    name: person ? [person.firstName, person.lastName].filter(Boolean).join(" ").slice(0, NAME_LENGTH) || null : null,
    email: person?.email ?? null,
  }
}

/** @throws {Problem} `thread.unknown` */
export async function see(deps: Deps, visitor: Visitor, sequence: number): Promise<void> {
  const thread = await conversationToUse(deps, visitor)
  if (await moveSeen(deps.db, thread.id, sequence)) await publishThreadChange(deps.bus, thread.id)
}

/**
 * Tells the office, and every administrator by mail, that a visitor finds something wrong.
 * @throws {Problem} `thread.unknown`, `rate.limited`
 */
export async function report(deps: Deps, visitor: Visitor, reason: string): Promise<void> {
  const { db, limiter, now } = deps
  const { id } = await conversationToUse(deps, visitor)
  await limiter.take(REPORT_LIMIT, id)
  await db.transaction(async (tx) => {
    const reportedAt = now()
    await changeThread(tx, id, { reportReason: reason, reportedAt })
    await enqueue(tx, {
      kind: "chat.reported",
      key: `chat.reported/${id}/${reportedAt.getTime()}`,
      payload: { threadId: id },
    })
  })
  await publishThreadChange(deps.bus, id)
}

/**
 * Opens a conversation in the browser in which its letter was followed. Nobody is taken out of a conversation of their
 * own by a link that somebody sends them, and an account's conversation is the account's.
 * @throws {Problem} `chat_link.expired`, `chat_link.signed_in`, `chat_link.other`, `rate.limited`
 */
export async function resume(deps: Deps, visitor: Visitor, token: string): Promise<void> {
  const { db, limiter, now } = deps
  await limiter.take(RESUME_LIMIT, visitor.address)
  const thread = await threadOf(db, threadOfLink(deps, token))
  // A member's conversation is opened by signing in.
  if (!thread || thread.userId) throw new Problem("chat_link.expired")
  if (visitor.actor) throw new Problem("chat_link.signed_in")
  const own = await conversationOf(deps, visitor)
  if (own && own.id !== thread.id) throw new Problem("chat_link.other")
  const secret = keyOf(visitor.guest)
  await addThreadKey(db, hashOf(secret), thread.id, now())
  visitor.guest.keep(secret)
}
