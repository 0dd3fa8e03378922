import type { DifferenceKind } from "@haitech/contract/admin/donations"

/** Amounts are in cents. */
interface Recorded {
  readonly isPaid: boolean
  readonly amount: number
  /** What its receipt says, if it has one. */
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
