import type { Deps } from "#deps.ts"
import { findGift, findRefund, insertRefund, refundsOf, settleRefund } from "#features/donations/queries/gifts.ts"
import { lockDonation } from "#features/donations/queries/ledger.ts"
import { formatAmount, refundableOf } from "#features/donations/rules.ts"
import type { DonationRow } from "#features/donations/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { ignoreUnavailable, requirePayments } from "./intents.ts"
import { compare } from "./payments.ts"

const RETRY_MS = 60_000

interface RefundInput {
  readonly id: string
  readonly amount: number
  readonly reason: string
}

/**
 * Stores the refund, then asks the provider for it; the ledger follows what the provider's payment says. The same `id`
 * is one refund. While the provider does not respond the refund stays requested, and a job asks again.
 * @throws {Problem} `donation.unknown`, `refund.not_possible`, `refund.too_large`, `refund.pending`, `payments.off`
 */
export async function refund(deps: Deps, actor: Member, donationId: string, input: RefundInput): Promise<void> {
  const { provider } = requirePayments(deps)
  await deps.db.transaction(async (tx) => {
    const donation = await lockGift(tx, donationId)
    const known = (await findRefund(tx, input.id))?.refund
    if (known) {
      if (known.donationId !== donationId || known.amount !== input.amount) throw new Problem("payment.key_reused")
      return
    }
    const refundable = donation.provider === provider ? refundableOf(donation) : 0
    if (refundable === 0) throw new Problem("refund.not_possible")
    if (input.amount > refundable) throw new Problem("refund.too_large")
    const earlier = await refundsOf(tx, donationId)
    if (earlier.some(({ state }) => state === "requested")) throw new Problem("refund.pending")
    await insertRefund(tx, { ...input, donationId })
    const after = { amount: formatAmount(input.amount, donation.currency), hasReason: true }
    await record(tx, { actor, action: "donation.refunded", subjectId: donationId, after })
    const dueAt = new Date(deps.now().getTime() + RETRY_MS)
    const payload = { refundId: input.id }
    await enqueue(tx, { kind: "donation.refund", key: `donation.refund:${input.id}`, payload, dueAt })
  })
  await performRefund(deps, input.id).catch(ignoreUnavailable)
}

/** Also after a crash between the provider's answer and its storage: the provider does the same refund once. */
export async function performRefund(deps: Deps, refundId: string): Promise<void> {
  const found = await findRefund(deps.db, refundId)
  if (!found?.intentId || found.refund.state !== "requested") return
  const { intentId, refund: requested } = found
  const answer = await requirePayments(deps).refund({ intentId, amount: requested.amount, key: refundId })
  // The ledger first: a settled refund that it does not have yet would let another refund of the same money through.
  await compare(deps, intentId)
  await settleRefund(deps.db, refundId, answer)
}

async function lockGift(tx: Tx, donationId: string): Promise<DonationRow> {
  const gift = await findGift(tx, donationId)
  if (!gift) throw new Problem("donation.unknown")
  const { intentId } = gift.donation
  const donation = intentId === null ? undefined : await lockDonation(tx, intentId)
  if (!donation) throw new Problem("refund.not_possible")
  return donation
}
