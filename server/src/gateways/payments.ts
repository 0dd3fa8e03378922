import Stripe from "stripe"
import type { Payment, PaymentEvent, RefundRequest, StripeProvider } from "#platform/payments.ts"
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
const MAX_LISTED = 100
/** Disputes that took no money, or gave it back. */
const WON: readonly Stripe.Dispute.Status[] = ["won", "warning_closed", "prevented"]
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
    readPayment: (intentId) =>
      call(async () => {
        const intent = await ignoreUnknown(stripe.paymentIntents.retrieve(intentId, { expand: ["latest_charge"] }))
        if (!intent) return undefined
        const payment = toPayment(intent)
        if (!payment.isDisputed) return payment
        // A charge stays "disputed" for ever; only its disputes say how they ended.
        const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: MAX_LISTED })
        const isWon = data.length > 0 && data.every(({ status }) => WON.includes(status))
        return { ...payment, isDisputed: !isWon, isDisputeWon: isWon }
      }),
    refund: (request) => call(() => refundOnce(stripe, request)),
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

/** Stripe forgets idempotency keys after a day, so the refunds of the payment are looked through first. */
async function refundOnce(stripe: Stripe, { intentId, amount, key }: RefundRequest): Promise<"accepted" | "refused"> {
  const { data } = await stripe.refunds.list({ payment_intent: intentId, limit: MAX_LISTED })
  const known = data.find(({ metadata }) => metadata?.["reference"] === key)
  try {
    const { status } =
      known ??
      (await stripe.refunds.create(
        { payment_intent: intentId, amount, metadata: { reference: key } },
        { idempotencyKey: key },
      ))
    return status === "failed" || status === "canceled" ? "refused" : "accepted"
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return "refused"
    throw error
  }
}

/**
 * @throws {Problem} `payments.unavailable` instead of the SDK's errors, whose messages may quote what was sent, and
 * `payment.key_reused` when an idempotency key comes again with another request
 */
async function call<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeIdempotencyError) throw new Problem("payment.key_reused")
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
  if (!PAYMENT_EVENTS.test(type)) return { id, type, at, intentId: undefined }
  const object = data.object as {
    readonly id?: string
    readonly payment_intent?: string | { readonly id: string } | null
  }
  const intent = type.startsWith("payment_intent.") ? object.id : object.payment_intent
  return { id, type, at, intentId: typeof intent === "object" ? intent?.id : intent }
}
