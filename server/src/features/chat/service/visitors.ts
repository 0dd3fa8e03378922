import { CHAT_ROWS } from "@haitech/contract/chat"
import { NAME_LENGTH } from "@haitech/contract/text"
import type { Deps } from "#deps.ts"
import { requireUser, requireUserForUpdate } from "#features/accounts/service/account.ts"
import { publishThreadChange } from "#features/chat/live.ts"
import { listMessages } from "#features/chat/queries/messages.ts"
import { addThreadKey, advanceSeen, changeThread, findThread } from "#features/chat/queries/threads.ts"
import type { ChatMessageRow, ChatThreadRow } from "#features/chat/table.ts"
import { openCase } from "#features/safeguarding/service/reports.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { presentAdmins } from "./admin.ts"
import {
  findConversation,
  findGuestConversation,
  hashSecret,
  requireConversation,
  type Visitor,
} from "./conversation.ts"
import { verifyLinkToken } from "./links.ts"
import { openingStatus } from "./opening-hours.ts"

const REPORT_LIMIT = { name: "chat.report", limit: 5, windowSeconds: 3600 }
const QUOTED_MESSAGES = 10
const RESUME_LIMIT = { name: "chat.resume", limit: 30, windowSeconds: 3600 }

export async function ownMessages(
  deps: Deps,
  visitor: Visitor,
  range: { readonly after?: number | undefined; readonly before?: number | undefined },
): Promise<ChatMessageRow[]> {
  const thread = await findConversation(deps, visitor)
  return thread ? listMessages(deps.db, thread.id, { ...range, limit: CHAT_ROWS }) : []
}

/** Who can answer, and who the visitor is (`readChatStatus`). A guest gets a key before the first message. */
export async function chatStatusOf(deps: Deps, visitor: Visitor) {
  const [thread, presentIds, opening] = await Promise.all([
    statusThreadOf(deps, visitor),
    presentAdmins(deps),
    openingStatus(deps),
  ])
  const person = visitor.actor && (await requireUser(deps.db, visitor.actor.id))
  return {
    isStaffHere: presentIds.size > 0,
    opensAt: opening.opensAt?.toISOString() ?? null,
    userId: person?.id ?? null,
    threadId: thread?.id ?? null,
    name: person ? [person.firstName, person.lastName].filter(Boolean).join(" ").slice(0, NAME_LENGTH) || null : null,
    email: person?.email ?? null,
  }
}

async function statusThreadOf(deps: Deps, visitor: Visitor): Promise<ChatThreadRow | undefined> {
  const { actor, guest } = visitor
  if (actor) return findConversation(deps, visitor)
  const { thread, secret } = await findGuestConversation(deps, deps.db, guest.secret)
  // Until the guest writes again, the key of a deleted conversation stays for the undo.
  guest.set(thread ? secret : (guest.secret ?? secret))
  return thread
}

/** @throws {Problem} `thread.unknown` */
export async function markSeen(deps: Deps, visitor: Visitor, sequence: number): Promise<void> {
  const thread = await requireConversation(deps, visitor)
  if (await advanceSeen(deps.db, thread.id, sequence)) await publishThreadChange(deps.bus, thread.id)
}

/** Also opens a case, with the last messages. @throws {Problem} `thread.unknown`, `rate.limited` */
export async function report(deps: Deps, visitor: Visitor, reason: string): Promise<void> {
  const { db, limiter, now } = deps
  const { id } = await requireConversation(deps, visitor)
  await limiter.take(REPORT_LIMIT, id)
  await db.transaction(async (tx) => {
    const reportedAt = now()
    if (visitor.actor) await requireUserForUpdate(tx, visitor.actor.id)
    await changeThread(tx, id, { reportReason: reason, reportedAt })
    await openCase(tx, { ...(await caseAbout(tx, visitor, id)), text: reason }, reportedAt)
    await enqueue(tx, {
      kind: "chat.reported",
      key: `chat.reported/${id}/${reportedAt.getTime()}`,
      payload: { threadId: id },
    })
  })
  await publishThreadChange(deps.bus, id)
}

async function caseAbout(tx: Tx, { actor }: Visitor, threadId: string) {
  const messages = await listMessages(tx, threadId, { limit: QUOTED_MESSAGES })
  return {
    subjectKind: "chat",
    subjectId: threadId,
    category: "other",
    role: actor ? "member" : "visitor",
    reporterId: actor?.id ?? null,
    quote: messages.map(({ senderType, message }) => `[${senderType}] ${message}`).join("\n\n"),
  } as const
}

/** The link replaces no conversation. @throws {Problem} `chat_link.expired`, `chat_link.signed_in`, `chat_link.other` */
export async function resume(deps: Deps, visitor: Visitor, token: string): Promise<void> {
  const { db, limiter, now } = deps
  await limiter.take(RESUME_LIMIT, visitor.address)
  const thread = await findThread(db, verifyLinkToken(deps, token))
  // A member opens the conversation by signing in.
  if (!thread || thread.userId) throw new Problem("chat_link.expired")
  if (visitor.actor) throw new Problem("chat_link.signed_in")
  const { thread: own, secret } = await findGuestConversation(deps, db, visitor.guest.secret)
  if (own && own.id !== thread.id) throw new Problem("chat_link.other")
  await addThreadKey(db, hashSecret(secret), thread.id, now())
  visitor.guest.set(secret)
}
