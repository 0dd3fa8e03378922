import { PLACEHOLDER_EMAIL } from "@haitech/contract/donations"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { insertDonation } from "#features/donations/queries/ledger.ts"
import { createId } from "#platform/db/columns.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import type { Payments } from "#platform/payments.ts"
import { Problem } from "#platform/problem.ts"

/** Stolen cards are tried with many small gifts: beyond this the provider gets no more intents of anybody (RL-04). */
export const TOTAL_LIMIT = { name: "intent.total", limit: 60, windowSeconds: 600 }
/** A pending donation is compared with the provider after this time, in case that no event arrives. */
export const FIRST_CHECK_MS = 15 * 60 * 1000

export interface DonorInput {
  readonly donorName: string
  readonly donorEmail: string
  readonly message?: string | undefined
}

interface IntentInput extends DonorInput {
  readonly amount: number
  readonly currency: "usd"
}

interface Sender {
  readonly language: Language
  readonly idempotencyKey: string | undefined
}

/**
 * The donation is stored before the browser gets the secret that can pay the intent, so every paid intent has one.
 * @throws {Problem} `payments.off`, `payments.unavailable`, `rate.limited`
 */
export async function createIntent(
  deps: Deps,
  { amount, currency, ...donor }: IntentInput,
  { language, idempotencyKey }: Sender,
): Promise<{ clientSecret: string; paymentIntentId: string }> {
  const { db, limiter, now } = deps
  const payments = requirePayments(deps)
  await limiter.take(TOTAL_LIMIT, "all")
  const id = createId()
  const key = idempotencyKey ? deps.keyedHash("intent", idempotencyKey) : id
  const intent = await payments.createIntent({ amount, currency, key })
  await db.transaction(async (tx) => {
    const donation = { id, amount, currency, provider: payments.provider, intentId: intent.id, language }
    const row = await insertDonation(tx, { ...donation, ...donorFields(donor) })
    if (row) await enqueueCheck(tx, intent.id, 0, new Date(now().getTime() + FIRST_CHECK_MS))
  })
  return { clientSecret: intent.clientSecret, paymentIntentId: intent.id }
}

/** The placeholder is no address (spec §5). */
export function donorFields({ donorName, donorEmail, message }: DonorInput) {
  return { name: donorName, email: donorEmail === PLACEHOLDER_EMAIL ? null : donorEmail, message: message ?? null }
}

/** @throws {Problem} `payments.off` */
export function requirePayments({ payments }: Pick<Deps, "payments">): Payments {
  if (!payments) throw new Problem("payments.off", { retryAfter: 3600 })
  return payments
}

export async function enqueueCheck(
  tx: Parameters<typeof enqueue>[0],
  intentId: string,
  round: number,
  dueAt: Date,
): Promise<void> {
  await enqueue(tx, {
    kind: "donation.check",
    key: `donation.check:${intentId}:${round}`,
    payload: { intentId, round },
    dueAt,
  })
}
