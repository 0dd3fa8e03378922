/** The clock and the alarms of whoever must be able to wait; a test has its own. */
export interface Timers {
  now(): number
  /** Does something later; what it gives calls it off. */
  after(ms: number, act: () => void): () => void
}

export const realTimers: Timers = {
  now: () => Date.now(),
  after(ms, act) {
    const alarm = setTimeout(act, ms)
    return () => clearTimeout(alarm)
  },
}

/**
 * Never two rounds at once: whoever asks while one runs is answered by one more after it, however many they are, since
 * the running one may have looked already.
 */
export function singleFlight(round: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const begin = (): Promise<void> => {
    running = round().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    if (!running) return begin()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        return begin()
      })
    return next
  }
}

/** Waits until no other tab does the same. A browser without locks, or that forbids them, has no such turns. */
export async function withTabLock<T>(name: string, act: () => Promise<T>): Promise<T> {
  const locks = (globalThis.navigator as { locks?: LockManager } | undefined)?.locks
  if (!locks) return act()
  let isMine = false
  try {
    return (await locks.request(name, () => {
      isMine = true
      return act()
    })) as T
  } catch (error) {
    if (isMine) throw error
    return act()
  }
}
