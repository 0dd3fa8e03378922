import type { Tx } from "#platform/db/client.ts"
import type { Leaver } from "#platform/leaver.ts"
import { deleteApplicationsOf } from "./queries.ts"

/** Takes away somebody's applications. */
export async function forgetApplicant(tx: Tx, { email }: Leaver): Promise<void> {
  if (email) await deleteApplicationsOf(tx, email)
}
