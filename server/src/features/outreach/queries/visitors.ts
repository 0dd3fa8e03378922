import type { ContactId, MembershipId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { ContactRequest, MembershipRequest } from "@haitech/contract/outreach"
import { type Column, eq, type SQL, sql } from "drizzle-orm"
import { contacts, memberships } from "#features/outreach/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"

export interface JoinedMembership {
  readonly id: MembershipId
  readonly createdAt: Date
  readonly isNew: boolean
}

/**
 * Raw SQL, because Drizzle accepts only columns as a conflict target. `xmax` is 0 in a row that was inserted.
 * `updated_at` changes every time: that it did not tells the undo of an import that nobody joined again.
 */
export async function upsertMembership(
  db: Db | Tx,
  request: MembershipRequest,
  language: Language,
): Promise<JoinedMembership> {
  const { name, email, program = null, interests = null, location = null } = request
  const { id, createdAt } = memberships
  const columns = { id, createdAt, isNew: sql<boolean>`is_new`.as("is_new") }
  const joined = db.$with("joined", columns).as(sql`
    insert into ${memberships} (id, name, email, program, interests, location, language)
    values (${createId()}, ${name}, ${email}, ${program}, ${interests}, ${location}, ${language})
    on conflict (lower(email)) do update set
      name = excluded.name,
      program = coalesce(excluded.program, ${unlessDeleted(memberships.program)}),
      interests = coalesce(excluded.interests, ${unlessDeleted(memberships.interests)}),
      location = coalesce(excluded.location, ${unlessDeleted(memberships.location)}),
      language = excluded.language,
      updated_at = greatest(now(), ${memberships.updatedAt} + interval '1 millisecond'),
      deleted_at = null,
      import_id = ${unlessDeleted(memberships.importId)}
    returning id, created_at, xmax = 0 as is_new`)
  const [row] = await db.with(joined).select().from(joined).prepare("membership_joined").execute()
  if (!row) throw new Error("the upsert returned no row")
  return row
}

/** What was deleted stays deleted when its owner joins again. */
function unlessDeleted(column: Column): SQL {
  return sql`case when ${memberships.deletedAt} is null then ${column} end`
}

export interface StoredContact {
  readonly id: ContactId
  readonly createdAt: Date
  readonly isNew: boolean
}

/** Stores a message once per `digest`; of concurrent requests one inserts and the others find the row. */
export async function insertContact(
  db: Db | Tx,
  request: ContactRequest & { readonly language: Language },
  digest: string,
): Promise<StoredContact> {
  const { name, email, subject, message, language } = request
  const columns = { id: contacts.id, createdAt: contacts.createdAt }
  const [inserted] = await db
    .insert(contacts)
    .values({ name, email, subject, message, language, digest })
    .onConflictDoNothing({ target: contacts.digest })
    .returning(columns)
    .prepare("contact_inserted")
    .execute()
  if (inserted) return { ...inserted, isNew: true }
  const [existing] = await db.select(columns).from(contacts).where(eq(contacts.digest, digest))
  if (!existing) throw new Error("the message was neither inserted nor found")
  return { ...existing, isNew: false }
}

export async function deleteByEmail(tx: Tx, email: string): Promise<void> {
  await tx.delete(contacts).where(eq(sql`lower(${contacts.email})`, email.toLowerCase()))
  await tx.delete(memberships).where(eq(sql`lower(${memberships.email})`, email.toLowerCase()))
}
