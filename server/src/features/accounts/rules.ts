const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]

/** So long without a visit, and so long in all (security AU-10, D3). */
const LIVES = {
  member: { idleMs: 14 * DAY_MS, absoluteMs: 30 * DAY_MS, worthMs: DAY_MS },
  admin: { idleMs: 30 * MINUTE_MS, absoluteMs: 12 * 60 * MINUTE_MS, worthMs: MINUTE_MS },
} as const

type Kind = keyof typeof LIVES

/** When a session that began then and is used now runs out. */
export function expiryOf(kind: Kind, beganAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + LIVES[kind].idleMs, absoluteExpiryOf(kind, beganAt).getTime()))
}

/** When a session that began then runs out, however much it is used. */
export function absoluteExpiryOf(kind: Kind, beganAt: Date): Date {
  return new Date(beganAt.getTime() + LIVES[kind].absoluteMs)
}

/** Is it worth a write? A member's session in use is prolonged once a day, not with every call. */
export function isWorthExtending(kind: Kind, expire: Date, next: Date): boolean {
  return next.getTime() - expire.getTime() >= LIVES[kind].worthMs
}

/** A letter about a forgotten password is good for so long (C2). */
export function resetExpiryOf(now: Date): Date {
  return new Date(now.getTime() + 30 * MINUTE_MS)
}

/** Whoever showed who they are so lately need not show it again. */
export function isFresh(beganAt: Date, now: Date): boolean {
  return now.getTime() - beganAt.getTime() <= 10 * MINUTE_MS
}

/** How hard the proof of work is for a try that is so many beyond the budget: one step more for each ten. */
export function challengeDifficulty(over: number): number {
  return Math.floor(over / 10)
}

/** After so long a device counts as new again: its cookie is gone by then, too. */
export function deviceCutoff(now: Date): Date {
  return new Date(now.getTime() - 400 * DAY_MS)
}

/** One active administrator at least must be left. */
export function mayStopBeingAdmin(userId: string, activeAdmins: readonly string[]): boolean {
  return activeAdmins.some((id) => id !== userId)
}
