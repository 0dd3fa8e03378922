import { createHash, randomBytes } from "node:crypto"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { topics } from "#features/chat/live.ts"
import { assignThread, deleteThreadsOf, threadByKey, threadOfMember } from "#features/chat/queries/threads.ts"
import type { ChatThreadRow } from "#features/chat/table.ts"
import type { Member } from "#platform/actor.ts"
import type { Tx } from "#platform/db/client.ts"
import { isConflict } from "#platform/db/conflict.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { Problem } from "#platform/problem.ts"

const CLOCKS_APART_MS = 60_000

/** A browser without an account; `keep` makes it show a secret from now on. */
interface Guest {
  readonly secret: string | undefined
  keep(secret: string): void
}

/** Who writes from a page: a member, or whoever shows a guest's cookie; `address` is the network's. */
export interface Visitor {
  readonly actor: Member | null
  readonly guest: Guest
  readonly address: string
  readonly language: Language
}

/**
 * The conversation of whoever asks, and of nobody else. Who has just registered in the browser in which a guest wrote
 * takes that conversation along; an account that is older than the conversation does not, since others use the browser.
 */
export async function conversationOf(
  deps: Pick<Deps, "db">,
  { actor, guest }: Pick<Visitor, "actor" | "guest">,
): Promise<ChatThreadRow | undefined> {
  const { db } = deps
  const keyHash = guest.secret && hashOf(guest.secret)
  if (!actor) return keyHash ? threadByKey(db, keyHash) : undefined
  return once(async () => {
    const own = await threadOfMember(db, actor.id)
    if (own || !keyHash) return own
    const { createdAt } = await requireUser(db, actor.id)
    const taken = await db.transaction((tx) =>
      assignThread(tx, { keyHash, userId: actor.id, registeredAt: lateBy(createdAt) }),
    )
    return taken ?? threadOfMember(db, actor.id)
  })
}

/** A second message of somebody's that began the conversation at the same moment goes into it. */
export async function once<Done>(act: () => Promise<Done>): Promise<Done> {
  try {
    return await act()
  } catch (error) {
    if (!isConflict(error)) throw error
    return act()
  }
}

/** Takes away what a member wrote to the office, and what it answered. */
export function eraseChat(tx: Tx, { userId }: ErasureSubject): Promise<void> {
  return deleteThreadsOf(tx, userId)
}

/** The account has the database's clock, and the conversation this machine's. */
function lateBy(registeredAt: Date): Date {
  return new Date(registeredAt.getTime() + CLOCKS_APART_MS)
}

/** What a socket of theirs is told of: a conversation that begins later is not among a guest's. */
export async function topicsOf(
  { db }: Pick<Deps, "db">,
  { member, guest }: { readonly member: Member | null; readonly guest: string | undefined },
): Promise<string[]> {
  if (member) return [topics.member(member.id)]
  const thread = guest && (await threadByKey(db, hashOf(guest)))
  return thread ? [topics.thread(thread.id)] : []
}

/** @throws {Problem} `thread.unknown` */
export async function conversationToUse(deps: Deps, visitor: Visitor): Promise<ChatThreadRow> {
  const thread = await conversationOf(deps, visitor)
  if (!thread) throw new Problem("thread.unknown")
  return thread
}

/** The secret that the browser shows, or one to give to it. */
export function keyOf({ secret }: Guest): string {
  return secret ?? randomBytes(32).toString("base64url")
}

export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}
