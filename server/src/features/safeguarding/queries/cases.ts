import type { CASE_STATES } from "@haitech/contract/admin/safeguarding"
import { and, asc, eq, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import {
  type SafeguardingCaseRow,
  type SafeguardingEntryRow,
  safeguardingCases,
  safeguardingEntries,
} from "#features/safeguarding/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, paginate } from "#platform/lists/paginate.ts"

type Subject = Pick<SafeguardingCaseRow, "subjectKind" | "subjectId" | "category">

/** The open case about the subject, or a new one; locked. */
export async function openCaseAbout(
  tx: Tx,
  subject: Subject,
): Promise<{ readonly row: SafeguardingCaseRow; readonly isNew: boolean }> {
  const [inserted] = await tx.insert(safeguardingCases).values(subject).onConflictDoNothing().returning()
  if (inserted) return { row: inserted, isNew: true }
  const [open] = await tx
    .select()
    .from(safeguardingCases)
    .where(
      and(
        eq(safeguardingCases.subjectKind, subject.subjectKind),
        eq(safeguardingCases.subjectId, subject.subjectId),
        eq(safeguardingCases.state, "open"),
      ),
    )
    .for("no key update")
  // Somebody closed the case meanwhile.
  return open ? { row: open, isNew: false } : openCaseAbout(tx, subject)
}

export async function lockCase(tx: Tx, id: string): Promise<SafeguardingCaseRow | undefined> {
  const [row] = await tx.select().from(safeguardingCases).where(eq(safeguardingCases.id, id)).for("no key update")
  return row
}

export async function findCase(db: Db | Tx, id: string): Promise<SafeguardingCaseRow | undefined> {
  const [row] = await db.select().from(safeguardingCases).where(eq(safeguardingCases.id, id))
  return row
}

type NewEntry = Pick<SafeguardingEntryRow, "kind" | "role" | "authorId" | "createdAt"> &
  Partial<Pick<SafeguardingEntryRow, "text" | "quote">>

/** Appends to a case that the caller has locked. */
export async function addEntry(tx: Tx, caseId: string, entry: NewEntry): Promise<void> {
  const [counted] = await tx
    .update(safeguardingCases)
    .set({ entryCount: sql`${safeguardingCases.entryCount} + 1` })
    .where(eq(safeguardingCases.id, caseId))
    .returning({ number: safeguardingCases.entryCount })
  await tx.insert(safeguardingEntries).values({ ...entry, caseId, number: counted?.number ?? 1 })
}

export async function setCaseState(
  tx: Tx,
  id: string,
  change: Pick<SafeguardingCaseRow, "state" | "closedAt">,
): Promise<void> {
  await tx.update(safeguardingCases).set(change).where(eq(safeguardingCases.id, id))
}

const MAX_ENTRIES = 500
const NAME = sql<
  string | null
>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.username}, ${users.email})`

export function entriesOf(db: Db | Tx, caseId: string) {
  return db
    .select({ entry: safeguardingEntries, authorName: NAME })
    .from(safeguardingEntries)
    .leftJoin(users, eq(users.id, safeguardingEntries.authorId))
    .where(eq(safeguardingEntries.caseId, caseId))
    .orderBy(asc(safeguardingEntries.number))
    .limit(MAX_ENTRIES)
}

interface CaseQuery {
  readonly sort: "newest" | "oldest"
  readonly limit: number
  readonly cursor?: string | undefined
  readonly q?: string | undefined
  readonly state?: (typeof CASE_STATES)[number] | undefined
}

const CASES: ListDefinition<typeof safeguardingCases, CaseQuery["sort"]> = {
  table: safeguardingCases,
  id: safeguardingCases.id,
  sorts: {
    newest: { by: safeguardingCases.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: safeguardingCases.createdAt, type: "timestamptz", direction: "up" },
  },
  search: sql`fold(${safeguardingCases.subjectId}::text)`,
}

export function paginateCases(db: Db, { state, ...query }: CaseQuery) {
  return paginate(db, CASES, { ...query, filters: [state && eq(safeguardingCases.state, state)] })
}

/** By the database's clock, as the trigger does that refuses to delete a case earlier. */
export async function deleteCasesClosedYearsAgo(db: Db, years: number): Promise<void> {
  const isOver = sql`${safeguardingCases.closedAt} <= now() - make_interval(years => ${years})`
  await db.transaction(async (tx) => {
    await tx.execute(sql`delete from ${safeguardingEntries} entry using ${safeguardingCases}
      where entry.case_id = ${safeguardingCases.id} and ${isOver}`)
    await tx.delete(safeguardingCases).where(isOver)
  })
}
