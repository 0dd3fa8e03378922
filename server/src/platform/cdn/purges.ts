import { setTimeout as pause } from "node:timers/promises"
import { and, eq, gt, isNotNull } from "drizzle-orm"
import type { Db } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { outbox } from "#platform/jobs/table.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { createRounds } from "#platform/rounds.ts"
import type { Cdn } from "./cdn.ts"

const KIND = "cdn.purge"
/** Changes within this time share a purge, and all processes draw their pages before it. */
const STEP_MS = 5000
const PAUSE_MS = 1000

interface PurgeDeps {
  readonly db: Db
  readonly now: () => Date
}

/**
 * Each process requests a purge once it shows a change. The key names the time at which the purge is due, so that
 * processes share it, and that a change after a purge has begun is in a later one.
 */
export function createPurges(deps: PurgeDeps) {
  let isStopped = false
  const rounds = createRounds(async () => {
    for (let isDone = false; !isDone && !isStopped; await pause(PAUSE_MS, undefined, { ref: false }))
      isDone = await enqueuePurge(deps).catch(() => false)
  })
  return {
    request: () => void rounds.request(),
    stop() {
      isStopped = true
    },
  }
}

/** @returns false if it took so long that the purge may have begun before */
async function enqueuePurge({ db, now }: PurgeDeps): Promise<boolean> {
  const dueAt = new Date(Math.ceil((now().getTime() + STEP_MS) / STEP_MS) * STEP_MS)
  await enqueue(db, { kind: KIND, key: `${KIND}/${dueAt.toISOString()}`, payload: {}, dueAt })
  return now() < dueAt
}

export function purgeJobs({ cdn, db }: { readonly cdn: Cdn | undefined; readonly db: Db }): Record<string, Handler> {
  return {
    [KIND]: async (_payload, { key }) => {
      if (cdn && !(await isPurgedSince(db, key))) await cdn.purge()
    },
  }
}

/** Whether a purge that was due later is done: after an outage, one is enough for all that failed. */
async function isPurgedSince(db: Db, key: string): Promise<boolean> {
  const isDone = and(eq(outbox.kind, KIND), gt(outbox.key, key), isNotNull(outbox.sentAt))
  return (await db.select({ key: outbox.key }).from(outbox).where(isDone).limit(1)).length > 0
}
