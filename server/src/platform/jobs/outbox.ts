import { sql } from "drizzle-orm"
import type { Db, Tx } from "#platform/db/client.ts"
import { outbox, PRIORITY } from "./table.ts"

export const OUTBOX_CHANNEL = "outbox"
/** Wakes every worker; any other text only the first one. */
export const FOR_ALL = "all"

interface Effect {
  readonly kind: string
  readonly key: string
  readonly payload: unknown
  readonly priority?: keyof typeof PRIORITY
  readonly dueAt?: Date
}

/** Adds an effect to the outbox in the caller's transaction: both commit, or neither. @returns whether its key is new */
export async function enqueue(tx: Db | Tx, { priority = "normal", ...effect }: Effect): Promise<boolean> {
  const values = { ...effect, priority: PRIORITY[priority] }
  const inserted = tx
    .$with("inserted")
    .as(tx.insert(outbox).values(values).onConflictDoNothing({ target: outbox.key }).returning({ key: outbox.key }))
  // PostgreSQL delivers at commit and merges equal notifications of one transaction; an ignored duplicate sends none.
  const rows = await tx
    .with(inserted)
    .select({ notified: sql`pg_notify(${OUTBOX_CHANNEL}, '')` })
    .from(inserted)
    .prepare("outbox_enqueue")
    .execute()
  return rows.length > 0
}

export async function notifyWorkers(tx: Db | Tx, whom: "" | typeof FOR_ALL = ""): Promise<void> {
  await tx.execute(sql`select pg_notify(${OUTBOX_CHANNEL}, ${whom})`)
}

export interface OutboxStats {
  /** Jobs that are due, running or being tried again; not those that are scheduled for later. */
  readonly waiting: number
  readonly failed: number
  readonly oldestAgeSeconds: number
}

export async function outboxStats(db: Db): Promise<OutboxStats> {
  const { rows } = await db.execute<Record<keyof OutboxStats, number>>(sql`
    select count(*)::int as waiting,
      (select count(*)::int from ${outbox} where failed_at is not null) as failed,
      extract(epoch from now() - coalesce(min(case attempts when 0 then due_at else created_at end), now()))::float8
        as "oldestAgeSeconds"
    from ${outbox}
    where sent_at is null and failed_at is null and (attempts > 0 or due_at <= now()::timestamptz(3))`)
  return rows[0] ?? { waiting: 0, failed: 0, oldestAgeSeconds: 0 }
}
