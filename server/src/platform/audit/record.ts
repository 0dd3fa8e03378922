import type { AuditAction } from "@haitech/contract/audit"
import type { Db, Tx } from "#platform/db/client.ts"
import { auditLog, type Facts } from "./table.ts"

interface Act {
  readonly actor: { readonly id: string }
  readonly action: AuditAction
  readonly subjectId?: string
  readonly before?: Facts
  readonly after?: Facts
}

/** Writes down what an administrator does, in the transaction that does it (C20). */
export async function record(tx: Db | Tx, { actor, ...act }: Act): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ actorId: actor.id, ...act })
    .prepare("audit_record")
    .execute()
}

/** The fields that differ, as they were and as they are. */
export function difference(before: Facts, after: Facts): { readonly before: Facts; readonly after: Facts } {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]))
  return { before: only(before), after: only(after) }
}
