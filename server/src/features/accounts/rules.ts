const DAY_MS = 86_400_000
/** Of a member: so long without a visit, and so long in all (security AU-10). */
const IDLE_MS = 14 * DAY_MS
const ABSOLUTE_MS = 30 * DAY_MS

/** When a session that began then and is used now runs out. */
export function expiryOf(beganAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_MS, beganAt.getTime() + ABSOLUTE_MS))
}

/** Is it worth a write? A session in use is prolonged once a day, not with every call. */
export function isWorthProlonging(expire: Date, next: Date): boolean {
  return next.getTime() - expire.getTime() >= DAY_MS
}
