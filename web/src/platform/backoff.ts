const FIRST_MS = 1000
const MOST_MS = 30_000

/**
 * Milliseconds to wait after so many failures in a row: longer each time, half a minute at most, and never the same for
 * everybody, so that a server that comes back is not met by all at once.
 */
export function backoff(failures: number): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** failures) * (0.5 + Math.random() / 2)
}
