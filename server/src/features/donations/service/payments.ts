import type { Deps } from "#deps.ts"
import { failRefunds } from "#features/donations/queries/gifts.ts"
import {
  claimDonation,
  findReceipt,
  insertEvent,
  lockDonation,
  updateDonation,
} from "#features/donations/queries/ledger.ts"
import { advance, isPaid, mergeRefunds, statusOf } from "#features/donations/rules.ts"
import type { DonationRow } from "#features/donations/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import type { Payment } from "#platform/payments.ts"
import { Problem } from "#platform/problem.ts"
import { DECLINED, noticeDeclines } from "./card-testing.ts"
import { type DonorInput, donorFields, enqueueCheck, requirePayments } from "./intents.ts"
import { settle } from "./monthly.ts"

/** The time in which a browser can still say who the donor is, before the receipt of a payment known by an event. */
const CONFIRMATION_MS = 60_000
const HOUR_MS = 60 * 60 * 1000
/** Pauses between comparisons of a pending donation. After them its intent is canceled, unless the bank works on it. */
const CHECK_PAUSES_MS = [HOUR_MS, 4 * HOUR_MS, 18 * HOUR_MS]
const LAST_PAUSE_MS = 24 * HOUR_MS

export function nextCheck({ now }: Pick<Deps, "now">, round: number): Date {
  return new Date(now().getTime() + (CHECK_PAUSES_MS[round] ?? LAST_PAUSE_MS))
}

export type DonorNote = "refunded" | "refund_failed" | "disputed" | "dispute_won"

/** @throws {Problem} `payment.unknown`, `payments.off`, `payments.unavailable` */
export async function confirm(
  deps: Deps,
  { paymentIntentId, ...donor }: DonorInput & { readonly paymentIntentId: string },
): Promise<DonationRow> {
  const donation = await compare(deps, paymentIntentId, donor)
  if (!donation) throw new Problem("payment.unknown")
  return donation
}

/** Stores the event and then compares its payment with the provider: an event is a hint, never the truth. */
export async function receiveEvent(deps: Deps, raw: Uint8Array, signature: string | undefined): Promise<void> {
  const event = requirePayments(deps).readEvent(raw, signature ?? "")
  if (!event) throw new Problem("payment.signature")
  const { id, type, intentId, reference, subscriptionId, isCard, at } = event
  const kind = isCard ? "donation.card" : "donation.subscription"
  await deps.db.transaction(async (tx) => {
    if (!(await insertEvent(tx, { id, type, intentId, happenedAt: at }))) return
    const donation = intentId ? await lockOrClaim(tx, { intentId, reference }) : undefined
    if (donation) await updateDonation(tx, donation.id, { lastEventAt: later(donation.lastEventAt, at) })
    // The ledger may not know an intent that the provider made for a monthly gift.
    if (intentId) await enqueue(tx, { kind: "donation.event", key: `donation.event:${id}`, payload: { intentId } })
    if (subscriptionId) await enqueue(tx, { kind, key: `${kind}:${id}`, payload: { subscriptionId } })
  })
  if (type === DECLINED) await noticeDeclines(deps)
}

/** Reads the payment from the provider and writes what it says into the ledger. @returns undefined for an unknown intent */
export async function compare(deps: Deps, intentId: string, donor?: DonorInput): Promise<DonationRow | undefined> {
  const payment = await requirePayments(deps).readPayment(intentId)
  if (!payment) return undefined
  return deps.db.transaction(async (tx) => {
    const donation = await lockOrClaim(tx, payment)
    if (!donation) return undefined
    // The donor of an issued receipt stays.
    const isIssued = donor !== undefined && (await findReceipt(tx, donation.id)) !== undefined
    return apply(tx, donation, payment, { donor: isIssued ? undefined : donor, now: deps.now() })
  })
}

async function lockOrClaim(
  tx: Tx,
  { intentId, reference }: Pick<Payment, "intentId" | "reference">,
): Promise<DonationRow | undefined> {
  const donation = await lockDonation(tx, intentId)
  if (donation || !reference) return donation
  await claimDonation(tx, reference, intentId)
  return lockDonation(tx, intentId)
}

async function apply(
  tx: Tx,
  donation: DonationRow,
  payment: Payment,
  { donor, now }: { readonly donor: DonorInput | undefined; readonly now: Date },
): Promise<DonationRow> {
  const refunds = mergeRefunds(donation, payment)
  const isRefundBack = refunds.refundFailedAmount > donation.refundFailedAmount
  const next = statusOf({ ...payment, refunded: refunds.refundedAmount }, donation.processingAt !== null)
  const status = advance(donation.status, next, { isDisputeWon: payment.isDisputeWon, isRefundBack })
  const change: Partial<DonationRow> = {
    ...(donor && knownDonor(donation, donor)),
    ...(payment.state === "processing" && { processingAt: donation.processingAt ?? now }),
    ...(payment.state === "succeeded" && {
      amount: payment.received,
      ...refunds,
      paidAt: donation.paidAt ?? payment.paidAt ?? now,
    }),
    status,
  }
  const { name, email } = { ...donation, ...change }
  // The address given with the card fills in what the donor left out. Only an erased donor has no name.
  if (isPaid(status) && !isPaid(donation.status) && name !== null) change.email = email ?? payment.billing.email
  await updateDonation(tx, donation.id, change)
  const receiptAt = donor ? now : new Date(now.getTime() + CONFIRMATION_MS)
  if (status !== donation.status && !isPaid(donation.status)) await settle(tx, { ...donation, ...change }, receiptAt)
  if (isPaid(status) && !isPaid(donation.status)) {
    await enqueue(tx, {
      kind: "donation.receipt",
      key: `donation.receipt:${donation.id}`,
      payload: { intentId: payment.intentId },
      dueAt: receiptAt,
    })
  }
  const changed = { ...donation, ...change }
  await enqueueNotes(tx, donation, changed)
  if (isRefundBack) await failRefunds(tx, donation.id, keysOf(payment))
  return changed
}

/** A monthly gift keeps its email, whatever a page confirms: the link that stops the gift goes to it. */
function knownDonor({ email, monthlyGiftId }: DonationRow, donor: DonorInput) {
  const fields = donorFields(donor)
  return { ...fields, email: fields.email ?? (monthlyGiftId && email) }
}

function keysOf({ failedRefunds }: Payment): string[] {
  return failedRefunds.flatMap(({ key }) => key ?? [])
}

async function enqueueNotes(tx: Tx, before: DonationRow, after: DonationRow) {
  const { id, intentId, status, refundedAmount, refundFailedAmount, processingAt } = after
  const send = (note: DonorNote, key: string) =>
    enqueue(tx, { kind: "donation.note", key: `donation.${note}:${key}`, payload: { intentId, note } })
  // A failed refund may be made again: the sum without it would give two emails one key.
  if (refundedAmount > before.refundedAmount) await send("refunded", `${id}:${refundedAmount + refundFailedAmount}`)
  if (refundedAmount < before.refundedAmount) await send("refund_failed", `${id}:${refundFailedAmount}`)
  if (status === "failed" && before.status === "pending" && processingAt)
    await enqueue(tx, { kind: "donation.failed", key: `donation.failed:${id}`, payload: { intentId } })
  if (status === "disputed" && before.status !== "disputed") await send("disputed", id)
  if (before.status === "disputed" && status !== "disputed" && status !== "refunded") await send("dispute_won", id)
}

export async function checkPending(deps: Deps, intentId: string, round: number): Promise<void> {
  const isLast = round >= CHECK_PAUSES_MS.length
  const donation = await compare(deps, intentId)
  if (isLast && donation?.status === "pending") await requirePayments(deps).cancel(intentId)
  const current = isLast ? await compare(deps, intentId) : donation
  if (current?.status !== "pending") return
  await enqueueCheck(deps.db, intentId, round + 1, nextCheck(deps, round))
}

function later(one: Date | null, other: Date): Date {
  return one && one > other ? one : other
}
