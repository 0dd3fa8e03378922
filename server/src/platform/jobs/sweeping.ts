import type { Db } from "#platform/db/client.ts"
import type { Log } from "#platform/log.ts"

interface Needed {
  readonly db: Db
  readonly now: () => Date
}

/** Takes away what ran out: nothing personal is kept longer than it is of use (security C17). */
export type Sweep = (deps: Needed) => Promise<void>

const FIRST_AFTER_MS = 60_000
const EVERY_MS = 60 * 60 * 1000

/**
 * Sweeps a minute after the start, then every hour: a house whose power is cut every day sweeps, too. What fails is told
 * and done next time. @returns what ends it, once a sweep that runs is over
 */
export function startSweeping(sweep: Sweep, deps: Needed, log: Pick<Log, "warn">): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let next: NodeJS.Timeout
  const after = (ms: number) => {
    next = setTimeout(() => {
      running = sweep(deps).catch((error: unknown) => {
        log.warn({ error: error instanceof Error ? error.name : typeof error }, "sweep")
      })
      after(EVERY_MS)
    }, ms).unref()
  }
  after(FIRST_AFTER_MS)
  return () => {
    clearTimeout(next)
    return running
  }
}
