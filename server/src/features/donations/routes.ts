import { type DonationRecord, exportDonations, listDonations } from "@haitech/contract/admin/donations"
import {
  changeMonthlyGift,
  confirmDonation,
  createPaymentIntent,
  paySandboxIntent,
  readDonationSettings,
  readMonthlyGift,
  receivePaymentEvent,
} from "@haitech/contract/donations"
import type { Deps } from "#deps.ts"
import { handle } from "#platform/http/handle.ts"
import { exportList } from "#platform/lists/export.ts"
import { Problem } from "#platform/problem.ts"
import { paginateDonations, streamDonations } from "./queries/records.ts"
import { createIntent, requirePayments } from "./service/intents.ts"
import { changeGift, readGift } from "./service/monthly.ts"
import { confirm, receiveEvent } from "./service/payments.ts"
import type { DonationRow } from "./table.ts"

/** A family or a class shares an address, and a donor makes an intent for each amount (C7). */
const INTENT_LIMIT = { name: "intent.address", limit: 20, windowSeconds: 600 }
const CONFIRM_LIMIT = { name: "confirm_donation.address", limit: 60, windowSeconds: 600 }
const GIFT_LIMIT = { name: "monthly_gift.address", limit: 60, windowSeconds: 600 }
const SANDBOX_LIMIT = { name: "sandbox.address", limit: 60, windowSeconds: 600 }

export const donationRoutes = (deps: Deps) => [
  handle(readDonationSettings, async () => {
    const { provider, publishableKey } = deps.payments ?? { provider: "none" as const, publishableKey: undefined }
    return { provider, publishableKey: publishableKey ?? null }
  }),
  handle(
    createPaymentIntent,
    ({ body, language, idempotencyKey, proof }) => createIntent(deps, body, { language, idempotencyKey, proof }),
    { limit: INTENT_LIMIT },
  ),
  handle(
    confirmDonation,
    async ({ body }) => {
      const { status, amount, currency } = await confirm(deps, body)
      return { status, amount, currency }
    },
    { limit: CONFIRM_LIMIT },
  ),
  handle(readMonthlyGift, ({ body }) => readGift(deps, body.token), { limit: GIFT_LIMIT }),
  handle(changeMonthlyGift, ({ body: { token, ...change } }) => changeGift(deps, token, change), { limit: GIFT_LIMIT }),
  handle(
    paySandboxIntent,
    async ({ params, body }) => {
      const payments = requirePayments(deps)
      const result =
        payments.provider === "sandbox" ? await payments.pay(params.id, body.clientSecret, body.cardNumber) : undefined
      if (!result) throw new Problem("payment.unknown")
      return result
    },
    { limit: SANDBOX_LIMIT },
  ),
  handle(receivePaymentEvent, async ({ body, signature }) => {
    await receiveEvent(deps, body.raw, signature)
    return { received: true } as const
  }),
  handle(listDonations, async ({ query }) => {
    const page = await paginateDonations(deps.db, query)
    return { ...page, rows: page.rows.map(present) }
  }),
  handle(exportDonations, ({ actor, query, language }) =>
    exportList(deps.db, actor, {
      list: "donations",
      question: query,
      language,
      titles: ["date", "name", "email", "amount", "currency", "frequency", "anonymous", "state", "message"],
      rows: streamDonations(deps.db, query),
      cells,
    }),
  ),
]

function present({
  id,
  name,
  email,
  amount,
  currency,
  frequency,
  message,
  status,
  ...row
}: DonationRow): DonationRecord {
  return {
    id,
    name,
    email,
    amount,
    currency,
    frequency,
    message,
    status,
    isAnonymous: row.isAnonymous ? "true" : "false",
    createdAt: row.createdAt.toISOString(),
  }
}

/** The amount is in currency units with two decimals, not in cents. */
function cells(donation: DonationRow): (string | null)[] {
  const { createdAt, name, email, amount, currency, frequency, isAnonymous, status, message } = donation
  const units = (amount / 100).toFixed(2)
  return [createdAt.toISOString(), name, email, units, currency, frequency, String(isAnonymous), status, message]
}
