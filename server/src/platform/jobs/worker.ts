import { setTimeout as pause } from "node:timers/promises"
import type { Database } from "#platform/db/client.ts"
import type { Log } from "#platform/log.ts"
import { claim, isLastAttempt, LEASE_S, markFailed, markSent, nextDueAt, renew } from "./claims.ts"
import { OUTBOX_CHANNEL } from "./outbox.ts"
import type { OutboxRow } from "./table.ts"

/**
 * Does one effect, and ends by itself: whatever it waits for has a time limit. Called again after a failure, and after a
 * crash in the middle: `key` tells that it is the same.
 */
export type Handler = (payload: never, effect: { readonly key: string; readonly attempt: number }) => Promise<void>

export interface Worker {
  /** Does everything that is due now. */
  drain(): Promise<void>
  /** Finishes what was begun and begins nothing more. */
  stop(): Promise<void>
}

interface Work {
  readonly database: Pick<Database, "db" | "listener">
  readonly handlers: Readonly<Record<string, Handler>>
  readonly now: () => Date
  readonly log: Log
}

const SLOWEST_POLL_MS = 15_000
const FASTEST_POLL_MS = 100
/** Some six seconds in all: a database that restarts is back by then. */
const SETTLE_PAUSES_MS = [200, 400, 800, 1600, 3200]

/**
 * Works off the outbox, beside any number of other workers, in order of due time. A row is claimed by moving its due time
 * past the lease, in a statement of its own: nothing waits on the network inside a transaction, and what a dead worker had
 * claimed comes due again.
 */
export async function startWorker(work: Work): Promise<Worker> {
  let isStopping = false
  let poll: NodeJS.Timeout | undefined

  const rounds = oneByOne(async () => {
    while (!isStopping && (await doNext(work)));
    if (isStopping) return
    schedule(await untilNext(work))
  })
  const wake = () => {
    rounds.ask().catch((error: unknown) => {
      // A database that is away for a moment comes back.
      work.log.warn({ error: nameOf(error) }, "outbox")
      schedule(SLOWEST_POLL_MS)
    })
  }
  const schedule = (ms: number) => {
    clearTimeout(poll)
    if (!isStopping) poll = setTimeout(wake, ms).unref()
  }
  const heard = await work.database.listener.listen(OUTBOX_CHANNEL, wake, wake)
  return {
    drain: rounds.ask,
    async stop() {
      isStopping = true
      clearTimeout(poll)
      await heard.stop()
      await rounds.ended().catch(() => undefined)
    },
  }
}

/** A round that has begun may have looked already: whoever asks meanwhile is owed the one after it, and shares it. */
function oneByOne(round: () => Promise<void>) {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const begin = () => {
    next = undefined
    return round()
  }
  const ask = (): Promise<void> => {
    next ??= last.catch(() => undefined).then(begin)
    last = next
    return next
  }
  return { ask, ended: () => last }
}

async function doNext({ database: { db }, handlers, now, log }: Work): Promise<boolean> {
  const row = await claim(db, Object.keys(handlers), now())
  if (!row) return false
  const renewing = setInterval(() => renew(db, row, now()).catch(() => undefined), (LEASE_S * 1000) / 3)
  const error = await failureOf(handlers[row.kind], row)
  clearInterval(renewing)
  if (error) {
    const facts = { kind: row.kind, attempt: row.attempts, error }
    if (isLastAttempt(row)) log.error(facts, "outbox gave up")
    else log.warn(facts, "outbox")
  }
  await settle(() => (error ? markFailed(db, row, now(), error) : markSent(db, row, now())))
  return true
}

/** Nothing, or the name of what went wrong. */
async function failureOf(handle: Handler | undefined, row: OutboxRow): Promise<string | undefined> {
  try {
    if (!handle) throw new Error("nobody does this kind")
    await handle(row.payload as never, { key: row.key, attempt: row.attempts })
    return undefined
  } catch (error) {
    return nameOf(error)
  }
}

/** What was sent and is not written down would be sent again: the database is asked more than once. */
async function settle(write: () => Promise<void>): Promise<void> {
  for (const ms of SETTLE_PAUSES_MS) {
    try {
      return await write()
    } catch {
      await pause(ms)
    }
  }
  await write()
}

/** Also bridges clocks that differ: what the database calls due may be due a moment later here. */
async function untilNext({ database: { db }, handlers, now }: Work): Promise<number> {
  const at = await nextDueAt(db, Object.keys(handlers))
  const ms = at ? at.getTime() - now().getTime() : SLOWEST_POLL_MS
  return Math.min(Math.max(ms, FASTEST_POLL_MS), SLOWEST_POLL_MS)
}

/** A code or a class: an error's message may quote an address. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const name = typeof code === "string" && /^\w{1,40}$/.test(code) ? code : error.name
  return typeof responseCode === "number" ? `${name} ${responseCode}` : name
}
