const FIRST_MS = 1000
const MAX_MS = 30_000

/**
 * Milliseconds to wait after consecutive failures: exponential, at most 30 s, with random jitter, so that not all
 * clients reconnect to a restarted server at the same moment.
 */
export function backoff(failures: number): number {
  return Math.min(MAX_MS, FIRST_MS * 2 ** failures) * (0.5 + Math.random() / 2)
}
