import type { Deps } from "#deps.ts"
import { continueAttack, endQuietAttack, insertAttack } from "#features/donations/queries/attacks.ts"
import { countDeclines } from "#features/donations/queries/ledger.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"

/** Stolen cards are tried with many small gifts, from many addresses: these limits are for all donors together (RL-04). */
const TOTAL_LIMIT = { name: "intent.total", limit: 60, windowSeconds: 600 }
const MAX_DECLINES = 30
const PURPOSE = "donation"
const MORE_WORK_EVERY = 60
export const DECLINED = "payment_intent.payment_failed"
export const QUIET_SECONDS = TOTAL_LIMIT.windowSeconds

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
  await recordAttack({ db }, { first: over > 0 ? TOTAL_LIMIT.limit + over : 1, more: 1 })
  if (proof !== undefined && (await proofsOfWork.accept(PURPOSE, proof))) return
  const challenge = await proofsOfWork.challenge(PURPOSE, Math.floor(over / MORE_WORK_EVERY))
  throw new Problem("rate.limited", { challenge, retryAfter })
}

/** Cards can also be tried on intents that were made before, so declines alone are noticed too. */
export async function noticeDeclines({ db }: Pick<Deps, "db">): Promise<void> {
  if ((await countDeclines(db, TOTAL_LIMIT.windowSeconds)) > MAX_DECLINES)
    await recordAttack({ db }, { first: 0, more: 0 })
}

async function recordAttack(
  { db }: Pick<Deps, "db">,
  attempts: { readonly first: number; readonly more: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await endQuietAttack(tx, QUIET_SECONDS)
    if (await continueAttack(tx, attempts.more)) return
    const attack = await insertAttack(tx, attempts.first)
    if (!attack) return void (await continueAttack(tx, attempts.more))
    const payload = { attackId: attack.id }
    await enqueue(tx, { kind: "donation.attack", key: `donation.attack:${attack.id}`, payload })
  })
}
