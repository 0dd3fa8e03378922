import { setTimeout as pause } from "node:timers/promises"
import type { Database } from "#platform/db/client.ts"
import type { Log } from "#platform/log.ts"
import { claim, isLastAttempt, LEASE_S, markFailed, markSent, nextDueAt, renew } from "./claims.ts"
import { OUTBOX_CHANNEL } from "./outbox.ts"
import type { OutboxRow } from "./table.ts"

/** Must end: every wait inside has a time limit. Called again after a failure or a crash, with the same `key`. */
export type Handler = (payload: never, effect: { readonly key: string; readonly attempt: number }) => Promise<void>

export interface Worker {
  drain(): Promise<void>
  stop(): Promise<void>
}

interface WorkerDeps {
  readonly database: Pick<Database, "db" | "listener">
  readonly handlers: Readonly<Record<string, Handler>>
  readonly now: () => Date
  readonly log: Log
}

const MAX_POLL_MS = 15_000
const MIN_POLL_MS = 100
/** About six seconds in all, enough for a database restart. */
const SETTLE_PAUSES_MS = [200, 400, 800, 1600, 3200]

/**
 * A worker claims a row by moving its due time past the lease, in a separate statement: no transaction waits for the
 * network, and the rows of a dead worker come due again.
 */
export async function startWorker(deps: WorkerDeps): Promise<Worker> {
  let isStopping = false
  let poll: NodeJS.Timeout | undefined

  const rounds = createRounds(async () => {
    while (!isStopping && (await runNext(deps)));
    if (isStopping) return
    schedule(await msUntilNext(deps))
  })
  const wake = () => {
    rounds.request().catch((error: unknown) => {
      deps.log.warn({ error: nameOf(error) }, "outbox")
      schedule(MAX_POLL_MS)
    })
  }
  const schedule = (ms: number) => {
    clearTimeout(poll)
    if (!isStopping) poll = setTimeout(wake, ms).unref()
  }
  const subscription = await deps.database.listener.listen(OUTBOX_CHANNEL, wake, wake)
  return {
    drain: rounds.request,
    async stop() {
      isStopping = true
      clearTimeout(poll)
      await subscription.stop()
      await rounds.ended().catch(() => undefined)
    },
  }
}

/** Runs one round at a time. A running round may have read the table already, so new requests share the next one. */
function createRounds(round: () => Promise<void>) {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const begin = () => {
    next = undefined
    return round()
  }
  const request = (): Promise<void> => {
    next ??= last.catch(() => undefined).then(begin)
    last = next
    return next
  }
  return { request, ended: () => last }
}

async function runNext({ database: { db }, handlers, now, log }: WorkerDeps): Promise<boolean> {
  const row = await claim(db, Object.keys(handlers), now())
  if (!row) return false
  const renewing = setInterval(() => renew(db, row, now()).catch(() => undefined), (LEASE_S * 1000) / 3)
  const error = await failureOf(handlers[row.kind], row)
  clearInterval(renewing)
  if (error) {
    const fields = { kind: row.kind, attempt: row.attempts, error }
    if (isLastAttempt(row)) log.error(fields, "outbox gave up")
    else log.warn(fields, "outbox")
  }
  await settle(() => (error ? markFailed(db, row, now(), error) : markSent(db, row, now())))
  return true
}

async function failureOf(handle: Handler | undefined, row: OutboxRow): Promise<string | undefined> {
  try {
    if (!handle) throw new Error("no handler for this kind")
    await handle(row.payload as never, { key: row.key, attempt: row.attempts })
    return undefined
  } catch (error) {
    return nameOf(error)
  }
}

/** Retries the write: an effect that is not marked as sent would be sent again. */
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

/** The minimum also covers clock differences: a row that is due in the database may be due here a moment later. */
async function msUntilNext({ database: { db }, handlers, now }: WorkerDeps): Promise<number> {
  const at = await nextDueAt(db, Object.keys(handlers))
  const ms = at ? at.getTime() - now().getTime() : MAX_POLL_MS
  return Math.min(Math.max(ms, MIN_POLL_MS), MAX_POLL_MS)
}

/** A code or a class name; the message of an error may quote an address. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const name = typeof code === "string" && /^\w{1,40}$/.test(code) ? code : error.name
  return typeof responseCode === "number" ? `${name} ${responseCode}` : name
}
