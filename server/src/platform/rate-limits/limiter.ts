import { createHmac } from "node:crypto"
import { isIP } from "node:net"
import { and, eq, gt, lte, sql } from "drizzle-orm"
import type { Db } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { rateLimits } from "./table.ts"

export interface Rule {
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
}

export interface Limiter {
  /** Counts a call. @returns how many are left. @throws {Problem} `rate.limited`, with the seconds to wait, over the limit */
  take(rule: Rule, subject: string, amount?: number): Promise<number>
  count(rule: Rule, subject: string): Promise<LimitState>
  refund(rule: Rule, subject: string): Promise<void>
}

interface LimitState {
  readonly left: number
  readonly over: number
  readonly retryAfter: number
}

/** For development and load tests (`RATE_LIMITS=off`). */
export const noLimiter: Limiter = {
  take: async () => Number.POSITIVE_INFINITY,
  count: async () => ({ left: Number.POSITIVE_INFINITY, over: 0, retryAfter: 0 }),
  refund: async () => undefined,
}

/** Rate limits shared by all processes: one upsert per call, a fixed window for each subject (security C7). */
export function createLimiter(db: Db, secret: string, now: () => Date): Limiter {
  const countSome = async (rule: Rule, subject: string, amount = 1): Promise<LimitState> => {
    const at = now()
    const windowEndsAt = new Date(at.getTime() + rule.windowSeconds * 1000)
    const [row] = await increment(db, keyOf(secret, rule, subject), { at, windowEndsAt, amount })
    if (!row) throw new Error("an upsert returned no row")
    const left = rule.limit - row.count
    return { left: Math.max(0, left), over: Math.max(0, -left), retryAfter: secondsBetween(at, row.windowEndsAt) }
  }
  return {
    async take(rule, subject, amount) {
      const { left, over, retryAfter } = await countSome(rule, subject, amount)
      if (over > 0) throw new Problem("rate.limited", { retryAfter })
      return left
    },
    count: (rule, subject) => countSome(rule, subject),
    refund: (rule, subject) => decrement(db, keyOf(secret, rule, subject), now()),
  }
}

export async function sweepLimits({ db, now }: { readonly db: Db; readonly now: () => Date }): Promise<void> {
  await db.delete(rateLimits).where(lte(rateLimits.windowEndsAt, now()))
}

/** The subject of a network address: an IPv4 address (also if written as IPv6), or the /64 network of an IPv6 address. */
export function addressSubject(address: string): string {
  const [bare = ""] = address.split("%")
  if (isIP(bare) !== 6) return bare
  const groups = groupsOf(bare)
  const [high = "", low = ""] = groups.slice(6)
  if (groups.slice(0, 6).join() === "0,0,0,0,0,ffff") return [high, low].flatMap(octets).join(".")
  return `${groups.slice(0, 4).join(":")}::/64`
}

/** The eight groups of an IPv6 address. The URL parser turns its many spellings into one. */
function groupsOf(address: string): string[] {
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::")
  const [left, right] = [head, tail].map((part) => part.split(":").filter(Boolean)) as [string[], string[]]
  return [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right]
}

function octets(group: string): number[] {
  const number = Number.parseInt(group, 16)
  return [number >> 8, number & 255]
}

interface Increment {
  readonly at: Date
  readonly windowEndsAt: Date
  readonly amount: number
}

function increment(db: Db, key: string, { at, windowEndsAt, amount }: Increment) {
  const isOver = sql`${rateLimits.windowEndsAt} <= ${at.toISOString()}::timestamptz`
  return db
    .insert(rateLimits)
    .values({ key, count: amount, windowEndsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then excluded.count else ${rateLimits.count} + excluded.count end`,
        windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning()
    .prepare("rate_limit_count")
    .execute()
}

async function decrement(db: Db, key: string, at: Date): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(and(eq(rateLimits.key, key), gt(rateLimits.windowEndsAt, at)))
}

/** A keyed hash, so that the table stores no addresses and nobody can find them by guessing. */
function keyOf(secret: string, rule: Rule, subject: string): string {
  return createHmac("sha256", secret).update(`${rule.name}\n${subject.toLowerCase()}`).digest("base64url")
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 1000))
}
