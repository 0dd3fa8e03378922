import type { ConnectionPool } from "./pool.ts"

interface Clock {
  now(): Date
  stop(): void
}

const INTERVAL_MS = 30_000
const MAX_ROUND_TRIP_MS = 1_000

/**
 * The database's clock, which all processes share. Between two readings the time since the last one is added by the
 * monotonic clock, so the clock of this machine does not matter, even if somebody sets it.
 */
export async function startClock(pool: Pick<ConnectionPool, "query">, intervalMs = INTERVAL_MS): Promise<Clock> {
  let offset = await readOffset(pool, Number.POSITIVE_INFINITY)
  const timer = setInterval(async () => {
    offset = (await readOffset(pool, MAX_ROUND_TRIP_MS).catch(() => offset)) ?? offset
  }, intervalMs).unref()
  return {
    now: () => new Date(performance.now() + (offset ?? performance.timeOrigin)),
    stop: () => clearInterval(timer),
  }
}

/** @returns the database's time when `performance.now()` was 0; undefined when the answer took too long */
async function readOffset(pool: Pick<ConnectionPool, "query">, maxMs: number): Promise<number | undefined> {
  const before = performance.now()
  const { rows } = await pool.query<{ ms: number }>("select extract(epoch from clock_timestamp())::float8 * 1000 as ms")
  const after = performance.now()
  return rows[0] && after - before <= maxMs ? rows[0].ms - (before + after) / 2 : undefined
}
