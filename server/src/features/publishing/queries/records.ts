import { and, eq, type InferInsertModel, isNull, lt, sql } from "drizzle-orm"
import { type NewsletterRow, newsletters } from "#features/publishing/table/newsletters.ts"
import {
  type BlogPostRow,
  blogPosts,
  type TeamMemberRow,
  type TestimonialRow,
  teamMembers,
  testimonials,
} from "#features/publishing/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

const TABLES = { team: teamMembers, post: blogPosts, testimonial: testimonials, newsletter: newsletters }

export type RecordKind = keyof typeof TABLES
interface RecordRows {
  readonly team: TeamMemberRow
  readonly post: BlogPostRow
  readonly testimonial: TestimonialRow
  readonly newsletter: NewsletterRow
}
export type RecordRow<K extends RecordKind = RecordKind> = RecordRows[K]
export type Values<K extends RecordKind> = InferInsertModel<(typeof TABLES)[K]>

/** Types every table as `team_members`: this module uses only the columns that all four share. */
function tableOf(kind: RecordKind) {
  return TABLES[kind] as typeof teamMembers
}

/** @returns undefined if a record with this id exists */
export async function insertRecord<K extends RecordKind>(
  tx: Tx,
  kind: K,
  values: Values<K>,
): Promise<RecordRow<K> | undefined> {
  const table = tableOf(kind)
  const [row] = await tx
    .insert(table)
    .values(values as Values<"team">)
    .onConflictDoNothing({ target: table.id })
    .returning()
  return row as RecordRow<K> | undefined
}

export async function lockRecord<K extends RecordKind>(tx: Tx, kind: K, id: string): Promise<RecordRow<K> | undefined> {
  const table = tableOf(kind)
  const [row] = await tx.select().from(table).where(hasId(kind, id)).for("update")
  return row as RecordRow<K> | undefined
}

export interface BaseVersion {
  readonly id: string
  /** The version that the form was loaded with; undefined saves over any version. */
  readonly version?: number | undefined
}

/** @returns undefined if the record is deleted or `version` is not its current version */
export async function updateRecord<K extends RecordKind>(
  tx: Tx,
  kind: K,
  { id, version }: BaseVersion,
  changes: Partial<Values<K>>,
): Promise<RecordRow<K> | undefined> {
  const table = tableOf(kind)
  const isCurrent = version === undefined ? undefined : eq(table.version, version)
  const [row] = await tx
    .update(table)
    .set({ ...(changes as Partial<Values<"team">>), version: sql`${table.version} + 1` })
    .where(and(hasId(kind, id), isNull(table.deletedAt), isCurrent))
    .returning()
  return row as RecordRow<K> | undefined
}

/** @returns the deleted record; undefined if it is unknown or already deleted */
export async function softDeleteRecord<K extends RecordKind>(
  tx: Tx,
  kind: K,
  id: string,
  now: Date,
): Promise<RecordRow<K> | undefined> {
  const table = tableOf(kind)
  const [row] = await tx
    .update(table)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(hasId(kind, id), isNull(table.deletedAt)))
    .returning()
  return row as RecordRow<K> | undefined
}

export async function undeleteRecord<K extends RecordKind>(
  tx: Tx,
  kind: K,
  id: string,
  now: Date,
): Promise<RecordRow<K>> {
  const table = tableOf(kind)
  const [row] = await tx
    .update(table)
    .set({ deletedAt: null, updatedAt: now, version: sql`${table.version} + 1` })
    .where(hasId(kind, id))
    .returning()
  return row as RecordRow<K>
}

export async function purgeRecords(db: Db, before: Date): Promise<void> {
  for (const table of Object.values(TABLES)) await db.delete(table).where(lt(table.deletedAt, before))
}

function hasId(kind: RecordKind, id: string) {
  return eq(sql`${tableOf(kind).id}`, id)
}
