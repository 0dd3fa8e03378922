import type { Timers } from "./single-flight.ts"
import type { TextStorage } from "./storage.ts"

/** Timers that only advance when the test calls `advance`. */
export interface FakeTimers extends Timers {
  /** Advances the time, timer by timer, and flushes pending promises after each. */
  advance(ms: number): Promise<void>
  /** Drops all timers, like a closed page. */
  clear(): void
}

export function createFakeTimers(start = Date.parse("2026-11-21T15:00:00Z")): FakeTimers {
  let now = start
  let pending: { at: number; run: () => void }[] = []
  const without = (timer: unknown) => pending.filter((other) => other !== timer)
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      pending.push(timer)
      return () => {
        pending = without(timer)
      }
    },
    async advance(ms) {
      const until = now + ms
      for (;;) {
        const [next] = pending.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
        if (!next) break
        now = Math.max(now, next.at)
        pending = without(next)
        next.run()
        await flushPromises()
      }
      now = until
    },
    clear() {
      pending = []
    },
  }
}

export async function flushPromises(): Promise<void> {
  for (let at = 0; at < 100; at++) await Promise.resolve()
}

/** An in-memory storage that several tabs can share. */
export function createMemoryStorage(): TextStorage {
  const texts = new Map<string, string>()
  return {
    get: (name) => texts.get(name) ?? null,
    set: (name, text) => void texts.set(name, text),
    remove: (name) => void texts.delete(name),
    names: () => [...texts.keys()],
  }
}
