import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { type CheckoutPayload, checkCheckout } from "./service/checkout.ts"
import { sendReceipt } from "./service/emails.ts"
import { checkPending, compare } from "./service/payments.ts"
import { issueReceipt } from "./service/receipts.ts"

interface IntentPayload {
  readonly intentId: string
}

export const donationJobs = (deps: Deps): Readonly<Record<string, Handler>> => ({
  "donation.event": async ({ intentId }: IntentPayload) => void (await compare(deps, intentId)),
  "donation.check": ({ intentId, round }: IntentPayload & { readonly round: number }) =>
    checkPending(deps, intentId, round),
  "donation.checkout": (payload: CheckoutPayload) => checkCheckout(deps, payload),
  "donation.receipt": async ({ intentId }: IntentPayload, { key }) => {
    const issued = await issueReceipt(deps, intentId)
    if (issued) await sendReceipt(deps, key, issued)
  },
})
