import type { Deps } from "#deps.ts"
import { publishMessage } from "#features/chat/live.ts"
import { addMessage, messageByClientId } from "#features/chat/queries/messages.ts"
import {
  changeThread,
  findMemberThread,
  insertThread,
  lockThread,
  matchesBlocked,
} from "#features/chat/queries/threads.ts"
import { blockedSince } from "#features/chat/rules.ts"
import type { ChatMessageRow, ChatThreadRow } from "#features/chat/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId, namedId } from "#platform/db/columns.ts"
import { Problem } from "#platform/problem.ts"
import { findConversation, findGuestConversation, hashSecret, retryOnConflict, type Visitor } from "./conversation.ts"
import { scheduleAdminEmail } from "./emails.ts"

interface MessageInput {
  readonly name: string
  readonly email?: string | undefined
  readonly message: string
  readonly id?: string | undefined
}

/** Seconds after which the mail system retries an email whose conversation changed during delivery. */
const RETRY_AFTER_S = 5

/** Wide, because learners share addresses of their carriers; still stops a script. */
const NEW_THREAD_LIMIT = { name: "chat.new", limit: 30, windowSeconds: 12 * 3600 }
const THREAD_LIMIT = { name: "chat.thread", limit: 60, windowSeconds: 300 }

type Along = (tx: Tx, message: ChatMessageRow) => Promise<void>

/**
 * Idempotent by `id` (D4). What `along` writes is stored with a new message, or neither is.
 * @throws {Problem} `thread.blocked`, `rate.limited`, `request.invalid` for another's id
 */
export async function send(deps: Deps, visitor: Visitor, input: MessageInput, along?: Along): Promise<ChatMessageRow> {
  const { bus, limiter, now, keyedHash } = deps
  const known = await findKnown(deps, visitor)
  const existing = known.thread
  const addressHash = keyedHash("chat address", visitor.address)
  await Promise.all([
    existing ? undefined : limiter.take(NEW_THREAD_LIMIT, visitor.address),
    limiter.take(THREAD_LIMIT, existing?.id ?? visitor.address),
    refuseBlocked(deps, { isMember: visitor.actor !== null, existing, email: input.email, addressHash }),
  ])
  const incoming = { known, input, visitor, addressHash, at: now(), along }
  const stored = await retryOnConflict(() => deps.db.transaction((tx) => storeMessage(deps, tx, incoming)))
  if (stored.secret) visitor.guest.set(stored.secret)
  if (stored.isNew) await publishMessage(bus, stored.thread, stored.message.sequence)
  return stored.message
}

interface Known {
  readonly thread: ChatThreadRow | undefined
  readonly secret: string | undefined
}

async function findKnown(deps: Deps, visitor: Visitor): Promise<Known> {
  if (!visitor.actor) return findGuestConversation(deps, deps.db, visitor.guest.secret)
  return { thread: await findConversation(deps, visitor), secret: undefined }
}

interface EmailedMessages {
  readonly id: string
  readonly messages: readonly string[]
}

/** Appends all messages or none. @throws {Problem} `thread.blocked`, `rate.limited`, `server.busy` when the thread's owner changed */
export async function addEmailedMessages(deps: Deps, verified: ChatThreadRow, email: EmailedMessages): Promise<void> {
  const { bus, limiter, now } = deps
  const isMember = verified.userId !== null
  for (const _ of email.messages) await limiter.take(THREAD_LIMIT, verified.id)
  await refuseBlocked(deps, { isMember, existing: verified, email: verified.email ?? undefined, addressHash: "" })
  const lastSequence = await deps.db.transaction((tx) => storeEmailedMessages(tx, verified, email, now()))
  if (lastSequence !== undefined) await publishMessage(bus, verified, lastSequence)
}

async function storeEmailedMessages(tx: Tx, verified: ChatThreadRow, { id, messages }: EmailedMessages, at: Date) {
  const thread = await lockThread(tx, verified.id)
  // The thread was deleted or assigned to a member meanwhile: the mail system retries, and the code is verified again.
  if (!thread || thread.userId !== verified.userId) throw new Problem("server.busy", { retryAfter: RETRY_AFTER_S })
  if (thread.blockedAt) throw new Problem("thread.blocked")
  const clientIdAt = (index: number) => namedId(`${id}/${index}`, thread.id)
  if (await messageByClientId(tx, thread.id, clientIdAt(0))) return undefined
  const { userId, name, lastSequence } = thread
  const sender = userId
    ? { senderId: userId, senderType: "member" as const }
    : { senderId: null, senderType: "guest" as const, ...(thread.email && { email: thread.email }) }
  for (const [index, message] of messages.entries()) {
    const current = { ...thread, lastSequence: lastSequence + index }
    await appendMessage(tx, current, { ...sender, clientId: clientIdAt(index), name, message, createdAt: at })
  }
  return lastSequence + messages.length
}

interface IncomingMessage {
  readonly known: Known
  readonly input: MessageInput
  readonly visitor: Visitor
  readonly addressHash: string
  readonly at: Date
  readonly along: Along | undefined
}

async function storeMessage(deps: Deps, tx: Tx, incoming: IncomingMessage) {
  const { input, visitor, addressHash, at } = incoming
  const { name, email, message, id: clientId = createId() } = input
  const { thread, secret } = await openThread(deps, tx, incoming)
  if (thread.blockedAt) throw new Problem("thread.blocked")
  // A thread without messages is new, so it has no duplicate.
  const duplicate = thread.lastSequence > 0 ? await messageByClientId(tx, thread.id, clientId) : undefined
  if (duplicate && duplicate.message !== message) throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
  if (duplicate) return { thread, secret, message: duplicate, isNew: false }
  const sender = visitor.actor
    ? { senderId: visitor.actor.id, senderType: "member" as const }
    : { senderId: null, senderType: "guest" as const }
  const row = await appendMessage(
    tx,
    thread,
    { ...sender, clientId, name, email, message, createdAt: at },
    { name, ...(email && { email }), language: visitor.language, addressHash },
  )
  await incoming.along?.(tx, row)
  return { thread, secret, message: row, isNew: true }
}

async function appendMessage(
  tx: Tx,
  thread: ChatThreadRow,
  message: Parameters<typeof addMessage>[2],
  changes: Partial<ChatThreadRow> = {},
): Promise<ChatMessageRow> {
  const { createdAt } = message
  const update = { state: "open" as const, lastSequence: thread.lastSequence + 1, lastMessageAt: createdAt }
  // The connection runs the queued queries in this order.
  const [row] = await Promise.all([
    addMessage(tx, thread, message),
    changeThread(tx, thread.id, { ...changes, ...update }),
    scheduleAdminEmail(tx, createdAt),
  ])
  return row
}

async function openThread(
  deps: Deps,
  tx: Tx,
  { known, input: { name }, visitor: { actor, language }, at }: IncomingMessage,
): Promise<Known & { readonly thread: ChatThreadRow }> {
  const locked = known.thread && (await lockThread(tx, known.thread.id))
  if (locked) return { ...known, thread: locked }
  // Since the look-up, a concurrent message may have created the thread, or an administrator may have deleted it.
  const { thread, secret } = actor
    ? { thread: await findMemberThread(tx, actor.id), secret: undefined }
    : await findGuestConversation(deps, tx, known.secret)
  const lockedNow = thread && (await lockThread(tx, thread.id))
  const keyHash = secret ? hashSecret(secret) : null
  const created = { userId: actor?.id ?? null, keyHash, name, language, createdAt: at }
  return { secret, thread: lockedNow ?? (await insertThread(tx, created)) }
}

async function refuseBlocked(
  { db, now }: Deps,
  {
    isMember,
    existing,
    email,
    addressHash,
  }: {
    readonly isMember: boolean
    readonly existing: ChatThreadRow | undefined
    readonly email: string | undefined
    readonly addressHash: string
  },
): Promise<void> {
  if (existing?.blockedAt) throw new Problem("thread.blocked")
  if (isMember) return
  // A guest with a conversation is not refused for a blocked guest on the same network.
  const traits = { email, addressHash: existing ? undefined : addressHash, blockedSince: blockedSince(now()) }
  if (await matchesBlocked(db, traits)) throw new Problem("thread.blocked")
}
