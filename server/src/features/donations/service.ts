import type { Tx } from "#platform/db/client.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { anonymizeDonations } from "./queries.ts"

/** Keeps somebody's gifts without their name, address and message (D2, tax law). */
export async function eraseDonor(tx: Tx, { email }: ErasureSubject): Promise<void> {
  if (email) await anonymizeDonations(tx, email)
}
