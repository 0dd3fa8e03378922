import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from "drizzle-orm"
import type { Database, Db } from "#platform/db/client.ts"
import type { Log } from "#platform/log.ts"
import { OUTBOX_CHANNEL } from "./outbox.ts"
import { type OutboxRow, outbox } from "./table.ts"

/** Does one effect. Called again after a failure, and after a crash in the middle: `key` tells that it is the same. */
export type Handler = (payload: never, effect: { readonly key: string; readonly attempt: number }) => Promise<void>

export interface Worker {
  /** Does everything that is due now. */
  drain(): Promise<void>
  /** Finishes what was begun and begins nothing more. */
  stop(): Promise<void>
}

interface Work {
  readonly database: Pick<Database, "db" | "sql">
  readonly handlers: Readonly<Record<string, Handler>>
  readonly now: () => Date
  readonly log: Log
}

const POLL_MS = 15_000
const LEASE_S = 120
const FIRST_PAUSE_S = 30
const LONGEST_PAUSE_S = 6 * 60 * 60
const ATTEMPTS = 12
const KEPT_DAYS = 30
const AT_ONCE = 10

/**
 * Works off the outbox, beside any number of other workers. A row is claimed by moving its due time past the lease, in a
 * statement of its own: nothing waits on the network inside a transaction, and what a dead worker had claimed comes due
 * again.
 */
export async function startWorker(work: Work): Promise<Worker> {
  let stopping = false
  let running: Promise<void> | undefined
  let again = false
  const drain = (): Promise<void> => {
    again = true
    running ??= (async () => {
      while (again && !stopping) {
        again = false
        while (!stopping && (await doSome(work))) again = true
      }
    })().finally(() => {
      running = undefined
    })
    return running
  }
  const wake = () => {
    // A database that is away for a moment comes back; the poll tries again.
    drain().catch((error: unknown) => work.log.warn({ error: nameOf(error) }, "outbox"))
  }
  const heard = await work.database.sql.listen(OUTBOX_CHANNEL, wake, wake)
  const poll = setInterval(wake, POLL_MS).unref()
  return {
    drain,
    async stop() {
      stopping = true
      clearInterval(poll)
      await heard.unlisten().catch(() => undefined)
      await running?.catch(() => undefined)
    },
  }
}

async function doSome({ database: { db }, handlers, now, log }: Work): Promise<boolean> {
  const claimed = await claim(db, Object.keys(handlers), now())
  for (const row of claimed) {
    try {
      await handlers[row.kind]?.(row.payload as never, { key: row.key, attempt: row.attempts })
      await markSent(db, row, now())
    } catch (error) {
      log.warn({ kind: row.kind, attempt: row.attempts, error: nameOf(error) }, "outbox")
      await markFailed(db, row, now(), nameOf(error))
    }
  }
  if (claimed.length === 0) await forgetOld(db, now())
  return claimed.length > 0
}

function claim(db: Db, kinds: string[], at: Date): Promise<OutboxRow[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), isNull(outbox.failedAt), lte(outbox.dueAt, at), inArray(outbox.kind, kinds)))
    .orderBy(asc(outbox.dueAt))
    .limit(AT_ONCE)
    .for("update", { skipLocked: true })
  return db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: later(at, LEASE_S) })
    .where(inArray(outbox.id, due))
    .returning()
}

async function markSent(db: Db, row: OutboxRow, at: Date): Promise<void> {
  await db.update(outbox).set({ sentAt: at, payload: null, lastError: null }).where(eq(outbox.id, row.id))
}

async function markFailed(db: Db, row: OutboxRow, at: Date, lastError: string): Promise<void> {
  const pause = Math.min(FIRST_PAUSE_S * 2 ** (row.attempts - 1), LONGEST_PAUSE_S) * (0.75 + Math.random() / 2)
  const gaveUp = row.attempts >= ATTEMPTS
  await db
    .update(outbox)
    .set({ lastError, dueAt: later(at, pause), ...(gaveUp && { failedAt: at }) })
    .where(eq(outbox.id, row.id))
}

async function forgetOld(db: Db, at: Date): Promise<void> {
  const longAgo = later(at, -KEPT_DAYS * 24 * 60 * 60)
  await db.delete(outbox).where(or(lt(outbox.sentAt, longAgo), lt(outbox.failedAt, longAgo)))
}

function later(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}

/** A code or a class: an error's message may quote an address. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  return "code" in error && typeof error.code === "string" ? error.code : error.name
}
