import type { Db } from "#platform/db/client.ts"
import type { Log } from "#platform/log.ts"

interface SweepDeps {
  readonly db: Db
  readonly now: () => Date
}

/** Deletes expired rows: personal data is stored only as long as it is needed (security C17). */
export type Sweep = (deps: SweepDeps) => Promise<void>

const FIRST_DELAY_MS = 60_000
const INTERVAL_MS = 60 * 60 * 1000

/**
 * Runs a sweep one minute after the start, then every hour: a server that loses power every day sweeps, too. A failed
 * sweep is logged and runs again an hour later.
 * @returns a function that stops the schedule and resolves when a running sweep is over
 */
export function startSweeping(sweep: Sweep, deps: SweepDeps, log: Pick<Log, "warn">): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const schedule = (ms: number) => {
    timer = setTimeout(() => {
      running = sweep(deps).catch((error: unknown) => {
        log.warn({ error: error instanceof Error ? error.name : typeof error }, "sweep")
      })
      schedule(INTERVAL_MS)
    }, ms).unref()
  }
  schedule(FIRST_DELAY_MS)
  return () => {
    clearTimeout(timer)
    return running
  }
}
