import { isPlaceholder, type Tribute } from "@haitech/contract/donations"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { insertDonation } from "#features/donations/queries/ledger.ts"
import { insertMonthlyGift } from "#features/donations/queries/monthly.ts"
import { insertTribute } from "#features/donations/queries/tributes.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import type { Payments } from "#platform/payments.ts"
import { Problem } from "#platform/problem.ts"

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
  readonly frequency: "one-time" | "monthly"
  readonly isAnonymous: boolean
  readonly feeCovered: number
  readonly tribute?: Tribute | undefined
}

interface Sender {
  readonly language: Language
  readonly idempotencyKey: string | undefined
}

/**
 * The donation is stored before the browser gets the secret that can pay the intent, so every paid intent has one.
 * @throws {Problem} `payments.off`, `payments.unavailable`
 */
export async function createIntent(
  deps: Deps,
  input: IntentInput,
  { language, idempotencyKey }: Sender,
): Promise<{ clientSecret: string; paymentIntentId: string }> {
  const { db, now } = deps
  const payments = requirePayments(deps)
  const id = createId()
  const { amount, currency } = input
  const request = { amount, currency, key: idempotencyKey ? deps.keyedHash("intent", idempotencyKey) : id }
  const isMonthly = input.frequency === "monthly"
  const intent = await (isMonthly ? payments.createSubscription(request) : payments.createIntent(request))
  const { provider } = payments
  await db.transaction(async (tx) => {
    const isStored = await store(tx, input, { ...intent, donationId: id, provider, language })
    if (isStored) await enqueueCheck(tx, intent.id, 0, new Date(now().getTime() + FIRST_CHECK_MS))
  })
  return { clientSecret: intent.clientSecret, paymentIntentId: intent.id }
}

interface StoredIntent extends Pick<Payments, "provider"> {
  readonly id: string
  readonly donationId: string
  readonly subscriptionId?: string
  readonly language: Language
}

async function store(
  tx: Tx,
  { frequency, tribute, ...input }: IntentInput,
  { id: intentId, donationId, subscriptionId, provider, language }: StoredIntent,
): Promise<boolean> {
  const { amount, currency, isAnonymous, feeCovered } = input
  const shared = { amount, currency, isAnonymous, feeCovered, provider, language }
  const gift = subscriptionId ? await insertMonthlyGift(tx, { ...shared, subscriptionId }) : undefined
  if (subscriptionId && !gift) return false
  const row = await insertDonation(tx, {
    ...shared,
    ...donorFields(input),
    id: donationId,
    frequency,
    intentId,
    monthlyGiftId: gift?.id ?? null,
  })
  if (row && tribute) await insertTribute(tx, { ...tribute, donationId })
  return row !== undefined
}

/** The placeholder is no address (spec §5). */
export function donorFields({ donorName, donorEmail, message }: DonorInput) {
  return { name: donorName, email: isPlaceholder(donorEmail) ? null : donorEmail, message: message ?? null }
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

/** For what a job does again later. */
export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== "payments.unavailable") throw error
}
