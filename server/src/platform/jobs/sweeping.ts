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

/** Runs a minute after the start, then hourly. @returns a function that stops it and waits for a running sweep */
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
