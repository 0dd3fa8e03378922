import type { AuditAction } from "@haitech/contract/audit"
import { UNDO_HOURS } from "@haitech/contract/deletions"
import type { ProblemCode } from "@haitech/contract/problems"
import type { Member } from "./actor.ts"
import { record } from "./audit/record.ts"
import type { Db, Tx } from "./db/client.ts"
import { Problem } from "./problem.ts"

const HOUR_MS = 3_600_000

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * HOUR_MS)
}

export function finalBefore(now: Date): Date {
  return hoursBefore(now, UNDO_HOURS)
}

interface DeletionDeps {
  readonly db: Db
  readonly now: () => Date
}

export interface DeletableKind<Id, Row> {
  readonly unknown: ProblemCode
  readonly deleted: AuditAction
  readonly restored: AuditAction
  lock(tx: Tx, id: Id): Promise<Row | undefined>
  setDeleted(tx: Tx, id: Id, at: Date | null): Promise<void>
}

interface Target<Id, Row> {
  readonly kind: DeletableKind<Id, Row>
  readonly id: Id
  /** Runs with the locked row in the same transaction, before the change. */
  readonly also?: (tx: Tx, row: Row) => Promise<void>
}

type Deletable = { readonly deletedAt: Date | null }

export function removeRecord<Id extends string, Row extends Deletable>(
  { db, now }: DeletionDeps,
  actor: Member,
  { kind, id, also }: Target<Id, Row>,
): Promise<Date> {
  return db.transaction(async (tx) => {
    const row = await kind.lock(tx, id)
    if (!row || row.deletedAt) throw new Problem(kind.unknown)
    await also?.(tx, row)
    const deletedAt = now()
    await kind.setDeleted(tx, id, deletedAt)
    await record(tx, { actor, action: kind.deleted, subjectId: id })
    return deletedAt
  })
}

/** A record that is not deleted stays unchanged. */
export function restoreRecord<Id extends string, Row extends Deletable>(
  { db, now }: DeletionDeps,
  actor: Member,
  { kind, id, also }: Target<Id, Row>,
): Promise<Row> {
  return db.transaction(async (tx) => {
    const row = await kind.lock(tx, id)
    if (!row) throw new Problem(kind.unknown)
    if (!row.deletedAt) return row
    if (row.deletedAt < finalBefore(now())) throw new Problem("deletion.final")
    await also?.(tx, row)
    await kind.setDeleted(tx, id, null)
    await record(tx, { actor, action: kind.restored, subjectId: id })
    return { ...row, deletedAt: null }
  })
}
