import type { MembershipId, MembershipImportId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm"
import {
  type MembershipImportRow,
  type MembershipRow,
  membershipImports,
  memberships,
} from "#features/outreach/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

const address = sql<string>`lower(${memberships.email})`

/** Those of the lower-case addresses that belong to members. */
export async function findMemberAddresses(db: Db, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ address })
    .from(memberships)
    .where(and(sql`${address} = any(${sql.param([...addresses])}::text[])`, isNull(memberships.deletedAt)))
  return new Set(rows.map((row) => row.address))
}

/** Waits for a concurrent import with the same id. @returns false if it is stored already */
export async function insertImport(
  tx: Tx,
  { id, digest, createdAt }: Pick<MembershipImportRow, "id" | "digest" | "createdAt">,
): Promise<boolean> {
  const rows = await tx
    .insert(membershipImports)
    .values({ id, digest, createdAt })
    .onConflictDoNothing()
    .returning({ id: membershipImports.id })
  return rows.length > 0
}

type Counts = Pick<MembershipImportRow, "imported" | "existing" | "leftOut">

export async function setImportCounts(tx: Tx, id: MembershipImportId, counts: Counts): Promise<void> {
  await tx.update(membershipImports).set(counts).where(eq(membershipImports.id, id))
}

export async function lockImport(tx: Tx, id: MembershipImportId): Promise<MembershipImportRow | undefined> {
  const [row] = await tx.select().from(membershipImports).where(eq(membershipImports.id, id)).for("update")
  return row
}

export async function setImportUndone(tx: Tx, id: MembershipImportId, undoneAt: Date): Promise<void> {
  await tx.update(membershipImports).set({ undoneAt }).where(eq(membershipImports.id, id))
}

export interface AddedMember {
  readonly id: MembershipId
  readonly email: string
  readonly language: Language
}

interface NewMember
  extends Pick<MembershipRow, "name" | "email" | "program" | "interests" | "location" | "language" | "createdAt"> {
  readonly id: string
}

/**
 * Adds those whose address no member has; a deleted membership becomes a new one. In the order of the addresses, as
 * `deleteUnchanged` locks them: no deadlocks.
 */
export async function insertMembers(
  tx: Tx,
  members: readonly NewMember[],
  { id: importId, createdAt: at }: Pick<MembershipImportRow, "id" | "createdAt">,
): Promise<AddedMember[]> {
  const { rows } = await tx.execute<AddedMember & Record<string, unknown>>(sql`
    insert into ${memberships}
      (id, name, email, program, interests, location, language, created_at, updated_at, import_id)
    select id, name, email, program, interests, location, language, "createdAt", ${at}, ${importId}
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as member (id uuid, name text, email text, program text,
      interests text, location text, language text, "createdAt" timestamptz)
    order by lower(email)
    on conflict (lower(email)) do update set
      name = excluded.name,
      email = excluded.email,
      program = excluded.program,
      interests = excluded.interests,
      location = excluded.location,
      language = excluded.language,
      created_at = excluded.created_at,
      updated_at = excluded.updated_at,
      import_id = excluded.import_id,
      deleted_at = null
    where ${memberships.deletedAt} is not null
    returning id, email, language`)
  return rows
}

/** Deletes the members of an import who did not join again. @returns their ids */
export async function deleteUnchanged(
  tx: Tx,
  { id, createdAt }: Pick<MembershipImportRow, "id" | "createdAt">,
): Promise<MembershipId[]> {
  const isUnchanged = and(
    eq(memberships.importId, id),
    eq(memberships.updatedAt, createdAt),
    isNull(memberships.deletedAt),
  )
  const rows = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .where(isUnchanged)
    .orderBy(asc(address))
    .for("update")
  const ids = rows.map((row) => row.id)
  await tx.delete(memberships).where(sql`${memberships.id} = any(${sql.param(ids)}::uuid[])`)
  return ids
}

export function countImported(tx: Tx, id: MembershipImportId): Promise<number> {
  return tx.$count(memberships, and(eq(memberships.importId, id), isNull(memberships.deletedAt)))
}

export async function findImportTimes(
  db: Db | Tx,
  ids: readonly MembershipImportId[],
): Promise<ReadonlyMap<MembershipImportId, Date>> {
  if (ids.length === 0) return new Map()
  const { id, createdAt } = membershipImports
  const rows = await db
    .select({ id, createdAt })
    .from(membershipImports)
    .where(inArray(id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row.createdAt]))
}
