import type { UserRow } from "./table.ts"

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]

/** Idle and absolute lifetime of a session, and the smallest extension that is worth a write (security AU-10, D3). */
const LIFETIMES = {
  member: { idleMs: 14 * DAY_MS, absoluteMs: 30 * DAY_MS, minExtensionMs: DAY_MS },
  admin: { idleMs: 30 * MINUTE_MS, absoluteMs: 12 * 60 * MINUTE_MS, minExtensionMs: MINUTE_MS },
} as const

type Kind = keyof typeof LIFETIMES

/** When a session that is used now expires: at its idle limit or its absolute limit, whichever comes first. */
export function expiryOf(kind: Kind, beganAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + LIFETIMES[kind].idleMs, absoluteExpiryOf(kind, beganAt).getTime()))
}

export function absoluteExpiryOf(kind: Kind, beganAt: Date): Date {
  return new Date(beganAt.getTime() + LIFETIMES[kind].absoluteMs)
}

/** Saves writes: a member's session is extended once a day, not with every request. */
export function isWorthExtending(kind: Kind, current: Date, next: Date): boolean {
  return next.getTime() - current.getTime() >= LIFETIMES[kind].minExtensionMs
}

export function pendingExpiryOf(now: Date): Date {
  return new Date(now.getTime() + 10 * MINUTE_MS)
}

/** Where the site requires a second factor, an administrator has a week to set one up. */
export function factorDueAt({ adminSince, createdAt }: Pick<UserRow, "adminSince" | "createdAt">): Date {
  return new Date((adminSince ?? createdAt).getTime() + 7 * DAY_MS)
}

export function resetExpiryOf(now: Date): Date {
  return new Date(now.getTime() + 30 * MINUTE_MS)
}

export function deviceCodeExpiryOf(now: Date): Date {
  return new Date(now.getTime() + 10 * MINUTE_MS)
}

export function isFresh(beganAt: Date, now: Date): boolean {
  return now.getTime() - beganAt.getTime() <= 10 * MINUTE_MS
}

export function challengeDifficulty(attemptsOverLimit: number): number {
  return Math.floor(attemptsOverLimit / 10)
}

/** Devices last seen before this date count as new again: their cookie has expired, too. */
export function deviceCutoff(now: Date): Date {
  return new Date(now.getTime() - 400 * DAY_MS)
}

/** Is the password this word, in any case, with or without digits and signs after it? */
export function isOwnWord(password: string, word: string): boolean {
  const own = word.toLowerCase()
  const typed = password.trim().toLowerCase()
  return typed === own || typed.replace(/[^\p{L}]+$/u, "") === own
}

/** Names that would make a member look like the organization. */
const RESERVED = ["admin", "administrator", "moderator", "official", "security", "staff", "support"]

/** A shorter name of the site is a part of too many user names. */
const MIN_SITE_NAME = 4

/** Is the user name reserved? One that contains the site's name is, too. Digits and signs in it do not count. */
export function isReserved(username: string, siteName: string): boolean {
  const letters = (text: string) =>
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}]/gu, "")
  const [name, site] = [letters(username), letters(siteName)]
  if (RESERVED.includes(name)) return true
  return site.length >= MIN_SITE_NAME ? name.includes(site) : site !== "" && name === site
}

export function mayStopBeingAdmin(userId: string, activeAdmins: readonly string[]): boolean {
  return activeAdmins.some((id) => id !== userId)
}
