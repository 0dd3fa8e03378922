import type { Deps } from "#deps.ts"
import { countDeclines } from "#features/donations/queries/ledger.ts"
import { Problem } from "#platform/problem.ts"

/** Stolen cards are tried with many small gifts, from many addresses: these limits are for all donors together (RL-04). */
const TOTAL_LIMIT = { name: "intent.total", limit: 60, windowSeconds: 600 }
const MAX_DECLINES = 30
const PURPOSE = "donation"
const MORE_WORK_EVERY = 60

/**
 * During an attack an intent needs a proof of work, so that donors can still give and attackers pay for each try.
 * @throws {Problem} `rate.limited` with a challenge
 */
export async function requireProofDuringAttack(
  { db, limiter, proofsOfWork }: Pick<Deps, "db" | "limiter" | "proofsOfWork">,
  proof: string | undefined,
): Promise<void> {
  const { over, retryAfter } = await limiter.count(TOTAL_LIMIT, "all")
  const declines = await countDeclines(db, TOTAL_LIMIT.windowSeconds)
  if (over === 0 && declines <= MAX_DECLINES) return
  if (proof !== undefined && (await proofsOfWork.accept(PURPOSE, proof))) return
  const challenge = await proofsOfWork.challenge(PURPOSE, Math.floor(over / MORE_WORK_EVERY))
  throw new Problem("rate.limited", { challenge, retryAfter })
}
