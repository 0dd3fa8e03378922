import type { Deps } from "#deps.ts"
import {
  type Basis,
  hideRecord,
  insertRecord,
  lockedRecord,
  type Noun,
  type RecordRow,
  showRecord,
  updateRecord,
  type Values,
} from "#features/publishing/queries/records.ts"
import { mayStillRestore } from "#features/publishing/rules.ts"
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"

type Office = Pick<Deps, "db" | "now">

export async function create<N extends Noun>(tx: Tx, actor: Member, noun: N, values: Values<N>): Promise<RecordRow<N>> {
  const row = await insertRecord(tx, noun, values)
  await record(tx, { actor, action: `${noun}.created`, subjectId: row.id, after: formOf(row) })
  return row
}

/**
 * Saves a form. One that says nothing new leaves the record as it is.
 * @throws {Problem} `record.unknown`; `record.changed` when it is based on a version that is not the newest
 */
export async function save<N extends Noun>(
  { db, now }: Office,
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
export async function remove({ db, now }: Office, actor: Member, noun: Noun, id: string): Promise<Date> {
  return db.transaction(async (tx) => {
    const deletedAt = now()
    const gone = await hideRecord(tx, noun, id, deletedAt)
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
  { db, now }: Office,
  actor: Member,
  noun: N,
  id: string,
): Promise<RecordRow<N>> {
  return db.transaction(async (tx) => {
    const known = await lockedRecord(tx, noun, id)
    if (!known) throw new Problem("record.unknown")
    if (!known.deletedAt) return known
    if (!mayStillRestore(known.deletedAt, now())) throw new Problem("deletion.final")
    await record(tx, { actor, action: `${noun}.restored`, subjectId: known.id })
    return showRecord(tx, noun, id, now())
  })
}

/** What of a record is no field of its form. */
const OURS: readonly string[] = ["id", "version", "updatedAt", "deletedAt"]

function formOf(row: RecordRow): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !OURS.includes(name)))
}
