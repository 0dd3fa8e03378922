import { OFFLINE_TEXTS } from "#platform/forms/offline.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { AMOUNT_TEXTS } from "./amount-field.tsx"
import { DONOR_TEXTS } from "./donor-fields.tsx"
import { FREQUENCY_TEXTS } from "./frequency-field.tsx"
import { OPTION_TEXTS } from "./gift-options.tsx"
import { OUTCOME_TEXTS } from "./outcome.ts"
import { STRIPE_CARD_TEXTS } from "./stripe-card.tsx"
import { TEST_CARD_TEXTS } from "./test-card.tsx"

export const DONATION_TEXTS = [
  ...AMOUNT_TEXTS,
  ...DONOR_TEXTS,
  ...FREQUENCY_TEXTS,
  ...OFFLINE_TEXTS,
  ...OPTION_TEXTS,
  ...OUTCOME_TEXTS,
  ...STRIPE_CARD_TEXTS,
  ...TEST_CARD_TEXTS,
  "donate.submit",
  "donate.submit_monthly",
  "donate.submit_plain",
  "donate.submitting",
  "donate.summary",
  "donate.summary_monthly",
  "donate.hosted",
  "donate.not_started",
  "field.invalid",
  "field.amount.invalid",
  "field.amount.too_small",
  "field.amount.too_large",
  "field.name.required",
  "field.name.too_long",
  "field.donor_email.invalid",
  "field.notify_email.required",
  "field.email.invalid",
  "field.email.too_long",
  "field.tribute.unknown",
  "field.donation_message.too_long",
] as const satisfies readonly MessageKey[]

export type DonationText = (typeof DONATION_TEXTS)[number]
