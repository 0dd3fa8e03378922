import { and, eq, type InferInsertModel, isNull, lt, sql } from "drizzle-orm"
import {
  type BlogPostRow,
  blogPosts,
  type TeamMemberRow,
  type TestimonialRow,
  teamMembers,
  testimonials,
} from "#features/publishing/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

const TABLES = { team: teamMembers, post: blogPosts, testimonial: testimonials }

/** What the office edits: records with a version, that stay for a day when they are deleted. */
export type Noun = keyof typeof TABLES
interface RecordRows {
  readonly team: TeamMemberRow
  readonly post: BlogPostRow
  readonly testimonial: TestimonialRow
}
export type RecordRow<N extends Noun = Noun> = RecordRows[N]
export type Values<N extends Noun> = InferInsertModel<(typeof TABLES)[N]>

/** Of the three tables only what they share is used here, and one of them stands for it. */
function tableOf(noun: Noun) {
  return TABLES[noun] as typeof teamMembers
}

/** Nothing where there is a record of that id already. */
export async function insertRecord<N extends Noun>(
  tx: Tx,
  noun: N,
  values: Values<N>,
): Promise<RecordRow<N> | undefined> {
  const table = tableOf(noun)
  const [row] = await tx
    .insert(table)
    .values(values as Values<"team">)
    .onConflictDoNothing({ target: table.id })
    .returning()
  return row as RecordRow<N> | undefined
}

/** A record, deleted or not, that nobody changes until the transaction ends. */
export async function lockedRecord<N extends Noun>(tx: Tx, noun: N, id: string): Promise<RecordRow<N> | undefined> {
  const table = tableOf(noun)
  const [row] = await tx.select().from(table).where(isNamed(noun, id)).for("update")
  return row as RecordRow<N> | undefined
}

export interface Basis {
  readonly id: string
  /** Of what the save is based on; without it on whatever there is. */
  readonly version?: number | undefined
}

/** Saves over a version that is still the newest; nothing when it is not, or when it was deleted. */
export async function updateRecord<N extends Noun>(
  tx: Tx,
  noun: N,
  { id, version }: Basis,
  changes: Partial<Values<N>>,
): Promise<RecordRow<N> | undefined> {
  const table = tableOf(noun)
  const isBasis = version === undefined ? undefined : eq(table.version, version)
  const [row] = await tx
    .update(table)
    .set({ ...(changes as Partial<Values<"team">>), version: sql`${table.version} + 1` })
    .where(and(isNamed(noun, id), isNull(table.deletedAt), isBasis))
    .returning()
  return row as RecordRow<N> | undefined
}

/** The record as it was last; nothing when it is gone already. */
export async function softDeleteRecord<N extends Noun>(
  tx: Tx,
  noun: N,
  id: string,
  now: Date,
): Promise<RecordRow<N> | undefined> {
  const table = tableOf(noun)
  const [row] = await tx
    .update(table)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(isNamed(noun, id), isNull(table.deletedAt)))
    .returning()
  return row as RecordRow<N> | undefined
}

export async function undeleteRecord<N extends Noun>(tx: Tx, noun: N, id: string, now: Date): Promise<RecordRow<N>> {
  const table = tableOf(noun)
  const [row] = await tx
    .update(table)
    .set({ deletedAt: null, updatedAt: now, version: sql`${table.version} + 1` })
    .where(isNamed(noun, id))
    .returning()
  return row as RecordRow<N>
}

/** Deletes for good what was deleted before. */
export async function purgeRecords(db: Db, before: Date): Promise<void> {
  for (const table of Object.values(TABLES)) await db.delete(table).where(lt(table.deletedAt, before))
}

function isNamed(noun: Noun, id: string) {
  return eq(sql`${tableOf(noun).id}`, id)
}
