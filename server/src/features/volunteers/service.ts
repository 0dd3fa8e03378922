import type { Tx } from "#platform/db/client.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { deleteApplicationsOf } from "./queries.ts"

export async function eraseApplications(tx: Tx, { email }: ErasureSubject): Promise<void> {
  if (email) await deleteApplicationsOf(tx, email)
}
