import type { Tx } from "#platform/db/client.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { anonymizeDonations } from "./queries.ts"

/** The rows stay for tax law (D2). */
export async function eraseDonor(tx: Tx, { email }: ErasureSubject): Promise<void> {
  if (email) await anonymizeDonations(tx, email)
}
