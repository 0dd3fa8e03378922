import type { Deps } from "#deps.ts"
import { findMonthlyGiftBySubscription } from "#features/donations/queries/monthly.ts"
import type { MonthlyGiftRow } from "#features/donations/table.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { requirePayments } from "./intents.ts"

const TRIES = 5

/**
 * Charges the gift to the card that the donor gave last. After each change it looks again for a newer card, so that late,
 * repeated and concurrent calls end with the same card.
 * @throws {Problem} `payments.unavailable`, `payments.off`
 */
export async function applyNewestCard(
  deps: Pick<Deps, "db" | "payments">,
  { id, subscriptionId }: Pick<MonthlyGiftRow, "id" | "subscriptionId">,
): Promise<void> {
  const payments = requirePayments(deps)
  for (let tries = 0; tries < TRIES; tries++) {
    const card = await payments.readNewestCard(subscriptionId)
    if (!card || card.isUsed) return
    await enqueueCardEmail(deps, id, card.id)
    await payments.changeSubscription(subscriptionId, { change: "card", card: card.id })
  }
  throw new Problem("payments.unavailable")
}

/** Before the change: the job does it too, in case that this process ends between the two. */
export async function enqueueCardEmail({ db }: Pick<Deps, "db">, giftId: string, reference: string): Promise<void> {
  const key = `donation.monthly_changed:${giftId}:${reference}`
  await enqueue(db, { kind: "donation.monthly_changed", key, payload: { giftId, change: "card" } })
}

export async function applyNewestCardOf(deps: Deps, subscriptionId: string): Promise<void> {
  const gift = await findMonthlyGiftBySubscription(deps.db, subscriptionId)
  if (gift) await applyNewestCard(deps, gift)
}
