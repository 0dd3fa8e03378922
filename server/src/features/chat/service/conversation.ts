import { createHash, randomBytes } from "node:crypto"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { topics } from "#features/chat/live.ts"
import { assignThread, deleteThreadsOf, findMemberThread, findThreadByKey } from "#features/chat/queries/threads.ts"
import type { ChatThreadRow } from "#features/chat/table.ts"
import type { Member } from "#platform/actor.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { isConflict } from "#platform/db/conflict.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { Problem } from "#platform/problem.ts"

const CLOCK_SKEW_MS = 60_000

interface Guest {
  readonly secret: string | undefined
  set(secret: string): void
}

export interface Visitor {
  readonly actor: Member | null
  readonly guest: Guest
  readonly address: string
  readonly language: Language
}

/** A member takes over a guest's conversation that began before the account: several people may use the browser. */
export async function findConversation(
  deps: Pick<Deps, "db" | "keyedHash">,
  { actor, guest }: Pick<Visitor, "actor" | "guest">,
): Promise<ChatThreadRow | undefined> {
  const { db } = deps
  if (!actor) return (await findGuestConversation(deps, db, guest.secret)).thread
  return retryOnConflict(async () => {
    const own = await findMemberThread(db, actor.id)
    if (own || !guest.secret) return own
    const { secret } = await findGuestConversation(deps, db, guest.secret)
    const { createdAt } = await requireUser(db, actor.id)
    const keyHash = hashSecret(secret)
    const assigned = await db.transaction((tx) =>
      assignThread(tx, { keyHash, userId: actor.id, registeredAt: withClockSkew(createdAt) }),
    )
    return assigned ?? findMemberThread(db, actor.id)
  })
}

interface GuestConversation {
  readonly thread: ChatThreadRow | undefined
  /** Of the thread, or of the one that the next message begins. */
  readonly secret: string
}

/** A deleted thread keeps its key for the undo. The next key follows from it, so that sending again finds its thread. */
export async function findGuestConversation(
  deps: Pick<Deps, "keyedHash">,
  db: Db | Tx,
  secret: string | undefined,
): Promise<GuestConversation> {
  if (!secret) return { thread: undefined, secret: randomBytes(32).toString("base64url") }
  const thread = await findThreadByKey(db, hashSecret(secret))
  if (!thread?.deletedAt) return { thread, secret }
  return findGuestConversation(deps, db, Buffer.from(deps.keyedHash("chat key", secret), "hex").toString("base64url"))
}

/** Runs `action` again after a unique conflict: a concurrent request has just created the same conversation. */
export async function retryOnConflict<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (!isConflict(error)) throw error
    return action()
  }
}

export function eraseChat(tx: Tx, { userId }: ErasureSubject): Promise<void> {
  return deleteThreadsOf(tx, userId)
}

/** The database's clock dates the account, this server's clock the conversation; the two may differ. */
function withClockSkew(registeredAt: Date): Date {
  return new Date(registeredAt.getTime() + CLOCK_SKEW_MS)
}

/** The topics of a visitor's socket. A guest without a conversation has none; an open socket gets none later. */
export async function topicsOf(
  { db }: Pick<Deps, "db">,
  { member, guest }: { readonly member: Member | null; readonly guest: string | undefined },
): Promise<string[]> {
  if (member) return [topics.member(member.id)]
  const thread = guest && (await findThreadByKey(db, hashSecret(guest)))
  return thread ? [topics.thread(thread.id)] : []
}

export async function requireConversation(deps: Deps, visitor: Visitor): Promise<ChatThreadRow> {
  const thread = await findConversation(deps, visitor)
  if (!thread) throw new Problem("thread.unknown")
  return thread
}

export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}
