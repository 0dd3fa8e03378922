import type { Deps } from "#deps.ts"
import type { PageRecords, Pages } from "#platform/http/pages.ts"
import { findDonation } from "./queries/ledger.ts"
import { findMonthlyGiftBySubscription } from "./queries/monthly.ts"
import { donationSettings } from "./routes.ts"
import { TEST_PAYMENT_PATH } from "./service/card-pages.ts"
import { createGiftFigures } from "./service/figures.ts"

export async function mountDonationPages(
  pages: Pick<Pages, "revalidate" | "renderOnDemand">,
  deps: Pick<Deps, "db" | "now" | "payments" | "site">,
): Promise<void> {
  const readGiftFigures = createGiftFigures(deps)
  await pages.revalidate("/donate", async () => ({
    payments: donationSettings(deps),
    giftFigures: await readGiftFigures(),
  }))
  if (deps.payments?.provider === "sandbox")
    pages.renderOnDemand(TEST_PAYMENT_PATH, (rest) => testPaymentPage(deps, rest))
}

const OUTCOME = /^[a-z_]{0,40}$/

async function testPaymentPage({ db }: Pick<Deps, "db">, rest: string): Promise<PageRecords | null> {
  const [id = "", outcome = "", ...others] = rest.split("/")
  if (others.length > 0 || !OUTCOME.test(outcome)) return null
  const donation = await findDonation(db, id)
  if (donation) return { testPayment: { id, cents: donation.amount, outcome } }
  const gift = await findMonthlyGiftBySubscription(db, id)
  return gift ? { testPayment: { id, cents: null, outcome } } : null
}
