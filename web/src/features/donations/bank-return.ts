import type { Language } from "@haitech/contract/languages"
import { confirmDonation, type Donation, type Donor } from "./api.ts"
import { type Given, NotCompleted } from "./outcome.ts"

/** The session storage key of the donor and the frequency, while the bank sees them on its own page. */
const KEY = "donor"

type KeptDonor = Donor & Pick<Donation, "frequency">

export function keepDonor({ donorName, donorEmail, message, frequency }: Donation): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ donorName, donorEmail, message, frequency }))
  } catch {
    // Storage is blocked: the donation keeps the name that its intent was made with.
  }
}

export function forgetDonor(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage is blocked, so it holds no donor.
  }
}

/**
 * Completes a payment after the bank's page (spec §7): the return address names the intent.
 * @returns undefined when nobody comes back from a bank @throws {NotCompleted}
 */
export async function completeReturn(language: Language, placeholderEmail: string): Promise<Given | undefined> {
  const query = new URLSearchParams(location.search)
  const intentId = query.get("payment_intent")
  const result = query.get("redirect_status")
  const donor = readDonor()
  if (!intentId || !result) return undefined
  // The address holds the secret of the intent.
  history.replaceState(history.state, "", `${location.pathname}?success=true`)
  forgetDonor()
  if (result === "failed") throw new NotCompleted("requires_payment_method")
  const confirmed = donor && (await confirmDonation(intentId, donor, language))
  const status = confirmed?.status ?? result
  if (status !== "succeeded") throw new NotCompleted(status === "pending" ? "processing" : status)
  return {
    ...(confirmed && { cents: confirmed.amount }),
    hasEmail: donor !== undefined && donor.donorEmail !== placeholderEmail,
    isMonthly: donor?.frequency === "monthly",
  }
}

function readDonor(): KeptDonor | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "") as KeptDonor
  } catch {
    return undefined
  }
}
