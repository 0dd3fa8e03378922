import { deleteStatements } from "#features/donations/queries/gifts.ts"
import { anonymizeDonations } from "#features/donations/queries/ledger.ts"
import type { Tx } from "#platform/db/client.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"

/** The rows stay for tax law (D2). */
export async function eraseDonor(tx: Tx, { email }: ErasureSubject): Promise<void> {
  if (!email) return
  await anonymizeDonations(tx, email)
  await deleteStatements(tx, email)
}
