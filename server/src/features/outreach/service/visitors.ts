import { createHash } from "node:crypto"
import type { Language } from "@haitech/contract/languages"
import type { ContactRequest, MembershipRequest } from "@haitech/contract/outreach"
import type { Deps } from "#deps.ts"
import {
  deleteEmailsOf,
  insertContact,
  type JoinedMembership,
  type StoredContact,
  upsertMembership,
} from "#features/outreach/queries/visitors.ts"
import type { Tx } from "#platform/db/client.ts"
import { freshId } from "#platform/db/columns.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { enqueue } from "#platform/jobs/outbox.ts"

/** Somebody who never asked to join must not get letters because a stranger types their e-mail again and again. */
const EMAIL_LIMIT = { name: "membership.email", limit: 5, windowSeconds: 3600 }

/** Somebody who has more to say than this in an hour writes a letter; a machine is stopped. */
const WRITER_LIMIT = { name: "contact.email", limit: 10, windowSeconds: 3600 }

/** What the outbox keeps of a letter until it is sent. */
export interface Recipient {
  readonly to: string
  readonly name: string
  readonly language: Language
}

/**
 * Makes somebody a member, or refreshes their record (D9), and welcomes them by mail, at most once a day.
 * @throws {Problem} `rate.limited`
 */
export async function join(
  { db, limiter, now }: Deps,
  request: MembershipRequest,
  language: Language,
): Promise<JoinedMembership> {
  await limiter.take(EMAIL_LIMIT, request.email)
  return db.transaction(async (tx) => {
    const member = await upsertMembership(tx, request, language)
    const day = now().toISOString().slice(0, 10)
    const payload: Recipient = { to: request.email, name: request.name, language }
    await enqueue(tx, { kind: "membership.welcome", key: `membership.welcome:${member.id}:${day}`, payload })
    return receiptOf(member, now())
  })
}

/**
 * Keeps a message to the office and tells its writer that it arrived, at most once a day. The same message again on the
 * same day is the first one.
 * @throws {Problem} `rate.limited`
 */
export async function sendContactMessage(
  { db, limiter, now }: Deps,
  request: ContactRequest,
  language: Language,
): Promise<StoredContact> {
  await limiter.take(WRITER_LIMIT, request.email)
  const day = now().toISOString().slice(0, 10)
  return db.transaction(async (tx) => {
    const contact = await insertContact(tx, { ...request, language }, digestOf(request, day))
    if (!contact.isNew) return receiptOf(contact, now())
    const payload: Recipient = { to: request.email, name: request.name, language }
    const key = `contact.received:${digestOf({ email: request.email }, day)}`
    await enqueue(tx, { kind: "contact.received", key, payload })
    return contact
  })
}

/**
 * What the sender learns of a record: the name and time of one that is new. A record that was there already may be
 * somebody else's, so its answer reads like that to a new one.
 */
function receiptOf<R extends JoinedMembership | StoredContact>(record: R, now: Date): R {
  return record.isNew ? record : { ...record, id: freshId(), createdAt: now }
}

/** Takes away somebody's membership and messages. */
export async function eraseOutreach(tx: Tx, { email }: ErasureSubject): Promise<void> {
  if (email) await deleteEmailsOf(tx, email)
}

/** Addresses are compared without case (D9). */
function digestOf({ name, email, subject, message }: Partial<ContactRequest>, day: string): string {
  const parts = [day, email?.toLowerCase(), name, subject, message]
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex")
}
