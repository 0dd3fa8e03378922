import * as z from "zod/mini"
import { ANONYMOUS_DONOR, Donor, FREQUENCIES, PLACEHOLDER_EMAIL, requireMonthlyEmail, Tribute } from "./donations.ts"
import { BooleanInput } from "./lists.ts"
import { centsOf, coveredFee, DEFAULT_PRESET, MAX_AMOUNT, MIN_AMOUNT, PRESETS } from "./money.ts"
import { route } from "./route.ts"

const PRESET_VALUES = PRESETS.map(String)

const Fields = z.object({
  frequency: z._default(z.enum(FREQUENCIES, "frequency.unknown"), "one-time"),
  amount: z._default(z.enum(PRESET_VALUES, "amount.invalid"), String(DEFAULT_PRESET)),
  customAmount: z._default(
    z.string("amount.invalid").check(
      z.trim(),
      z.refine((dollars) => dollars === "" || !Number.isNaN(centsOf(dollars)), "amount.invalid"),
      z.refine((dollars) => !(centsOf(dollars) < MIN_AMOUNT), "amount.too_small"),
      z.refine((dollars) => !(centsOf(dollars) > MAX_AMOUNT), "amount.too_large"),
    ),
    "",
  ),
  donorName: z.pipe(whenBlank(ANONYMOUS_DONOR), Donor.donorName),
  donorEmail: z.pipe(whenBlank(PLACEHOLDER_EMAIL), Donor.donorEmail),
  message: Donor.message,
  coversFee: z._default(BooleanInput, false),
  isAnonymous: z._default(BooleanInput, false),
  hasTribute: z._default(BooleanInput, false),
  tribute: z.optional(Tribute),
})

/** All texts. A custom amount counts before a preset; `tribute.honoree` and the like count while `hasTribute` is checked. */
export const DonationForm = z.pipe(
  z.transform(nestTribute),
  Fields.check(
    requireMonthlyEmail(),
    z.refine((form) => chargeOf(form).amount <= MAX_AMOUNT, { error: "amount.too_large", path: ["customAmount"] }),
  ),
)
export type DonationForm = z.output<typeof DonationForm>

function whenBlank(fallback: string) {
  return z.transform((input) => (isBlank(input) ? fallback : input))
}

function isBlank(input: unknown): boolean {
  return input === undefined || String(input).trim() === ""
}

const PREFIX = "tribute."

function nestTribute(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input
  const { tribute: _tribute, ...fields } = input as Record<string, unknown>
  if (String(fields["hasTribute"]) !== "true") return fields
  const own = Object.entries(fields).filter(([name, value]) => name.startsWith(PREFIX) && !isBlank(value))
  return { ...fields, tribute: Object.fromEntries(own.map(([name, value]) => [name.slice(PREFIX.length), value])) }
}

function chargeOf({ amount, customAmount, coversFee }: z.output<typeof Fields>) {
  const gift = centsOf(customAmount || amount)
  const feeCovered = coversFee ? coveredFee(gift) : 0
  return { amount: gift + feeCovered, feeCovered }
}

export function donationOf(form: DonationForm) {
  const { donorName, donorEmail, message, frequency, isAnonymous, tribute } = form
  const { amount, feeCovered } = chargeOf(form)
  return {
    donorName,
    donorEmail,
    message,
    amount,
    currency: "usd" as const,
    ...(frequency === "monthly" && { frequency }),
    ...(feeCovered > 0 && { feeCovered }),
    ...(isAnonymous && { isAnonymous }),
    ...(tribute && { tribute }),
  }
}

/** The provider's own payment page, without script or where the card fields cannot load. It takes one-time gifts only. */
export const startCheckout = route({
  method: "POST",
  path: "/api/checkout-sessions",
  access: "public",
  status: 201,
  form: true,
  body: DonationForm.check(
    z.refine(({ frequency }) => frequency === "one-time", { error: "frequency.unknown", path: ["frequency"] }),
  ),
  reply: z.object({ url: z.string() }),
})
