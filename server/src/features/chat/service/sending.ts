import type { Deps } from "#deps.ts"
import { publishMessage } from "#features/chat/live.ts"
import { addMessage, messageNamed } from "#features/chat/queries/messages.ts"
import {
  changeThread,
  insertThread,
  isLikeBlocked,
  lockedThread,
  threadByKey,
  threadOfMember,
} from "#features/chat/queries/threads.ts"
import { blockedSince } from "#features/chat/rules.ts"
import type { ChatMessageRow, ChatThreadRow } from "#features/chat/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { freshId, namedId } from "#platform/db/columns.ts"
import { Problem } from "#platform/problem.ts"
import { conversationOf, hashOf, keyOf, once, type Visitor } from "./conversation.ts"
import { scheduleAdminEmail } from "./mails.ts"

interface Written {
  readonly name: string
  readonly email?: string | undefined
  readonly message: string
  readonly id?: string | undefined
}

/** So soon is a letter worth another look whose conversation became another one meanwhile. */
const AGAIN_S = 5

/** Learners share addresses of their carriers, so these are wide; a machine is stopped. */
const NEW_LIMIT = { name: "chat.new", limit: 30, windowSeconds: 12 * 3600 }
const WRITER_LIMIT = { name: "chat.thread", limit: 60, windowSeconds: 300 }

/**
 * Keeps a message at the end of its visitor's conversation, and tells whoever listens. The same `id` again is the same
 * message (D4).
 * @throws {Problem} `thread.blocked`, `rate.limited`, `request.invalid` when the id is another message's
 */
export async function send(deps: Deps, visitor: Visitor, written: Written): Promise<ChatMessageRow> {
  const { bus, limiter, now, keyedHash } = deps
  const known = await conversationOf(deps, visitor)
  const secret = visitor.actor ? undefined : keyOf(visitor.guest)
  const addressHash = keyedHash("chat address", visitor.address)
  await Promise.all([
    known ? undefined : limiter.take(NEW_LIMIT, visitor.address),
    limiter.take(WRITER_LIMIT, known?.id ?? visitor.address),
    refuseBlocked(deps, { isMember: visitor.actor !== null, known, email: written.email, addressHash }),
  ])
  const added = { written, visitor, addressHash, keyHash: secret ? hashOf(secret) : null, at: now() }
  const kept = await once(() => deps.db.transaction((tx) => keep(tx, known?.id, added)))
  if (secret) visitor.guest.keep(secret)
  if (kept.isNew) await publishMessage(bus, kept.thread, kept.message.sequence)
  return kept.message
}

interface EmailedMessages {
  /** The same however often it is delivered. */
  readonly id: string
  readonly messages: readonly string[]
}

/**
 * The same for what the visitor of a conversation wrote by mail: all of its messages or none. A letter that comes again
 * is the same one, whatever was put into it on its way.
 * @throws {Problem} `thread.blocked`, `rate.limited`, `server.busy` when it is not known any more whose it is
 */
export async function addEmailedMessages(deps: Deps, proven: ChatThreadRow, mail: EmailedMessages): Promise<void> {
  const { bus, limiter, now } = deps
  const isMember = proven.userId !== null
  for (const _ of mail.messages) await limiter.take(WRITER_LIMIT, proven.id)
  await refuseBlocked(deps, { isMember, known: proven, email: proven.email ?? undefined, addressHash: "" })
  const lastSequence = await deps.db.transaction((tx) => storeEmailedMessages(tx, proven, mail, now()))
  if (lastSequence !== undefined) await publishMessage(bus, proven, lastSequence)
}

async function storeEmailedMessages(tx: Tx, proven: ChatThreadRow, { id, messages }: EmailedMessages, at: Date) {
  const thread = await lockedThread(tx, proven.id)
  // Deleted since, or a member's since: whose letter it is has to be proven anew.
  if (!thread || thread.userId !== proven.userId) throw new Problem("server.busy", { retryAfter: AGAIN_S })
  if (thread.blockedAt) throw new Problem("thread.blocked")
  const named = (place: number) => namedId(`${id}/${place}`, thread.id)
  if (await messageNamed(tx, thread.id, named(0))) return undefined
  const { userId, name, lastSequence } = thread
  const sender = userId
    ? { senderId: userId, senderType: "member" as const }
    : { senderId: null, senderType: "guest" as const, ...(thread.email && { email: thread.email }) }
  for (const [place, message] of messages.entries()) {
    const held = { ...thread, lastSequence: lastSequence + place }
    await append(tx, held, { ...sender, clientId: named(place), name, message, createdAt: at })
  }
  return lastSequence + messages.length
}

interface Added {
  readonly written: Written
  readonly visitor: Visitor
  readonly addressHash: string
  readonly keyHash: string | null
  readonly at: Date
}

async function keep(tx: Tx, knownId: string | undefined, added: Added) {
  const { written, visitor, addressHash, at } = added
  const { name, email, message, id: clientId = freshId() } = written
  const thread = await openThread(tx, knownId, added)
  if (thread.blockedAt) throw new Problem("thread.blocked")
  // A conversation without a message is one that this message has just begun.
  const same = thread.lastSequence > 0 ? await messageNamed(tx, thread.id, clientId) : undefined
  if (same && same.message !== message) throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
  if (same) return { thread, message: same, isNew: false }
  const sender = visitor.actor
    ? { senderId: visitor.actor.id, senderType: "member" as const }
    : { senderId: null, senderType: "guest" as const }
  const row = await append(
    tx,
    thread,
    { ...sender, clientId, name, email, message, createdAt: at },
    { name, ...(email && { email }), language: visitor.language, addressHash },
  )
  return { thread, message: row, isNew: true }
}

async function append(
  tx: Tx,
  thread: ChatThreadRow,
  message: Parameters<typeof addMessage>[2],
  changes: Partial<ChatThreadRow> = {},
): Promise<ChatMessageRow> {
  const { createdAt } = message
  const counted = { state: "open" as const, lastSequence: thread.lastSequence + 1, lastMessageAt: createdAt }
  // Sent as one, in this order.
  const [row] = await Promise.all([
    addMessage(tx, thread, message),
    changeThread(tx, thread.id, { ...changes, ...counted }),
    scheduleAdminEmail(tx, createdAt),
  ])
  return row
}

async function openThread(
  tx: Tx,
  knownId: string | undefined,
  { written: { name }, visitor: { actor, language }, keyHash, at }: Added,
): Promise<ChatThreadRow> {
  const userId = actor?.id ?? null
  // Another message of the same visitor's may have begun it, or an administrator deleted it, since it was looked up.
  const id = knownId ?? (await begunMeanwhile(tx, userId, keyHash))?.id
  const known = id === undefined ? undefined : await lockedThread(tx, id)
  return known ?? insertThread(tx, { userId, keyHash, name, language, createdAt: at })
}

function begunMeanwhile(tx: Tx, userId: string | null, keyHash: string | null) {
  return userId ? threadOfMember(tx, userId) : keyHash ? threadByKey(tx, keyHash) : undefined
}

async function refuseBlocked(
  { db, now }: Deps,
  {
    isMember,
    known,
    email,
    addressHash,
  }: {
    readonly isMember: boolean
    readonly known: ChatThreadRow | undefined
    readonly email: string | undefined
    readonly addressHash: string
  },
): Promise<void> {
  if (known?.blockedAt) throw new Problem("thread.blocked")
  if (isMember) return
  // Whoever has a conversation already is not refused for a neighbour on the same network.
  const suspect = { email, addressHash: known ? undefined : addressHash, blockedSince: blockedSince(now()) }
  if (await isLikeBlocked(db, suspect)) throw new Problem("thread.blocked")
}
