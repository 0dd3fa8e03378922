import { and, count, isNull, sql } from "drizzle-orm"
import type { Db, Tx } from "#platform/db/client.ts"
import { outbox, PRIORITY } from "./table.ts"

export const OUTBOX_CHANNEL = "outbox"

interface Effect {
  readonly kind: string
  readonly key: string
  readonly payload: unknown
  readonly priority?: keyof typeof PRIORITY
  readonly dueAt?: Date
}

/** Adds an effect to the outbox in the caller's transaction: both commit, or neither. */
export async function enqueue(tx: Db | Tx, { priority = "normal", ...effect }: Effect): Promise<void> {
  const values = { ...effect, priority: PRIORITY[priority] }
  const inserted = tx
    .$with("inserted")
    .as(tx.insert(outbox).values(values).onConflictDoNothing({ target: outbox.key }).returning({ key: outbox.key }))
  // PostgreSQL delivers at commit and merges equal notifications of one transaction; an ignored duplicate sends none.
  await tx
    .with(inserted)
    .select({ notified: sql`pg_notify(${OUTBOX_CHANNEL}, '')` })
    .from(inserted)
    .prepare("outbox_enqueue")
    .execute()
}

export async function notifyWorkers(tx: Db | Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${OUTBOX_CHANNEL}, '')`)
}

export async function outboxDepth(db: Db): Promise<number> {
  const [row] = await db
    .select({ waiting: count() })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), isNull(outbox.failedAt)))
  return row?.waiting ?? 0
}
