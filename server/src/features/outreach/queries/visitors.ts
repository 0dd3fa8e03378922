import type { ContactId, MembershipId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { ContactRequest, MembershipRequest } from "@haitech/contract/outreach"
import { eq, sql } from "drizzle-orm"
import { contacts, memberships } from "#features/outreach/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { freshId } from "#platform/db/columns.ts"

export interface JoinedMembership {
  readonly id: MembershipId
  readonly createdAt: Date
  /** False when the record was there already and is refreshed. */
  readonly isNew: boolean
}

/**
 * One statement: of two clicks at once, one inserts and the other refreshes. What is left out stays as it was. Written
 * out, because the ORM names only columns as a conflict's target, and this index is on an expression. `xmax` is 0 in a
 * row that the statement inserted.
 */
export async function upsertMembership(
  db: Db | Tx,
  request: MembershipRequest,
  language: Language,
): Promise<JoinedMembership> {
  const { name, email, program = null, interests = null, location = null } = request
  const { rows } = await db.execute<{ id: MembershipId; created_at: Date; is_new: boolean }>(sql`
    insert into ${memberships} (id, name, email, program, interests, location, language)
    values (${freshId()}, ${name}, ${email}, ${program}, ${interests}, ${location}, ${language})
    on conflict (lower(email)) do update set
      name = excluded.name,
      program = coalesce(excluded.program, ${memberships}.program),
      interests = coalesce(excluded.interests, ${memberships}.interests),
      location = coalesce(excluded.location, ${memberships}.location),
      language = excluded.language,
      updated_at = now()
    returning id, created_at, xmax = 0 as is_new`)
  const [row] = rows
  if (!row) throw new Error("an upsert gave no row")
  return { id: row.id, createdAt: row.created_at, isNew: row.is_new }
}

export interface StoredContact {
  readonly id: ContactId
  readonly createdAt: Date
  /** False when the same message was here already. */
  readonly isNew: boolean
}

/** Stores a message once per `digest`: of two at once, one inserts and the other finds it. */
export async function insertContact(
  db: Db | Tx,
  request: ContactRequest & { readonly language: Language },
  digest: string,
): Promise<StoredContact> {
  const { name, email, subject, message, language } = request
  const stored = { id: contacts.id, createdAt: contacts.createdAt }
  const [inserted] = await db
    .insert(contacts)
    .values({ name, email, subject, message, language, digest })
    .onConflictDoNothing({ target: contacts.digest })
    .returning(stored)
    .prepare("contact_inserted")
    .execute()
  if (inserted) return { ...inserted, isNew: true }
  const [known] = await db.select(stored).from(contacts).where(eq(contacts.digest, digest))
  if (!known) throw new Error("a message is neither new nor known")
  return { ...known, isNew: false }
}

export async function deleteEmailsOf(tx: Tx, email: string): Promise<void> {
  await tx.delete(contacts).where(eq(sql`lower(${contacts.email})`, email.toLowerCase()))
  await tx.delete(memberships).where(eq(sql`lower(${memberships.email})`, email.toLowerCase()))
}
