import type { DonationDetail, DonationRecord } from "@haitech/contract/admin/donations"
import type { Deps } from "#deps.ts"
import { eventsOf, findGift, refundsOf } from "#features/donations/queries/gifts.ts"
import { findMonthlyGift } from "#features/donations/queries/monthly.ts"
import { findTribute } from "#features/donations/queries/tributes.ts"
import { isPaid, isRunning, refundableOf } from "#features/donations/rules.ts"
import type { DonationRow, MonthlyGiftRow } from "#features/donations/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { receiptNumber } from "./receipts.ts"
import { readStatement } from "./statements.ts"

/** @throws {Problem} `donation.unknown` */
export async function readDetail({ db, payments }: Pick<Deps, "db" | "payments">, id: string): Promise<DonationDetail> {
  const gift = await findGift(db, id)
  if (!gift) throw new Problem("donation.unknown")
  const { donation, receipt } = gift
  const { intentId, monthlyGiftId, provider, language, paidAt, refundedAmount, feeCovered } = donation
  const [refunds, events, tribute, monthlyGift] = await Promise.all([
    refundsOf(db, id),
    eventsOf(db, intentId),
    findTribute(db, id),
    monthlyGiftId === null ? undefined : findMonthlyGift(db, monthlyGiftId),
  ])
  return {
    ...presentDonation(donation),
    feeCovered,
    tribute: tribute ?? null,
    monthlyGift: monthlyGift ? presentMonthlyGift(monthlyGift, payments) : null,
    intentId,
    provider,
    language,
    paidAt: paidAt?.toISOString() ?? null,
    refundedAmount,
    refundable: payments?.provider === provider ? refundableOf(donation) : 0,
    receiptNumber: receipt && receiptNumber(receipt),
    taxYear: receipt?.year ?? null,
    refunds: refunds.map(({ donationId: _donationId, createdAt, ...refund }) => ({
      ...refund,
      createdAt: createdAt.toISOString(),
    })),
    events: events.map(({ happenedAt, ...event }) => ({ ...event, happenedAt: happenedAt.toISOString() })),
  }
}

function presentMonthlyGift({ state, amount, provider }: MonthlyGiftRow, payments: Deps["payments"]) {
  return { state, amount, isStoppable: isRunning(state) && payments?.provider === provider }
}

/** Once for each `requestId`. @throws {Problem} `donation.unknown`, `receipt.none` */
export async function resendReceipt(
  { db }: Pick<Deps, "db">,
  actor: Member,
  id: string,
  requestId: string,
): Promise<void> {
  const { donation } = await findPaid(db, id)
  const { intentId } = donation
  await db.transaction(async (tx) => {
    const key = `donation.receipt:${id}:${requestId}`
    if (await enqueue(tx, { kind: "donation.receipt", key, payload: { intentId } }))
      await record(tx, { actor, action: "donation.receipt_sent", subjectId: id })
  })
}

export async function resendStatement(
  { db }: Pick<Deps, "db">,
  actor: Member,
  id: string,
  requestId: string,
): Promise<void> {
  const { email, receipt } = await findPaid(db, id)
  const year = receipt?.year
  if (year === undefined || !(await readStatement({ db }, email, year))) throw new Problem("receipt.none")
  await db.transaction(async (tx) => {
    const key = `donation.statement:${id}:${requestId}`
    if (await enqueue(tx, { kind: "donation.statement", key, payload: { email, year } }))
      await record(tx, { actor, action: "donation.statement_sent", subjectId: id, after: { year } })
  })
}

async function findPaid(db: Deps["db"], id: string) {
  const gift = await findGift(db, id)
  if (!gift) throw new Problem("donation.unknown")
  const { email, intentId, status } = gift.donation
  if (email === null || intentId === null || !isPaid(status)) throw new Problem("receipt.none")
  return { ...gift, email }
}

export function presentDonation(donation: DonationRow): DonationRecord {
  const { id, name, email, amount, currency, frequency, isAnonymous, message, status, createdAt } = donation
  return {
    id,
    name,
    email,
    amount,
    currency,
    frequency,
    message,
    status,
    isAnonymous: isAnonymous ? "true" : "false",
    createdAt: createdAt.toISOString(),
  }
}
