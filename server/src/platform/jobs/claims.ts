import { and, asc, eq, inArray, isNull, lt, lte, min, or, sql } from "drizzle-orm"
import type { Db } from "#platform/db/client.ts"
import { type OutboxRow, outbox } from "./table.ts"

export const LEASE_S = 120
const MIN_PAUSE_S = 30
const MAX_PAUSE_S = 6 * 60 * 60
const MAX_ATTEMPTS = 12
const RETENTION_DAYS = 30

const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.failedAt))

/** Claims the row that has been due longest. Only one row, so that rows behind a slow one stay free and in order. */
export async function claim(db: Db, kinds: readonly string[], at: Date): Promise<OutboxRow | undefined> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isWaiting, lte(outbox.dueAt, at), inArray(outbox.kind, [...kinds])))
    .orderBy(asc(outbox.dueAt))
    .limit(1)
    .for("update", { skipLocked: true })
  const [row] = await db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: addSeconds(at, LEASE_S) })
    .where(eq(outbox.id, due))
    .returning()
  return row
}

export async function renew(db: Db, row: OutboxRow, at: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ dueAt: addSeconds(at, LEASE_S) })
    .where(isStillClaimed(row))
}

/** Also deletes the payload, which holds personal data. */
export async function markSent(db: Db, row: OutboxRow, at: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ sentAt: at, failedAt: null, payload: null, lastError: null })
    .where(eq(outbox.id, row.id))
}

/** Postpones the row, or gives up after the last attempt. Does not touch a newer claim of another worker. */
export async function markFailed(db: Db, row: OutboxRow, at: Date, lastError: string): Promise<void> {
  const pause = Math.min(MIN_PAUSE_S * 2 ** (row.attempts - 1), MAX_PAUSE_S) * (0.75 + Math.random() / 2)
  await db
    .update(outbox)
    .set({ lastError, dueAt: addSeconds(at, pause), ...(isLastAttempt(row) && { failedAt: at }) })
    .where(isStillClaimed(row))
}

export function isLastAttempt(row: OutboxRow): boolean {
  return row.attempts >= MAX_ATTEMPTS
}

export async function nextDueAt(db: Db, kinds: readonly string[]): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(outbox.dueAt) })
    .from(outbox)
    .where(and(isWaiting, inArray(outbox.kind, [...kinds])))
  return row?.at ?? null
}

export async function sweepOutbox({ db, now }: { readonly db: Db; readonly now: () => Date }): Promise<void> {
  const cutoff = addSeconds(now(), -RETENTION_DAYS * 24 * 60 * 60)
  await db.delete(outbox).where(or(lt(outbox.sentAt, cutoff), lt(outbox.failedAt, cutoff)))
}

/** Every claim counts as an attempt, so the count identifies the claim. */
function isStillClaimed(row: OutboxRow) {
  return and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts), isNull(outbox.sentAt))
}

function addSeconds(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}
