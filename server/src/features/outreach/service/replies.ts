import type { ContactState } from "@haitech/contract/admin/outreach"
import type { ContactId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import {
  contactOf,
  insertReply,
  lockedContact,
  type Replied,
  replyOf,
  setContactState,
} from "#features/outreach/queries/admin.ts"
import type { ContactRow } from "#features/outreach/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { freshId } from "#platform/db/columns.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"

/** What a letter with an answer says; it goes to the address that the message was left under. */
export interface ReplyEmail {
  readonly to: string
  readonly name: string
  readonly language: Language
  readonly message: string
  /** What is answered, and when it was written (ISO 8601). */
  readonly answered: string
  readonly writtenAt: string
}

/**
 * Answers a message: the reply is kept, and goes out by mail. The same `id` again is the same reply.
 * @throws {Problem} `contact.unknown`, `request.invalid` when the id is another reply's
 */
export async function reply(
  { db, now }: Deps,
  actor: Member,
  asked: { readonly contactId: ContactId; readonly message: string; readonly id?: string | undefined },
): Promise<Replied> {
  const { contactId, message, id = freshId() } = asked
  return db.transaction(async (tx) => {
    const contact = await lockedContact(tx, contactId)
    if (!contact || contact.deletedAt) throw new Problem("contact.unknown")
    const isNew = await insertReply(tx, { id, contactId, adminId: actor.id, message, createdAt: now() })
    if (isNew) {
      if (contact.state === "new") await setContactState(tx, contactId, "answered")
      await record(tx, { actor, action: "contact.replied", subjectId: contactId })
      await enqueue(tx, { kind: "contact.reply", key: `contact.reply/${id}`, payload: emailPayload(contact, message) })
    }
    const kept = await replyOf(tx, id)
    if (kept?.contactId !== contact.id || kept.message !== message) {
      throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
    }
    return kept
  })
}

function emailPayload({ email, name, language, message, createdAt }: ContactRow, answer: string): ReplyEmail {
  return { to: email, name, language, message: answer, answered: message, writtenAt: createdAt.toISOString() }
}

/** @throws {Problem} `contact.unknown` */
export async function moveContact(
  { db }: Deps,
  actor: Member,
  { id, state }: { readonly id: ContactId; readonly state: ContactState },
): Promise<ContactRow> {
  return db.transaction(async (tx) => {
    const contact = await lockedContact(tx, id)
    if (!contact || contact.deletedAt) throw new Problem("contact.unknown")
    if (contact.state === state) return contact
    await setContactState(tx, id, state)
    const facts = { before: { state: contact.state }, after: { state } }
    await record(tx, { actor, action: "contact.moved", subjectId: id, ...facts })
    return { ...contact, state }
  })
}

/** @throws {Problem} `contact.unknown` */
export async function contactToRead({ db }: Pick<Deps, "db">, id: ContactId): Promise<ContactRow> {
  const contact = await contactOf(db, id)
  if (!contact) throw new Problem("contact.unknown")
  return contact
}
