import Stripe from "stripe"
import type { Payment, PaymentEvent, StripeProvider } from "#platform/payments.ts"
import { call, ignoreRefused, ignoreUnknown } from "./payments/calls.ts"
import { stripeSubscriptions } from "./payments/subscriptions.ts"

interface Account {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  readonly apiBase: string | undefined
}

/** The browser's script is pinned to the same version: `@stripe/stripe-js` of the same release. */
const API_VERSION = "2026-10-28.endive"
const TIMEOUT_MS = 10_000
const RETRIES = 2
const PAYMENT_EVENTS = /^(payment_intent|charge)\./

/** Stripe by its official SDK (decision 0037). Card data goes from the browser to Stripe and never comes here (D6). */
export function stripePayments({ secretKey, publishableKey, webhookSecret, apiBase }: Account): StripeProvider {
  const base = new URL(apiBase ?? "https://api.stripe.com")
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    host: base.hostname,
    port: base.port || (base.protocol === "http:" ? 80 : 443),
    protocol: base.protocol === "http:" ? "http" : "https",
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })
  return {
    provider: "stripe",
    publishableKey,
    createIntent: ({ amount, currency, key }) =>
      call(async () => {
        const intent = await stripe.paymentIntents.create(
          { amount, currency, automatic_payment_methods: { enabled: true }, metadata: { reference: key } },
          { idempotencyKey: key },
        )
        return { id: intent.id, clientSecret: intent.client_secret ?? "" }
      }),
    ...stripeSubscriptions(stripe),
    readPayment: (intentId) =>
      call(async () => {
        const intent = await ignoreUnknown(stripe.paymentIntents.retrieve(intentId, { expand: ["latest_charge"] }))
        return intent && toPayment(intent)
      }),
    cancel: (intentId) =>
      call(async () => {
        await ignoreRefused(stripe.paymentIntents.cancel(intentId))
      }),
    readEvent(raw, signature) {
      try {
        return toEvent(stripe.webhooks.constructEvent(Buffer.from(raw), signature, webhookSecret))
      } catch {
        return undefined
      }
    },
  }
}

const STATES: Readonly<Record<Stripe.PaymentIntent.Status, Payment["state"]>> = {
  requires_payment_method: "open",
  requires_confirmation: "open",
  requires_action: "open",
  requires_capture: "processing",
  processing: "processing",
  succeeded: "succeeded",
  canceled: "canceled",
}

function toPayment(intent: Stripe.PaymentIntent): Payment {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null
  const isPaid = intent.status === "succeeded"
  return {
    intentId: intent.id,
    state: STATES[intent.status] ?? "open",
    received: intent.amount_received,
    refunded: (isPaid && charge?.amount_refunded) || 0,
    isDisputed: isPaid && charge?.disputed === true,
    isDeclined: intent.last_payment_error !== null,
    billing: { name: charge?.billing_details.name ?? null, email: charge?.billing_details.email ?? null },
    paidAt: isPaid && charge ? new Date(charge.created * 1000) : null,
  }
}

function toEvent({ id, type, created, data }: Stripe.Event): PaymentEvent {
  const at = new Date(created * 1000)
  const object = data.object as {
    readonly id?: string
    readonly payment_intent?: string | { readonly id: string } | null
  }
  const subscriptionId = type.startsWith("customer.subscription.") ? object.id : undefined
  if (!PAYMENT_EVENTS.test(type)) return { id, type, at, intentId: undefined, subscriptionId }
  const intent = type.startsWith("payment_intent.") ? object.id : object.payment_intent
  return { id, type, at, intentId: typeof intent === "object" ? intent?.id : intent, subscriptionId }
}
