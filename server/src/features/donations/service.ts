import type { Tx } from "#platform/db/client.ts"
import type { Leaver } from "#platform/leaver.ts"
import { takeNamesOff } from "./queries.ts"

/** Keeps somebody's gifts without their name, address and message (D2, tax law). */
export async function forgetGiver(tx: Tx, { email }: Leaver): Promise<void> {
  if (email) await takeNamesOff(tx, email)
}
