import type { ContactState } from "@haitech/contract/admin/outreach"
import type { ContactId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import {
  type AuthoredReply,
  findContact,
  findReply,
  insertReply,
  lockContact,
  setContactState,
} from "#features/outreach/queries/admin.ts"
import type { ContactRow } from "#features/outreach/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { createId } from "#platform/db/columns.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"

export interface ReplyEmail {
  readonly to: string
  readonly name: string
  readonly language: Language
  readonly message: string
  readonly answered: string
  readonly writtenAt: string
}

/** Idempotent by `id`. @throws {Problem} `contact.unknown`, `request.invalid` when the id belongs to another reply */
export async function reply(
  { db, now }: Deps,
  actor: Member,
  request: { readonly contactId: ContactId; readonly message: string; readonly id?: string | undefined },
): Promise<AuthoredReply> {
  const { contactId, message, id = createId() } = request
  return db.transaction(async (tx) => {
    const contact = await lockContact(tx, contactId)
    if (!contact || contact.deletedAt) throw new Problem("contact.unknown")
    const isNew = await insertReply(tx, { id, contactId, adminId: actor.id, message, createdAt: now() })
    if (isNew) {
      if (contact.state === "new") await setContactState(tx, contactId, "answered")
      await record(tx, { actor, action: "contact.replied", subjectId: contactId })
      await enqueue(tx, { kind: "contact.reply", key: `contact.reply/${id}`, payload: emailPayload(contact, message) })
    }
    const stored = await findReply(tx, id)
    if (stored?.contactId !== contact.id || stored.message !== message) {
      throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
    }
    return stored
  })
}

function emailPayload({ email, name, language, message, createdAt }: ContactRow, answer: string): ReplyEmail {
  return { to: email, name, language, message: answer, answered: message, writtenAt: createdAt.toISOString() }
}

/** @throws {Problem} `contact.unknown` */
export async function changeContactState(
  { db }: Deps,
  actor: Member,
  { id, state }: { readonly id: ContactId; readonly state: ContactState },
): Promise<ContactRow> {
  return db.transaction(async (tx) => {
    const contact = await lockContact(tx, id)
    if (!contact || contact.deletedAt) throw new Problem("contact.unknown")
    if (contact.state === state) return contact
    await setContactState(tx, id, state)
    const facts = { before: { state: contact.state }, after: { state } }
    await record(tx, { actor, action: "contact.moved", subjectId: id, ...facts })
    return { ...contact, state }
  })
}

export async function requireContact({ db }: Pick<Deps, "db">, id: ContactId): Promise<ContactRow> {
  const contact = await findContact(db, id)
  if (!contact) throw new Problem("contact.unknown")
  return contact
}
