import type { Deps } from "#deps.ts"
import {
  type BaseVersion,
  insertRecord,
  lockRecord,
  type RecordKind,
  type RecordRow,
  softDeleteRecord,
  undeleteRecord,
  updateRecord,
  type Values,
} from "#features/publishing/queries/records.ts"
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"
import { finalBefore } from "#platform/deletions.ts"
import { Problem } from "#platform/problem.ts"

type EditingDeps = Pick<Deps, "db" | "now">

interface NewRecord<K extends RecordKind> {
  readonly id?: string | undefined
  readonly form: Partial<Values<K>>
  /** Values of the fields that the form leaves out. */
  readonly defaults: Partial<Values<K>>
}

/** Idempotent by `id`. @throws {Problem} `request.invalid` when the id belongs to another record */
export async function create<K extends RecordKind>(
  tx: Tx,
  actor: Member,
  kind: K,
  { id = createId(), form, defaults }: NewRecord<K>,
): Promise<RecordRow<K>> {
  const row = await insertRecord(tx, kind, { ...defaults, ...form, id } as Values<K>)
  if (row) {
    await record(tx, { actor, action: `${kind}.created`, subjectId: row.id, after: formOf(row) })
    return row
  }
  const existing = await lockRecord(tx, kind, id)
  if (!existing || existing.deletedAt || Object.keys(difference(formOf(existing), form).after).length > 0) {
    throw new Problem("request.invalid", { fields: { id: "id.invalid" } })
  }
  return existing
}

/** Without changes the version stays. @throws {Problem} `record.unknown`; `record.changed` for an older version, `newsletter.state` */
export async function save<K extends RecordKind>(
  { db, now }: EditingDeps,
  actor: Member,
  { kind, ...base }: BaseVersion & { readonly kind: K },
  changes: Partial<Values<K>>,
): Promise<RecordRow<K>> {
  return db.transaction(async (tx) => {
    const current = await lockRecord(tx, kind, base.id)
    if (!current || current.deletedAt) throw new Problem("record.unknown")
    requireUnsent(current, ["draft", "scheduled"])
    const { before, after } = difference(formOf(current), changes)
    const isCurrent = base.version === undefined || base.version === current.version
    if (isCurrent && Object.keys(after).length === 0) return current
    const saved = await updateRecord(tx, kind, base, { ...changes, updatedAt: now() })
    if (!saved) throw new Problem("record.changed")
    await record(tx, { actor, action: `${kind}.updated`, subjectId: saved.id, before, after })
    return saved
  })
}

/** @throws {Problem} `record.unknown`, `newsletter.state` */
export async function remove({ db, now }: EditingDeps, actor: Member, kind: RecordKind, id: string): Promise<Date> {
  return db.transaction(async (tx) => {
    const current = await lockRecord(tx, kind, id)
    if (current) requireUnsent(current, ["draft"])
    const deletedAt = now()
    const deleted = await softDeleteRecord(tx, kind, id, deletedAt)
    if (!deleted) throw new Problem("record.unknown")
    await record(tx, { actor, action: `${kind}.deleted`, subjectId: deleted.id, before: formOf(deleted) })
    return deletedAt
  })
}

/** A record that is not deleted stays unchanged. @throws {Problem} `record.unknown`, `deletion.final` */
export async function restore<K extends RecordKind>(
  { db, now }: EditingDeps,
  actor: Member,
  kind: K,
  id: string,
): Promise<RecordRow<K>> {
  return db.transaction(async (tx) => {
    const current = await lockRecord(tx, kind, id)
    if (!current) throw new Problem("record.unknown")
    if (!current.deletedAt) return current
    if (current.deletedAt < finalBefore(now())) throw new Problem("deletion.final")
    await record(tx, { actor, action: `${kind}.restored`, subjectId: current.id })
    return undeleteRecord(tx, kind, id, now())
  })
}

/** A newsletter stays as its readers got it. */
function requireUnsent(row: RecordRow, states: readonly string[]): void {
  if ("state" in row && !states.includes(row.state)) throw new Problem("newsletter.state")
}

const MANAGED_COLUMNS: readonly string[] = [
  "id",
  "version",
  "updatedAt",
  "deletedAt",
  "state",
  "scheduledAt",
  "startedAt",
  "finishedAt",
]

function formOf(row: RecordRow): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !MANAGED_COLUMNS.includes(name)))
}
