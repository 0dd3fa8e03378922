import { and, count, isNull, sql } from "drizzle-orm"
import type { Db, Tx } from "#platform/db/client.ts"
import { outbox } from "./table.ts"

export const OUTBOX_CHANNEL = "outbox"

interface Effect {
  readonly kind: string
  /** The same effect has the same key, and happens once. */
  readonly key: string
  readonly payload: unknown
  readonly dueAt?: Date
}

/** Asks for an effect in the caller's transaction: committed together, or not at all. */
export async function enqueue(tx: Db | Tx, effect: Effect): Promise<void> {
  const asked = tx
    .$with("asked")
    .as(tx.insert(outbox).values(effect).onConflictDoNothing({ target: outbox.key }).returning({ key: outbox.key }))
  // Delivered at commit; a listener hears several of one transaction as one, and nothing of what was asked for before.
  await tx
    .with(asked)
    .select({ told: sql`pg_notify(${OUTBOX_CHANNEL}, '')` })
    .from(asked)
    .prepare("outbox_enqueue")
    .execute()
}

/** How many effects are waiting. */
export async function outboxDepth(db: Db): Promise<number> {
  const [row] = await db
    .select({ waiting: count() })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), isNull(outbox.failedAt)))
  return row?.waiting ?? 0
}
