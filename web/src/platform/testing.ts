import type { Timers } from "./single-flight.ts"
import type { TextStorage } from "./storage.ts"

/** A clock that only goes when a test says so. */
export interface StillTimers extends Timers {
  /** Lets time pass, alarm by alarm, and waits until what each began has calmed down. */
  pass(ms: number): Promise<void>
  /** The page is gone, with all it wanted to do. */
  forget(): void
}

export function stillTimers(start = Date.parse("2026-11-21T15:00:00Z")): StillTimers {
  let now = start
  let alarms: { at: number; act: () => void }[] = []
  const without = (alarm: unknown) => alarms.filter((each) => each !== alarm)
  return {
    now: () => now,
    after(ms, act) {
      const alarm = { at: now + ms, act }
      alarms.push(alarm)
      return () => {
        alarms = without(alarm)
      }
    },
    async pass(ms) {
      const until = now + ms
      for (;;) {
        const [next] = alarms.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)
        if (!next) break
        now = Math.max(now, next.at)
        alarms = without(next)
        next.act()
        await calm()
      }
      now = until
    },
    forget() {
      alarms = []
    },
  }
}

/** Everything that only waits for a promise is done. */
export async function calm(): Promise<void> {
  for (let at = 0; at < 100; at++) await Promise.resolve()
}

/** A browser's storage, which several tabs may share. */
export function sharedStorage(): TextStorage {
  const texts = new Map<string, string>()
  return {
    get: (name) => texts.get(name) ?? null,
    set: (name, text) => void texts.set(name, text),
    remove: (name) => void texts.delete(name),
    names: () => [...texts.keys()],
  }
}
