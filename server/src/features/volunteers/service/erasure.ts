import { deleteApplicationsOf } from "#features/volunteers/queries/applications.ts"
import type { Tx } from "#platform/db/client.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"

export async function eraseApplications(tx: Tx, subject: ErasureSubject): Promise<void> {
  await deleteApplicationsOf(tx, subject)
}
