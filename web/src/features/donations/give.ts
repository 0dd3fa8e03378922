import type { Language } from "@haitech/contract/languages"
import { confirmDonation, parseDonation } from "./api.ts"
import { forgetDonor, keepDonor } from "./bank-return.ts"
import type { Card } from "./card.ts"
import { type DonationResult, NotCompleted } from "./outcome.ts"
import type { useIntent } from "./use-intent.ts"

interface Parts {
  readonly card: Card | null
  readonly intent: Pick<ReturnType<typeof useIntent>, "ensure">
  readonly language: Language
  readonly placeholderEmail: string
}

/** What is missing shows in the card fields, or above the button. */
const SHOWN_ELSEWHERE: DonationResult = { state: "invalid", texts: {} }

/**
 * Checks the form, pays, and tells the server (spec §4).
 * @throws {CardRefused} @throws {NotCompleted} for a status other than `succeeded`
 */
export async function give(
  form: FormData,
  { card, intent, language, placeholderEmail }: Parts,
): Promise<DonationResult> {
  const parsed = await parseDonation(form)
  if (!parsed.donation) return { state: "invalid", codes: parsed.codes }
  const { donation } = parsed
  // First of all: a wallet opens only right after the donor's tap.
  if (!card || !(await card.check())) return SHOWN_ELSEWHERE
  const made = await intent.ensure(donation).catch(() => undefined)
  if (!made) return SHOWN_ELSEWHERE
  keepDonor(donation)
  const confirm = () => confirmDonation(made.paymentIntentId, donation, language)
  // The intent may be older than the name and the email, and nobody can send them once the tab is closed.
  const early = confirm()
  const status = await card.pay({ intent: made, donor: donation })
  forgetDonor()
  await early
  if (status !== "succeeded") throw new NotCompleted(status)
  const confirmed = await confirm()
  const hasEmail = donation.donorEmail !== placeholderEmail
  return {
    state: "sent",
    body: { cents: confirmed?.amount ?? donation.amount, hasEmail, isMonthly: donation.frequency === "monthly" },
  }
}
