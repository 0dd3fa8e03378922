import { deleteStatements } from "#features/donations/queries/gifts.ts"
import { anonymizeDonations } from "#features/donations/queries/ledger.ts"
import { lockGiftsOf } from "#features/donations/queries/monthly.ts"
import { eraseTributes } from "#features/donations/queries/tributes.ts"
import type { Tx } from "#platform/db/client.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { enqueueStop } from "./monthly.ts"

/** The rows stay for tax law (D2). Monthly gifts are stopped at the provider after the commit. */
export async function eraseDonor(tx: Tx, { email }: ErasureSubject): Promise<void> {
  if (!email) return
  for (const { id, state } of await lockGiftsOf(tx, email)) {
    if (state !== "stopped") await enqueueStop(tx, id)
  }
  await eraseTributes(tx, email)
  await anonymizeDonations(tx, email)
  await deleteStatements(tx, email)
}
