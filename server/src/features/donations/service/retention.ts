import type { Deps } from "#deps.ts"
import { countUnpaidDonors as countDonors, forgetUnpaidDonors } from "#features/donations/queries/gifts.ts"
import type { Db } from "#platform/db/client.ts"
import { cutoffOf } from "#platform/retention/periods.ts"

/** The rows stay: failed payments are how the trial of stolen cards shows. */
export async function sweepUnpaidDonors(deps: Pick<Deps, "db" | "now">): Promise<void> {
  await forgetUnpaidDonors(deps.db, await cutoffOf(deps, "unpaid_donors"))
}

export function countUnpaidDonors(db: Db, before: Date): Promise<number> {
  return countDonors(db, before)
}
