import { createHash } from "node:crypto"
import type { MembershipId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { ContactRequest, MembershipRequest } from "@haitech/contract/outreach"
import type { Deps } from "#deps.ts"
import {
  deleteByEmail,
  insertContact,
  type JoinedMembership,
  type StoredContact,
  upsertMembership,
} from "#features/outreach/queries/visitors.ts"
import { countArrival } from "#features/volunteers/service/ambassadors.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { applyStoredChoices } from "./newsletters.ts"

/** Nobody gets many emails because a stranger types their address again and again. */
const JOIN_EMAIL_LIMIT = { name: "membership.email", limit: 5, windowSeconds: 3600 }

const CONTACT_EMAIL_LIMIT = { name: "contact.email", limit: 10, windowSeconds: 3600 }

export interface Recipient {
  readonly to: string
  readonly language: Language
  /** Set if the address left the newsletters before: only its owner can take that back. */
  readonly leftBy?: MembershipId
}

/** Schedules at most one welcome email a day (D9). @throws {Problem} `rate.limited` */
export async function join(
  deps: Deps,
  request: MembershipRequest,
  { language, via }: { readonly language: Language; readonly via?: string | undefined },
): Promise<JoinedMembership> {
  const { db, limiter, now } = deps
  await limiter.take(JOIN_EMAIL_LIMIT, request.email)
  return db.transaction(async (tx) => {
    const membership = await upsertMembership(tx, request, language)
    if (membership.isNew) await countArrival(tx, deps, { email: request.email, via })
    const choices = await applyStoredChoices(tx, deps, [{ id: membership.id, email: request.email }])
    const day = now().toISOString().slice(0, 10)
    const payload: Recipient = {
      to: request.email,
      language,
      ...(choices.get(membership.id)?.newslettersEnded && { leftBy: membership.id }),
    }
    await enqueue(tx, { kind: "membership.welcome", key: `membership.welcome:${membership.id}:${day}`, payload })
    return maskExisting(membership, now())
  })
}

/** Stores the same message once a day, with at most one receipt a day per address. @throws {Problem} `rate.limited` */
export async function sendContactMessage(
  { db, limiter, now }: Deps,
  request: ContactRequest,
  language: Language,
): Promise<StoredContact> {
  await limiter.take(CONTACT_EMAIL_LIMIT, request.email)
  const day = now().toISOString().slice(0, 10)
  return db.transaction(async (tx) => {
    const contact = await insertContact(tx, { ...request, language }, digestOf(request, day))
    if (!contact.isNew) return maskExisting(contact, now())
    const payload: Recipient = { to: request.email, language }
    const key = `contact.received:${digestOf({ email: request.email }, day)}`
    await enqueue(tx, { kind: "contact.received", key, payload })
    return contact
  })
}

/** An existing record may belong to another person, so the response must not reveal that it exists. */
function maskExisting<R extends JoinedMembership | StoredContact>(record: R, now: Date): R {
  return record.isNew ? record : { ...record, id: createId(), createdAt: now }
}

export async function eraseOutreach(tx: Tx, { email }: ErasureSubject): Promise<void> {
  if (email) await deleteByEmail(tx, email)
}

/** Email addresses are compared case-insensitively (D9). */
function digestOf({ name, email, subject, message }: Partial<ContactRequest>, day: string): string {
  const parts = [day, email?.toLowerCase(), name, subject, message]
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex")
}
