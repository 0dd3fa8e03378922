import { and, asc, eq, inArray, isNull, lt, lte, min, or, sql } from "drizzle-orm"
import type { Db } from "#platform/db/client.ts"
import { type OutboxRow, outbox } from "./table.ts"

/** So long a row belongs to whoever claimed it, unless they say again that they are at it. */
export const LEASE_S = 120
const FIRST_PAUSE_S = 30
const LONGEST_PAUSE_S = 6 * 60 * 60
const ATTEMPTS = 12
const KEPT_DAYS = 30

const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.failedAt))

/**
 * Takes the row that has been due longest. One at a time: what stands behind a slow one is still anybody's, and the order
 * is kept.
 */
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
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: later(at, LEASE_S) })
    .where(eq(outbox.id, due))
    .returning()
  return row
}

/** Says that the claim still holds. */
export async function renew(db: Db, row: OutboxRow, at: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ dueAt: later(at, LEASE_S) })
    .where(isStillClaimed(row))
}

/** The row's payload goes with it: personal data is not kept. */
export async function markSent(db: Db, row: OutboxRow, at: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ sentAt: at, failedAt: null, payload: null, lastError: null })
    .where(eq(outbox.id, row.id))
}

/** Puts the row off, or gives it up after the last try. Somebody else's newer claim is left alone. */
export async function markFailed(db: Db, row: OutboxRow, at: Date, lastError: string): Promise<void> {
  const pause = Math.min(FIRST_PAUSE_S * 2 ** (row.attempts - 1), LONGEST_PAUSE_S) * (0.75 + Math.random() / 2)
  await db
    .update(outbox)
    .set({ lastError, dueAt: later(at, pause), ...(isLastAttempt(row) && { failedAt: at }) })
    .where(isStillClaimed(row))
}

export function isLastAttempt(row: OutboxRow): boolean {
  return row.attempts >= ATTEMPTS
}

/** When the next row comes due, or the lease of one ends. */
export async function nextDueAt(db: Db, kinds: readonly string[]): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(outbox.dueAt) })
    .from(outbox)
    .where(and(isWaiting, inArray(outbox.kind, [...kinds])))
  return row?.at ?? null
}

/** What was sent, and what could not be: an address is not kept for ever because it was wrong. */
export async function sweepOutbox({ db, now }: { readonly db: Db; readonly now: () => Date }): Promise<void> {
  const longAgo = later(now(), -KEPT_DAYS * 24 * 60 * 60)
  await db.delete(outbox).where(or(lt(outbox.sentAt, longAgo), lt(outbox.failedAt, longAgo)))
}

/** Every claim counts as an attempt, so the count tells one claim from the next. */
function isStillClaimed(row: OutboxRow) {
  return and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts), isNull(outbox.sentAt))
}

function later(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}
