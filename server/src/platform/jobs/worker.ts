import { setTimeout as pause } from "node:timers/promises"
import { origin } from "#platform/correlation.ts"
import type { Database } from "#platform/db/client.ts"
import { nameOf } from "#platform/error-name.ts"
import type { Log } from "#platform/log.ts"
import { createRounds } from "#platform/rounds.ts"
import { inSpan, type Tracing } from "#platform/tracing.ts"
import { claim, isLastAttempt, LEASE_S, markFailed, markSent, msUntilNextDue, renew } from "./claims.ts"
import { createFirstWorker } from "./first-worker.ts"
import { PermanentFailure } from "./permanent-failure.ts"
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
  readonly log: Log
  readonly tracing?: Tracing | undefined
}

const MAX_RUNNING = 10
const MAX_POLL_MS = 15_000
const MIN_POLL_MS = 100
const BUSY_POLL_MS = 1_000
/** A minute in all, in which a standby can take over. */
const SETTLE_PAUSES_MS = [200, 400, ...Array<number>(60).fill(1_000)]

/**
 * A worker claims rows by moving their due time past the lease, in a separate statement: no transaction waits for the
 * network, and the rows of a dead worker come due again. It runs up to ten jobs at once, and claims as many as are free.
 */
export async function startWorker(deps: WorkerDeps): Promise<Worker> {
  const { db } = deps.database
  const kinds = Object.keys(deps.handlers)
  const running = new Set<Promise<void>>()
  let ended = 0
  const first = createFirstWorker(deps.database)
  let isStopping = false
  let poll: NodeJS.Timeout | undefined

  const rounds = createRounds(async () => {
    if (isStopping) return
    if (running.size === MAX_RUNNING) return first.passOn()
    const isFirst = await first.tryToBe()
    const rows = await claim(db, kinds, MAX_RUNNING - running.size)
    for (const row of rows) begin(row)
    if (isFirst && running.size === MAX_RUNNING) await first.callForHelp()
    if (rows.length > 0) return schedule(BUSY_POLL_MS)
    schedule((isFirst && (await msUntilNextDue(db, kinds))) || MAX_POLL_MS)
  })
  const begin = (row: OutboxRow) => {
    const job = trace(deps, row)
      .catch(logError)
      .finally(() => {
        running.delete(job)
        ended++
        wake()
      })
    running.add(job)
  }
  const wake = () => {
    rounds.request().catch((error: unknown) => {
      logError(error)
      schedule(MAX_POLL_MS)
    })
  }
  const logError = (error: unknown) => deps.log.warn({ error: nameOf(error) }, "outbox")
  const schedule = (ms: number) => {
    clearTimeout(poll)
    if (!isStopping) poll = setTimeout(wake, Math.min(Math.max(ms, MIN_POLL_MS), MAX_POLL_MS)).unref()
  }
  const subscription = await first.subscribe(wake)
  return {
    async drain() {
      for (;;) {
        const endedBefore = ended
        await rounds.request()
        // A job that ended during the round may have added others after the round's claim.
        if (running.size === 0 && ended === endedBefore) return
        await Promise.all(running)
      }
    },
    async stop() {
      isStopping = true
      clearTimeout(poll)
      await subscription.stop()
      await rounds.ended().catch(() => undefined)
      await first.resign().catch(logError)
      await Promise.all(running)
    },
  }
}

async function trace(deps: WorkerDeps, row: OutboxRow): Promise<void> {
  const { id: job, kind, attempts, traceparent: parent } = row
  const attributes = { "job.kind": kind, "job.attempt": attempts }
  const span = deps.tracing?.startTrace({ kind: "job", name: `job ${kind}`, attributes, parent })
  const work = () => origin.run({ job, kind, ...span?.ids }, () => perform(deps, row))
  await inSpan(span, work, (error) => ({ error }))
}

async function perform({ database: { db }, handlers, log }: WorkerDeps, row: OutboxRow): Promise<string | undefined> {
  const renewing = setInterval(() => renew(db, row).catch(() => undefined), (LEASE_S * 1000) / 3)
  const failure = await failureOf(handlers[row.kind], row)
  clearInterval(renewing)
  if (!failure) {
    await settle(() => markSent(db, row))
    return undefined
  }
  const isFinal = failure.isPermanent || isLastAttempt(row)
  const fields = { ...origin.getStore(), attempt: row.attempts, error: failure.error }
  if (isFinal) log.error(fields, "outbox gave up")
  else log.warn(fields, "outbox")
  await settle(() => markFailed(db, row, failure.error, isFinal))
  return failure.error
}

async function failureOf(handle: Handler | undefined, row: OutboxRow) {
  try {
    if (!handle) throw new Error("no handler for this kind")
    await handle(row.payload as never, { key: row.key, attempt: row.attempts })
    return undefined
  } catch (error) {
    const isPermanent = error instanceof PermanentFailure
    return { isPermanent, error: nameOf(isPermanent ? (error.cause ?? error) : error) }
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
