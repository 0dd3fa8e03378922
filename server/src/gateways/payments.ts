import Stripe from "stripe"
import type { PaymentEvent, RefundRequest, StripeProvider } from "#platform/payments.ts"
import { call, ignoreRefused, ignoreUnknown, localeOf } from "./payments/calls.ts"
import { stripeCards } from "./payments/cards.ts"
import { connectStripe, type StripeAccount } from "./payments/client.ts"
import { stripeLists } from "./payments/lists.ts"
import { type Expandable, idOf, refundsOf, toPayment } from "./payments/payment.ts"
import { stripeSubscriptions } from "./payments/subscriptions.ts"

const MAX_LISTED = 100
/** Disputes that took no money, or gave it back. */
const WON: readonly Stripe.Dispute.Status[] = ["won", "warning_closed", "prevented"]
const CARD_EVENT = "setup_intent.succeeded"
const PAYMENT_EVENTS = /^(payment_intent|charge|refund)\./

/** Stripe by its official SDK (decision 0037). Card data goes from the browser to Stripe and never comes here (D6). */
export function stripePayments(account: StripeAccount): StripeProvider {
  const { publishableKey, webhookSecret } = account
  const stripe = connectStripe(account)
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
    ...stripeSubscriptions(stripe),
    ...stripeCards(stripe),
    ...stripeLists(stripe),
    readPayment: (intentId) =>
      call(async () => {
        const expand = ["latest_charge.refunds"]
        const intent = await ignoreUnknown(stripe.paymentIntents.retrieve(intentId, { expand }))
        if (!intent) return undefined
        const payment = toPayment(intent, await refundsOf(stripe, intent))
        if (!payment.isDisputed) return payment
        // A charge stays "disputed" for ever; only its disputes say how they ended.
        const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: MAX_LISTED })
        const isWon = data.length > 0 && data.every(({ status }) => WON.includes(status))
        return { ...payment, isDisputed: !isWon, isDisputeWon: isWon }
      }),
    refund: (request) => call(() => refundOnce(stripe, request)),
    cancel: (intentId) =>
      call(async () => {
        const intent = await ignoreUnknown(stripe.paymentIntents.retrieve(intentId))
        if (intent && intent.status !== "processing") await ignoreRefused(stripe.paymentIntents.cancel(intentId))
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
    locale: localeOf(language),
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: itemName } } }],
    payment_intent_data: { metadata: { reference: key } },
    success_url: successUrl,
    cancel_url: cancelUrl,
    ...(email && { customer_email: email }),
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

function toEvent({ id, type, created, data }: Stripe.Event): PaymentEvent {
  const at = new Date(created * 1000)
  const object = data.object as {
    readonly id?: string
    readonly payment_intent?: Expandable
    readonly metadata?: { readonly reference?: string; readonly subscription?: string }
  }
  const isCard = type === CARD_EVENT
  const ofSubscription = type.startsWith("customer.subscription.") ? object.id : undefined
  const subscriptionId = isCard ? object.metadata?.subscription : ofSubscription
  const reference = object.metadata?.reference ?? null
  if (!PAYMENT_EVENTS.test(type)) return { id, type, at, isCard, intentId: undefined, subscriptionId, reference: null }
  const intentId = type.startsWith("payment_intent.") ? object.id : idOf(object.payment_intent)
  return { id, type, at, isCard, intentId, subscriptionId, reference }
}
