import { isNotNull, sql } from "drizzle-orm"
import { origin } from "#platform/correlation.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type TraceIds, traceparentOf } from "#platform/tracing.ts"
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
  readonly isRepeatable?: true
}

/** Adds an effect to the outbox in the caller's transaction: both commit, or neither. @returns whether its key is new */
export async function enqueue(tx: Db | Tx, { priority = "normal", isRepeatable, ...effect }: Effect): Promise<boolean> {
  const traceparent = effect.dueAt ? null : runningTrace()
  const values = { ...effect, priority: PRIORITY[priority], traceparent }
  const insert = tx.insert(outbox).values(values)
  const fresh = isRepeatable
    ? insert.onConflictDoUpdate({
        target: outbox.key,
        set: { dueAt: sql`now()`, ...effect, attempts: 0, sentAt: null, traceparent },
        setWhere: isNotNull(outbox.sentAt),
      })
    : insert.onConflictDoNothing({ target: outbox.key })
  const inserted = tx.$with("inserted").as(fresh.returning({ key: outbox.key }))
  // PostgreSQL delivers at commit and merges equal notifications of one transaction; an ignored duplicate sends none.
  const rows = await tx
    .with(inserted)
    .select({ notified: sql`pg_notify(${OUTBOX_CHANNEL}, '')` })
    .from(inserted)
    .prepare(isRepeatable ? "outbox_enqueue_again" : "outbox_enqueue")
    .execute()
  return rows.length > 0
}

function runningTrace(): string | null {
  const { trace_id, span_id }: Partial<TraceIds> = origin.getStore() ?? {}
  return trace_id && span_id ? traceparentOf({ trace_id, span_id }) : null
}

/** Adds many effects with one statement; those whose key is known are ignored. */
export async function enqueueMany(tx: Tx, effects: readonly Omit<Effect, "isRepeatable">[]): Promise<void> {
  if (effects.length === 0) return
  const rows = effects.map(({ priority = "normal", ...effect }) => ({ ...effect, priority: PRIORITY[priority] }))
  await tx.insert(outbox).values(rows).onConflictDoNothing({ target: outbox.key })
  await notifyWorkers(tx)
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

/** Deletes the effects about these records, whose payloads name them as `field`. */
export async function deleteEffects(tx: Tx, field: string, ids: readonly string[]): Promise<void> {
  await tx.delete(outbox).where(sql`${outbox.payload} ->> ${field} = any(${sql.param([...ids])}::text[])`)
}
