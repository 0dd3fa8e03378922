import Stripe from "stripe"
import type { Payment, PaymentEvent, StripeProvider } from "#platform/payments.ts"
import { Problem } from "#platform/problem.ts"

interface Account {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  readonly apiBase: string | undefined
}

/** The browser's script is pinned to the same version: `@stripe/stripe-js` of the same release. */
const API_VERSION = "2026-10-28.endive"
const RETRY_AFTER_S = 10
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
    createCheckout: (request) =>
      call(async () => {
        const { id, url } = await stripe.checkout.sessions.create(checkoutOf(request), { idempotencyKey: request.key })
        return { id, url: url ?? request.cancelUrl }
      }),
    readCheckout: (id) =>
      call(async () => {
        const session = await ignoreUnknown(stripe.checkout.sessions.retrieve(id))
        return session && { intentId: idOf(session.payment_intent) ?? null, isExpired: session.status === "expired" }
      }),
    readPayment: (intentId) =>
      call(async () => {
        const intent = await ignoreUnknown(stripe.paymentIntents.retrieve(intentId, { expand: ["latest_charge"] }))
        return intent && toPayment(intent)
      }),
    cancel: (intentId) =>
      call(async () => {
        await ignoreUncancelable(stripe.paymentIntents.cancel(intentId))
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

type CheckoutRequest = Parameters<StripeProvider["createCheckout"]>[0]

function checkoutOf(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { amount, currency, key, language, email, itemName, successUrl, cancelUrl } = request
  return {
    mode: "payment",
    submit_type: "donate",
    // Stripe has no Kreyòl.
    locale: language === "ht" ? "fr" : language,
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: itemName } } }],
    payment_intent_data: { metadata: { reference: key } },
    success_url: successUrl,
    cancel_url: cancelUrl,
    ...(email && { customer_email: email }),
  }
}

/** @throws {Problem} `payments.unavailable` instead of the SDK's errors, whose messages may quote what was sent */
async function call<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    throw new Problem("payments.unavailable", { retryAfter: RETRY_AFTER_S })
  }
}

function ignoreUnknown<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return undefined
    throw error
  })
}

async function ignoreUncancelable(canceling: Promise<unknown>): Promise<void> {
  try {
    await canceling
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
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
    reference: intent.metadata["reference"] ?? null,
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
  if (!PAYMENT_EVENTS.test(type)) return { id, type, at, intentId: undefined, reference: null }
  const object = data.object as {
    readonly id?: string
    readonly payment_intent?: Expandable
    readonly metadata?: { readonly reference?: string }
  }
  const intentId = type.startsWith("payment_intent.") ? object.id : idOf(object.payment_intent)
  return { id, type, at, intentId, reference: object.metadata?.reference ?? null }
}

type Expandable = string | { readonly id: string } | null | undefined

function idOf(object: Expandable): string | undefined {
  return typeof object === "string" ? object : object?.id
}
