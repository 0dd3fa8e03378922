import type { donationOf } from "@haitech/contract/donation-form"
import { type FieldError, fieldErrors } from "@haitech/contract/field-errors"
import { IDEMPOTENCY_HEADER } from "@haitech/contract/headers"
import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { createId } from "#platform/forms/create-id.ts"
import { formValues } from "#platform/forms/forms.ts"
import { proofFor } from "#platform/http/proof-of-work.ts"
import { request } from "#platform/http/request.ts"

/** The amount is in cents. */
export type Donation = ReturnType<typeof donationOf>
export type Donor = Pick<Donation, "donorName" | "donorEmail" | "message">

export interface Intent {
  readonly clientSecret: string
  readonly paymentIntentId: string
}

type Parsed =
  | { readonly donation: Donation }
  | { readonly donation?: undefined; readonly codes: Readonly<Record<string, FieldError>> }

/** Checks the fields of the form. The first call loads the contract. */
export async function parseDonation(form: FormData): Promise<Parsed> {
  const { DonationForm, donationOf } = await import("@haitech/contract/donation-form")
  const parsed = DonationForm.safeParse(formValues(form))
  return parsed.success ? { donation: donationOf(parsed.data) } : { codes: fieldErrors(parsed.error.issues) }
}

/** What can be known of a donation while its form is being filled in: an unfinished name or email counts as blank. */
export async function draftDonation(form: FormData): Promise<Donation | undefined> {
  const { donation } = await parseDonation(form)
  if (donation) return donation
  for (const field of ["donorName", "donorEmail", "message"]) form.delete(field)
  return (await parseDonation(form)).donation
}

/** With a proof of work if the server demands one, because stolen cards are being tried. */
export async function createIntent(donation: Donation, language: Language): Promise<Intent> {
  const key = { [IDEMPOTENCY_HEADER]: createId() }
  const send = (headers: Readonly<Record<string, string>>) =>
    request(routes.createPaymentIntent, { body: donation }, language, { headers })
  return send(key).catch(async (error: unknown) => {
    const proof = await proofFor(error)
    if (!proof) throw error
    return send({ ...key, ...proof })
  })
}

const RETRY_MS = 1000

/**
 * Tells the server that the card was charged. It learns that in any case, so a failure is none of the donor's business.
 * @returns undefined when the server does not respond
 */
export async function confirmDonation(paymentIntentId: string, donor: Donor, language: Language) {
  const { donorName, donorEmail, message } = donor
  const body = { paymentIntentId, donorName, donorEmail, message }
  const confirm = () => request(routes.confirmDonation, { body }, language)
  const retry = () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)).then(confirm)
  return confirm()
    .catch(retry)
    .catch(() => undefined)
}
