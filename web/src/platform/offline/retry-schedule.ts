import { backoff } from "#platform/http/backoff.ts"
import { CallFailed } from "#platform/http/request.ts"
import type { Timers } from "./single-flight.ts"

/** The pause after a 429 without a `retry-after` header. */
const PAUSE_MS = 30_000
const TOO_MANY_REQUESTS = 429
/** Request Timeout and Too Early are worth a retry, too. */
const RETRYABLE = [408, 425, TOO_MANY_REQUESTS]

/** Whether the server refused the request itself, so that the same request fails again. */
export function isRefusal(failure: unknown): failure is CallFailed {
  if (!(failure instanceof CallFailed)) return false
  const { status } = failure
  return status >= 400 && status < 500 && !RETRYABLE.includes(status)
}

/** When to send again: after a backoff, or after the pause that a 429 asks for. `retry` runs once it is time. */
export function createRetrySchedule(timers: Timers, retry: () => void) {
  let failures = 0
  let isPaused = false
  let notBefore = 0
  let cancelTimer = () => {}
  return {
    isDue: () => timers.now() >= notBefore,
    /** True from a failure until the next success. */
    isRetrying: () => failures > 0 || isPaused,
    reset(): void {
      failures = 0
      isPaused = false
    },
    delay(failure: unknown): void {
      const pauseMs = pauseOf(failure)
      const delayMs = pauseMs || backoff(failures++)
      isPaused = pauseMs > 0
      notBefore = timers.now() + delayMs
      cancelTimer()
      cancelTimer = timers.after(delayMs, () => {
        // A timer can fire slightly early, and no other one is set.
        notBefore = 0
        retry()
      })
    },
    /** Skips the backoff, but not a pause that the server asked for. */
    skipBackoff(): void {
      if (!isPaused) notBefore = 0
    },
  }
}

/** Milliseconds; 0 for other failures than a 429. */
function pauseOf(failure: unknown): number {
  if (!(failure instanceof CallFailed) || failure.status !== TOO_MANY_REQUESTS) return 0
  return failure.retryAfter * 1000 || PAUSE_MS
}
