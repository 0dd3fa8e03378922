import type Stripe from "stripe"
import type { Payment } from "#platform/payments.ts"

const STATES: Readonly<Record<Stripe.PaymentIntent.Status, Payment["state"]>> = {
  requires_payment_method: "open",
  requires_confirmation: "open",
  requires_action: "open",
  requires_capture: "processing",
  processing: "processing",
  succeeded: "succeeded",
  canceled: "canceled",
}
const FAILED = ["failed", "canceled"]

/** With the `refunds` of the payment it says which of them failed; without them it has the charge's own sum. */
export function toPayment(intent: Stripe.PaymentIntent, refunds?: readonly Stripe.Refund[]): Payment {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null
  const isPaid = intent.status === "succeeded"
  const failed = refunds?.filter(({ status }) => status !== null && FAILED.includes(status)) ?? []
  const refunded = refunds ? sumOf(refunds) - sumOf(failed) : charge?.amount_refunded
  return {
    intentId: intent.id,
    reference: intent.metadata["reference"] ?? null,
    state: STATES[intent.status] ?? "open",
    received: intent.amount_received,
    currency: intent.currency,
    refunded: (isPaid && refunded) || 0,
    failedRefunds: failed.map(({ amount, metadata }) => ({ amount, key: metadata?.["reference"] ?? null })),
    isDisputed: isPaid && charge?.disputed === true,
    isDeclined: intent.last_payment_error !== null,
    billing: { name: charge?.billing_details.name ?? null, email: charge?.billing_details.email ?? null },
    paidAt: isPaid && charge ? new Date(charge.created * 1000) : null,
  }
}

/** Stripe does not say whether the charge's sum still has a refund that failed; its refunds say it. */
export async function refundsOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
): Promise<readonly Stripe.Refund[] | undefined> {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null
  if (!charge?.refunds?.has_more) return charge?.refunds?.data
  return stripe.refunds.list({ payment_intent: intent.id, limit: 100 }).autoPagingToArray({ limit: 10_000 })
}

export type Expandable = string | { readonly id: string } | null | undefined

export function idOf(object: Expandable): string | undefined {
  return typeof object === "string" ? object : object?.id
}

function sumOf(refunds: readonly Stripe.Refund[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}
