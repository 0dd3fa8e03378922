import type { ContactState } from "@haitech/contract/admin/outreach"
import type { ContactId, MembershipId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { Program, Subject } from "@haitech/contract/outreach"
import { and, asc, eq, isNull, lt, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import {
  type ContactReplyRow,
  type ContactRow,
  contactReplies,
  contacts,
  type MembershipRow,
  memberships,
} from "#features/outreach/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, paginate, streamRows } from "#platform/lists/paginate.ts"

interface PageQuery<Sort> {
  readonly sort: Sort
  readonly limit: number
  readonly cursor?: string | undefined
}

interface ContactFilter {
  readonly q?: string | undefined
  readonly state?: ContactState | undefined
  readonly subject?: Subject | undefined
}

const CONTACTS: ListDefinition<typeof contacts, "newest" | "oldest"> = {
  table: contacts,
  id: contacts.id,
  sorts: {
    newest: { by: contacts.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: contacts.createdAt, type: "timestamptz", direction: "up" },
  },
  search: sql`${contacts}.search`,
  always: isNull(contacts.deletedAt),
  counter: "contacts",
}

export function paginateContacts(db: Db, { state, subject, ...query }: ContactFilter & PageQuery<"newest" | "oldest">) {
  return paginate(db, CONTACTS, { ...query, filters: contactFilters({ state, subject }) })
}

export function streamContacts(db: Db, { state, subject, q }: ContactFilter): AsyncGenerator<ContactRow> {
  return streamRows(db, CONTACTS, { sort: "newest", q, filters: contactFilters({ state, subject }) })
}

function contactFilters({ state, subject }: ContactFilter) {
  return [state && eq(contacts.state, state), subject && eq(contacts.subject, subject)]
}

export async function findContact(db: Db, id: ContactId): Promise<ContactRow | undefined> {
  const [row] = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, id), isNull(contacts.deletedAt)))
  return row
}

export async function lockContact(tx: Tx, id: ContactId): Promise<ContactRow | undefined> {
  const [row] = await tx.select().from(contacts).where(eq(contacts.id, id)).for("update")
  return row
}

export async function setContactState(tx: Tx, id: ContactId, state: ContactState): Promise<void> {
  await tx.update(contacts).set({ state }).where(eq(contacts.id, id))
}

export async function setContactDeleted(tx: Tx, id: ContactId, deletedAt: Date | null): Promise<void> {
  await tx.update(contacts).set({ deletedAt }).where(eq(contacts.id, id))
}

export async function purgeContacts(db: Db, before: Date): Promise<void> {
  await db.delete(contacts).where(lt(contacts.deletedAt, before))
}

/** @returns undefined if a reply with this id is already stored */
export async function insertReply(
  tx: Tx,
  reply: Pick<ContactReplyRow, "id" | "contactId" | "adminId" | "message" | "createdAt">,
): Promise<ContactReplyRow | undefined> {
  const [row] = await tx.insert(contactReplies).values(reply).onConflictDoNothing().returning()
  return row
}

export type AuthoredReply = ContactReplyRow & { readonly author: string | null }

const author = sql<
  string | null
>`coalesce(nullif(trim(concat(${users.firstName}, ' ', ${users.lastName})), ''), ${users.username}, ${users.email})`

export async function findReply(db: Db | Tx, id: string): Promise<AuthoredReply | undefined> {
  const [row] = await db
    .select({ reply: contactReplies, author })
    .from(contactReplies)
    .leftJoin(users, eq(users.id, contactReplies.adminId))
    .where(eq(contactReplies.id, id))
  return row && { ...row.reply, author: row.author }
}

export async function repliesTo(db: Db, contactId: ContactId): Promise<AuthoredReply[]> {
  const rows = await db
    .select({ reply: contactReplies, author })
    .from(contactReplies)
    .leftJoin(users, eq(users.id, contactReplies.adminId))
    .where(eq(contactReplies.contactId, contactId))
    .orderBy(asc(contactReplies.createdAt), asc(contactReplies.id))
  return rows.map((row) => ({ ...row.reply, author: row.author }))
}

interface MembershipFilter {
  readonly q?: string | undefined
  readonly program?: Program | undefined
  readonly language?: Language | undefined
}

const MEMBERSHIPS: ListDefinition<typeof memberships, "newest" | "oldest" | "name"> = {
  table: memberships,
  id: memberships.id,
  sorts: {
    newest: { by: memberships.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: memberships.createdAt, type: "timestamptz", direction: "up" },
    name: { by: sql`fold(${memberships.name})`, type: "text", direction: "up" },
  },
  search: sql`${memberships}.search`,
  always: isNull(memberships.deletedAt),
  counter: "memberships",
}

export function paginateMemberships(
  db: Db,
  { program, language, ...query }: MembershipFilter & PageQuery<"newest" | "oldest" | "name">,
) {
  return paginate(db, MEMBERSHIPS, { ...query, filters: membershipFilters({ program, language }) })
}

export function streamMemberships(db: Db, { program, language, q }: MembershipFilter): AsyncGenerator<MembershipRow> {
  return streamRows(db, MEMBERSHIPS, { sort: "newest", q, filters: membershipFilters({ program, language }) })
}

function membershipFilters({ program, language }: MembershipFilter) {
  return [program && eq(memberships.program, program), language && eq(memberships.language, language)]
}

export async function findMembership(db: Db, id: MembershipId): Promise<MembershipRow | undefined> {
  const [row] = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.id, id), isNull(memberships.deletedAt)))
  return row
}

export async function lockMembership(tx: Tx, id: MembershipId): Promise<MembershipRow | undefined> {
  const [row] = await tx.select().from(memberships).where(eq(memberships.id, id)).for("update")
  return row
}

export async function setMembershipDeleted(tx: Tx, id: MembershipId, deletedAt: Date | null): Promise<void> {
  // `updatedAt` is when the member joined again.
  const updatedAt = sql`${memberships.updatedAt}`
  await tx.update(memberships).set({ deletedAt, updatedAt }).where(eq(memberships.id, id))
}

export async function purgeMemberships(db: Db, before: Date): Promise<void> {
  await db.delete(memberships).where(lt(memberships.deletedAt, before))
}
