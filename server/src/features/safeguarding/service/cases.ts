import { type CASE_STATES, CASE_YEARS, type CaseFile, type CaseRecord } from "@haitech/contract/admin/safeguarding"
import type { UserId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import {
  addEntry,
  deleteCasesClosedYearsAgo,
  entriesOf,
  findCase,
  lockCase,
  setCaseState,
} from "#features/safeguarding/queries/cases.ts"
import type { SafeguardingCaseRow } from "#features/safeguarding/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { violates } from "#platform/db/conflict.ts"
import { Problem } from "#platform/problem.ts"
import { requireReader } from "./staff.ts"

type CaseDeps = Pick<Deps, "db" | "now">

/** Stores who looked. @throws {Problem} `case.refused`, `record.unknown` */
export async function readCaseFile({ db }: CaseDeps, actor: Member, id: string): Promise<CaseFile> {
  return db.transaction(async (tx) => {
    await requireReader(tx, actor)
    const file = await fileOf(tx, id)
    await record(tx, { actor, action: "case.read", subjectId: id })
    return file
  })
}

/** @throws {Problem} `case.refused`, `record.unknown` */
export async function addNote({ db, now }: CaseDeps, actor: Member, id: string, text: string): Promise<CaseFile> {
  return db.transaction(async (tx) => {
    await requireReader(tx, actor)
    if (!(await lockCase(tx, id))) throw new Problem("record.unknown")
    await addEntry(tx, id, { kind: "note", role: "staff", authorId: actor.id, text, createdAt: now() })
    await record(tx, { actor, action: "case.entry_added", subjectId: id })
    return fileOf(tx, id)
  })
}

interface StateChange {
  readonly state: (typeof CASE_STATES)[number]
  readonly reason: string
}

/** @throws {Problem} `case.refused`, `record.unknown`, `case.state` if it is so already, or another case is open */
export async function changeState(
  { db, now }: CaseDeps,
  actor: Member,
  id: string,
  { state, reason: text }: StateChange,
): Promise<CaseFile> {
  const isClosed = state === "closed"
  const kind = isClosed ? "closed" : "reopened"
  try {
    return await db.transaction(async (tx) => {
      await requireReader(tx, actor)
      const before = await lockCase(tx, id)
      if (!before) throw new Problem("record.unknown")
      if (before.state === state) throw new Problem("case.state")
      await setCaseState(tx, id, { state, closedAt: isClosed ? now() : null })
      await addEntry(tx, id, { kind, role: "staff", authorId: actor.id, text, createdAt: now() })
      await record(tx, { actor, action: `case.${kind}`, subjectId: id })
      return fileOf(tx, id)
    })
  } catch (error) {
    if (violates(error, "safeguarding_cases_open_unique")) throw new Problem("case.state")
    throw error
  }
}

export async function sweepCases({ db }: Pick<Deps, "db">): Promise<void> {
  await deleteCasesClosedYearsAgo(db, CASE_YEARS)
}

export function presentCase(row: SafeguardingCaseRow): CaseRecord {
  const { id, subjectKind, subjectId, category, state, entryCount, createdAt, closedAt } = row
  return {
    id,
    subjectKind,
    subjectId,
    category,
    state,
    entryCount,
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }
}

async function fileOf(db: Db | Tx, id: string): Promise<CaseFile> {
  const row = await findCase(db, id)
  if (!row) throw new Problem("record.unknown")
  const entries = await entriesOf(db, id)
  return {
    ...presentCase(row),
    entries: entries.map(({ entry: { number, kind, role, authorId, text, quote, createdAt }, authorName }) => ({
      number,
      kind,
      role,
      author: authorId ? { id: authorId as UserId, name: authorName ?? "" } : null,
      text,
      quote,
      createdAt: createdAt.toISOString(),
    })),
  }
}
