const FIRST_MS = 1000
const MAX_MS = 30_000

/** In ms: exponential, at most 30 s, with jitter, so that not all clients reconnect at the same moment. */
export function backoff(failures: number): number {
  return Math.min(MAX_MS, FIRST_MS * 2 ** failures) * (0.5 + Math.random() / 2)
}
