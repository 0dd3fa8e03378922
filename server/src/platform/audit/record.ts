import type { AuditAction } from "@haitech/contract/audit"
import type { Db, Tx } from "#platform/db/client.ts"
import { auditLog, type Facts } from "./table.ts"

interface Entry {
  /** Null for an operator on the server, who has no account. */
  readonly actor: { readonly id: string } | null
  readonly action: AuditAction
  readonly subjectId?: string
  readonly before?: Facts
  readonly after?: Facts
}

export async function record(tx: Db | Tx, { actor, ...entry }: Entry): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ actorId: actor?.id ?? null, ...entry })
    .prepare("audit_record")
    .execute()
}

export function difference(before: Facts, after: Facts): { readonly before: Facts; readonly after: Facts } {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]))
  return { before: only(before), after: only(after) }
}
