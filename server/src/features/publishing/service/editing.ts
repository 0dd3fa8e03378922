import type { Deps } from "#deps.ts"
import {
  type Basis,
  insertRecord,
  lockedRecord,
  type Noun,
  type RecordRow,
  softDeleteRecord,
  undeleteRecord,
  updateRecord,
  type Values,
} from "#features/publishing/queries/records.ts"
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { freshId } from "#platform/db/columns.ts"
import { finalBefore } from "#platform/deletions.ts"
import { Problem } from "#platform/problem.ts"

type EditingDeps = Pick<Deps, "db" | "now">

interface New<N extends Noun> {
  readonly id?: string | undefined
  readonly form: Partial<Values<N>>
  /** What stands where the form says nothing. */
  readonly usual: Partial<Values<N>>
}

/**
 * Makes a record. The same form under the same `id` again is the same record.
 * @throws {Problem} `request.invalid` when the id is another record's
 */
export async function create<N extends Noun>(
  tx: Tx,
  actor: Member,
  noun: N,
  { id = freshId(), form, usual }: New<N>,
): Promise<RecordRow<N>> {
  const row = await insertRecord(tx, noun, { ...usual, ...form, id } as Values<N>)
  if (row) {
    await record(tx, { actor, action: `${noun}.created`, subjectId: row.id, after: formOf(row) })
    return row
  }
  const kept = await lockedRecord(tx, noun, id)
  if (!kept || kept.deletedAt || Object.keys(difference(formOf(kept), form).after).length > 0) {
    throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
  }
  return kept
}

/**
 * Saves a form. One that says nothing new leaves the record as it is.
 * @throws {Problem} `record.unknown`; `record.changed` when it is based on a version that is not the newest
 */
export async function save<N extends Noun>(
  { db, now }: EditingDeps,
  actor: Member,
  { noun, ...basis }: Basis & { readonly noun: N },
  changes: Partial<Values<N>>,
): Promise<RecordRow<N>> {
  return db.transaction(async (tx) => {
    const known = await lockedRecord(tx, noun, basis.id)
    if (!known || known.deletedAt) throw new Problem("record.unknown")
    const { before, after } = difference(formOf(known), changes)
    const isBasis = basis.version === undefined || basis.version === known.version
    if (isBasis && Object.keys(after).length === 0) return known
    const saved = await updateRecord(tx, noun, basis, { ...changes, updatedAt: now() })
    if (!saved) throw new Problem("record.changed")
    await record(tx, { actor, action: `${noun}.updated`, subjectId: saved.id, before, after })
    return saved
  })
}

/**
 * Hides a record from everybody, for as long as that can be undone.
 * @throws {Problem} `record.unknown`
 */
export async function remove({ db, now }: EditingDeps, actor: Member, noun: Noun, id: string): Promise<Date> {
  return db.transaction(async (tx) => {
    const deletedAt = now()
    const gone = await softDeleteRecord(tx, noun, id, deletedAt)
    if (!gone) throw new Problem("record.unknown")
    await record(tx, { actor, action: `${noun}.deleted`, subjectId: gone.id, before: formOf(gone) })
    return deletedAt
  })
}

/**
 * Undoes a deletion. What is not deleted stays as it is.
 * @throws {Problem} `record.unknown`, `deletion.final`
 */
export async function restore<N extends Noun>(
  { db, now }: EditingDeps,
  actor: Member,
  noun: N,
  id: string,
): Promise<RecordRow<N>> {
  return db.transaction(async (tx) => {
    const known = await lockedRecord(tx, noun, id)
    if (!known) throw new Problem("record.unknown")
    if (!known.deletedAt) return known
    if (known.deletedAt < finalBefore(now())) throw new Problem("deletion.final")
    await record(tx, { actor, action: `${noun}.restored`, subjectId: known.id })
    return undeleteRecord(tx, noun, id, now())
  })
}

/** What of a record is no field of its form. */
const OURS: readonly string[] = ["id", "version", "updatedAt", "deletedAt"]

function formOf(row: RecordRow): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !OURS.includes(name)))
}
