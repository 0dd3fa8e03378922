/** A clock with timers, which tests replace. */
export interface Timers {
  now(): number
  /** Runs a callback later. The returned function cancels it. */
  after(ms: number, run: () => void): () => void
}

export const realTimers: Timers = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Never runs two rounds at once. All calls during a round share one more round after it, since the running one may have
 * read its input already.
 */
export function singleFlight(round: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const start = (): Promise<void> => {
    running = round().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}

/** Runs a task under a lock shared by all tabs (Web Locks). Without lock support the task runs at once. */
export async function withTabLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  const locks = (globalThis.navigator as { locks?: LockManager } | undefined)?.locks
  if (!locks) return run()
  let hasStarted = false
  try {
    return (await locks.request(name, () => {
      hasStarted = true
      return run()
    })) as T
  } catch (error) {
    if (hasStarted) throw error
    return run()
  }
}
