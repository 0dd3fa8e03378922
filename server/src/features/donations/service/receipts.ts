import { ANONYMOUS_DONOR } from "@haitech/contract/donations"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { findReceipt, insertReceipt, lockDonation, type ReceiptRow } from "#features/donations/queries/ledger.ts"
import { isPaid } from "#features/donations/rules.ts"
import type { DonationRow } from "#features/donations/table.ts"

export interface IssuedReceipt {
  readonly receipt: ReceiptRow
  readonly language: Language
  /** In cents, by now; the record is what was received. */
  readonly refunded: number
  readonly monthlyGiftId: string | null
}

/**
 * Issues the receipt of a paid donation, or returns the one that was issued before.
 * @returns undefined without an address to send it to
 */
export async function issueReceipt(deps: Deps, intentId: string): Promise<IssuedReceipt | undefined> {
  return deps.db.transaction(async (tx) => {
    const donation = await lockDonation(tx, intentId)
    if (!donation?.email || !donation.paidAt || !isPaid(donation.status)) return undefined
    const { id, language, monthlyGiftId, refundedAmount: refunded } = donation
    if (!(await findReceipt(tx, id))) {
      const paidAt = donation.paidAt.toISOString()
      const record = recordOf(deps, { ...donation, email: donation.email }, paidAt)
      await insertReceipt(tx, { donationId: id, year: yearOf(paidAt, deps.site.timeZone), record })
    }
    const receipt = await findReceipt(tx, id)
    return receipt && { receipt, language, refunded, monthlyGiftId }
  })
}

export function receiptNumber({ year, serial }: Pick<ReceiptRow, "year" | "serial">): string {
  return `${year}-${String(serial).padStart(6, "0")}`
}

function recordOf(
  { organization }: Deps,
  { name, email, amount, currency }: DonationRow & { readonly email: string },
  paidAt: string,
) {
  return { organization, donor: { name: name ?? ANONYMOUS_DONOR, email }, amount, currency, paidAt }
}

/** The tax year of the organisation's place. */
function yearOf(instant: string, timeZone: string): number {
  return Number(new Intl.DateTimeFormat("en-US", { year: "numeric", timeZone }).format(new Date(instant)))
}
