import type { Deps } from "#deps.ts"
import { insertDonation } from "#features/donations/queries/ledger.ts"
import {
  findFirstDonation,
  findMonthlyGiftBySubscription,
  lockMonthlyGift,
} from "#features/donations/queries/monthly.ts"
import type { MonthlyGiftRow } from "#features/donations/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import type { Payment } from "#platform/payments.ts"
import { enqueueCheck, FIRST_CHECK_MS, requirePayments } from "./intents.ts"
import { compare } from "./payments.ts"

/** Compares the payment that an event told of, or stores it first when the provider took it by itself. */
export async function compareOrRecord(deps: Deps, intentId: string): Promise<void> {
  const isKnown = (await compare(deps, intentId)) !== undefined
  if (!isKnown && (await recordRenewal(deps, intentId))) await compare(deps, intentId)
}

/** Stores the donation of a later month as pending, or tells the donor once that a month's payment failed. */
async function recordRenewal(deps: Deps, intentId: string): Promise<boolean> {
  const payments = requirePayments(deps)
  const payment = await payments.readPayment(intentId)
  const renewal = payment && (await payments.readRenewal(intentId))
  const gift = renewal && (await findMonthlyGiftBySubscription(deps.db, renewal.subscriptionId))
  if (!gift || payment.state === "canceled") return false
  if (gift.state === "incomplete") await compareFirst(deps, gift)
  if (payment.state === "open") {
    if (payment.isDeclined)
      await enqueue(deps.db, {
        kind: "donation.renewal_failed",
        key: `donation.renewal_failed:${renewal.invoiceId}`,
        payload: { giftId: gift.id, subscriptionId: gift.subscriptionId },
      })
    return false
  }
  await deps.db.transaction((tx) => insertRenewal(tx, gift.id, { payment, now: deps.now() }))
  return true
}

/** The first payment tells who the donor is, and its event may come after that of a later month. */
async function compareFirst(deps: Deps, { id }: MonthlyGiftRow): Promise<void> {
  const first = await findFirstDonation(deps.db, id)
  if (first?.intentId) await compare(deps, first.intentId)
}

async function insertRenewal(
  tx: Tx,
  giftId: string,
  { payment, now }: { readonly payment: Payment; readonly now: Date },
): Promise<void> {
  // An erasure of the donor holds the same lock, so it finds this row or this row finds no donor.
  const gift = await lockMonthlyGift(tx, giftId)
  const first = await findFirstDonation(tx, giftId)
  if (!gift || !first) return
  const { intentId } = payment
  const amount = payment.state === "succeeded" ? payment.received : gift.amount
  const { provider, currency, isAnonymous, language } = gift
  const row = await insertDonation(tx, {
    intentId,
    amount,
    feeCovered: amount === gift.amount ? gift.feeCovered : 0,
    frequency: "monthly",
    monthlyGiftId: giftId,
    name: first.name,
    email: first.email,
    provider,
    currency,
    isAnonymous,
    language,
  })
  if (row) await enqueueCheck(tx, intentId, 0, new Date(now.getTime() + FIRST_CHECK_MS))
}

export async function renewSandboxGifts({ db, payments }: Pick<Deps, "db" | "payments">): Promise<void> {
  if (payments?.provider !== "sandbox") return
  for (const intentId of await payments.renew())
    await enqueue(db, { kind: "donation.event", key: `donation.event:${intentId}`, payload: { intentId } })
}
