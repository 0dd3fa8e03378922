import type { DifferenceKind } from "@haitech/contract/admin/donations"
import type { DonationRow, MonthlyGiftRow } from "./table.ts"

interface PaymentFacts {
  readonly state: "open" | "processing" | "succeeded" | "canceled"
  readonly received: number
  readonly refunded: number
  readonly isDisputed: boolean
  readonly isDeclined: boolean
}

type Status = DonationRow["status"]

/** A donation only moves to a higher rank, so repeated and late events change nothing. */
const RANKS: Readonly<Record<Status, number>> = {
  pending: 0,
  failed: 1,
  canceled: 1,
  succeeded: 2,
  partially_refunded: 3,
  disputed: 4,
  refunded: 5,
}

/**
 * What the provider's payment makes of a donation. A declined card may be tried again, so the donation stays pending; a
 * bank that refuses after days of work on it (`wasProcessing`) ends it.
 */
export function statusOf(
  { state, received, refunded, isDisputed, isDeclined }: PaymentFacts,
  wasProcessing = false,
): Status {
  if (state === "canceled") return isDeclined ? "failed" : "canceled"
  if (state === "open" && isDeclined && wasProcessing) return "failed"
  if (state !== "succeeded") return "pending"
  if (refunded >= received) return "refunded"
  if (isDisputed) return "disputed"
  return refunded > 0 ? "partially_refunded" : "succeeded"
}

/** The two ways back: a dispute that was won, and a refund that a bank sent back. Both return the money to us. */
export function advance(current: Status, next: Status, { isDisputeWon = false, isRefundBack = false } = {}): Status {
  if (current === "disputed" && isDisputeWon) return next
  if ((current === "refunded" || current === "partially_refunded") && isRefundBack) return next
  return RANKS[next] > RANKS[current] ? next : current
}

interface RefundSums {
  readonly refundedAmount: number
  readonly refundFailedAmount: number
}

/** At the provider both sums, with and without the failed refunds, only grow; so an older reading changes nothing. */
export function mergeRefunds(
  known: RefundSums,
  { refunded, failedRefunds }: { readonly refunded: number; readonly failedRefunds: readonly { amount: number }[] },
): RefundSums {
  const failed = failedRefunds.reduce((sum, { amount }) => sum + amount, 0)
  const all = Math.max(known.refundedAmount + known.refundFailedAmount, refunded + failed)
  const refundFailedAmount = Math.max(known.refundFailedAmount, failed)
  return { refundedAmount: all - refundFailedAmount, refundFailedAmount }
}

export function isPaid(status: Status): boolean {
  return RANKS[status] >= RANKS.succeeded
}

export function isRunning(state: MonthlyGiftRow["state"]): boolean {
  return state === "active" || state === "paused"
}

/** In the way of US dollars in every language, as on the card statement: `$1,250.00 USD`. */
export function formatAmount(cents: number, currency: string): string {
  const amount = new Intl.NumberFormat("en-US", { style: "currency", currency }).format(cents / 100)
  return `${amount} ${currency.toUpperCase()}`
}

/** In cents: what may still be refunded. A disputed payment is in the hands of the banks. */
export function refundableOf({ status, amount, refundedAmount, intentId }: DonationRow): number {
  const isRefundable = intentId !== null && (status === "succeeded" || status === "partially_refunded")
  return isRefundable ? amount - refundedAmount : 0
}

/** In UTC; 31 January is followed by 28 February. */
export function addMonths(start: Date, months: number): Date {
  const date = new Date(start)
  date.setUTCMonth(start.getUTCMonth() + months)
  if (date.getUTCDate() !== start.getUTCDate()) date.setUTCDate(0)
  return date
}

interface Recorded {
  readonly isPaid: boolean
  readonly amount: number
  readonly receiptAmount: number | null
  readonly currency: string
  readonly refunded: number
}

interface Taken {
  readonly isPaid: boolean
  readonly received: number
  readonly currency: string
  readonly refunded: number
}

export interface Difference {
  readonly kind: DifferenceKind
  readonly recorded: number | null
  readonly taken: number | null
}

/** Compares a donation of the ledger with the provider's payment; either may be missing. */
export function differencesOf(recorded: Recorded | undefined, taken: Taken | undefined): Difference[] {
  if (!recorded?.isPaid)
    return taken?.isPaid ? [{ kind: "payment_missing", recorded: null, taken: taken.received }] : []
  if (!taken?.isPaid) return [{ kind: "payment_unknown", recorded: recorded.amount, taken: null }]
  const differences: Difference[] = []
  const amount = recorded.amount === taken.received ? (recorded.receiptAmount ?? recorded.amount) : recorded.amount
  if (recorded.currency !== taken.currency)
    differences.push({ kind: "currency", recorded: recorded.amount, taken: taken.received })
  else if (amount !== taken.received) differences.push({ kind: "amount", recorded: amount, taken: taken.received })
  if (recorded.refunded !== taken.refunded)
    differences.push({
      kind: recorded.refunded < taken.refunded ? "refund_missing" : "refund_unknown",
      recorded: recorded.refunded,
      taken: taken.refunded,
    })
  return differences
}
