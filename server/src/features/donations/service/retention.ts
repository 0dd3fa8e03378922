import type { Deps } from "#deps.ts"
import { forgetUnpaidDonors } from "#features/donations/queries/gifts.ts"

const UNPAID_DAYS = 90

/** The rows stay: failed payments are how the trial of stolen cards shows. */
export async function sweepUnpaidDonors({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await forgetUnpaidDonors(db, new Date(now().getTime() - UNPAID_DAYS * 24 * 60 * 60 * 1000))
}
