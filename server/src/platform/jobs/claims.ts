import { and, asc, eq, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm"
import type { Db } from "#platform/db/client.ts"
import { type OutboxRow, outbox } from "./table.ts"

export const LEASE_S = 120
const MIN_PAUSE_S = 30
const MAX_PAUSE_S = 6 * 60 * 60
const ATTEMPTS_IN_FIVE_DAYS = 30
const RETENTION_DAYS = 30

const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.failedAt))

/** The database's clock, because the clocks of two processes may differ; rounded as `due_at` is. */
const now = sql`now()::timestamptz(3)`

/** Claims up to `max` due rows, the most urgent first, then those that have been due longest. */
export function claim(db: Db, kinds: readonly string[], max: number): Promise<OutboxRow[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isWaiting, lte(outbox.dueAt, now), inArray(outbox.kind, [...kinds])))
    .orderBy(asc(outbox.priority), asc(outbox.dueAt))
    .limit(max)
    .for("update", { skipLocked: true })
  return (
    db
      .update(outbox)
      .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: secondsFromNow(LEASE_S) })
      // As an array, because the planner may run a subquery with a limit more than once.
      .where(sql`${outbox.id} = any(array(${due}))`)
      .returning()
  )
}

export async function renew(db: Db, row: OutboxRow): Promise<void> {
  await db
    .update(outbox)
    .set({ dueAt: secondsFromNow(LEASE_S) })
    .where(isStillClaimed(row))
}

/** Also deletes the payload, which holds personal data. */
export async function markSent(db: Db, row: OutboxRow): Promise<void> {
  await db
    .update(outbox)
    .set({ sentAt: now, failedAt: null, payload: null, lastError: null })
    .where(eq(outbox.id, row.id))
}

/** Postpones the row, or gives it up. Does not touch a newer claim of another worker. */
export async function markFailed(db: Db, row: OutboxRow, lastError: string, isFinal: boolean): Promise<void> {
  const pause = Math.min(MIN_PAUSE_S * 2 ** (row.attempts - 1), MAX_PAUSE_S) * (0.75 + Math.random() / 2)
  await db
    .update(outbox)
    .set({ lastError, dueAt: secondsFromNow(pause), ...(isFinal && { failedAt: now }) })
    .where(isStillClaimed(row))
}

export function isLastAttempt(row: Pick<OutboxRow, "attempts">): boolean {
  return row.attempts >= ATTEMPTS_IN_FIVE_DAYS
}

export async function msUntilNextDue(db: Db, kinds: readonly string[]): Promise<number | null> {
  const [row] = await db
    .select({ ms: sql<number | null>`(extract(epoch from min(${outbox.dueAt}) - ${now}) * 1000)::float8` })
    .from(outbox)
    .where(and(isWaiting, inArray(outbox.kind, [...kinds])))
  return row?.ms ?? null
}

export async function sweepOutbox(deps: { readonly db: Db; readonly now: () => Date }): Promise<void> {
  const cutoff = new Date(deps.now().getTime() - RETENTION_DAYS * 24 * 60 * 60 * 1000)
  await deps.db.delete(outbox).where(or(lt(outbox.sentAt, cutoff), lt(outbox.failedAt, cutoff)))
}

/** Every claim counts as an attempt, so the count identifies the claim. */
function isStillClaimed(row: OutboxRow) {
  return and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts), isNull(outbox.sentAt))
}

function secondsFromNow(seconds: number): SQL {
  return sql`now() + make_interval(secs => ${seconds})`
}
