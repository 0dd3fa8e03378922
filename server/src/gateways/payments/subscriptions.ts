import type Stripe from "stripe"
import type { StripeProvider, Subscription, SubscriptionChange } from "#platform/payments.ts"
import { call, ignoreRefused, ignoreUnknown } from "./calls.ts"

type Subscriptions = Pick<
  StripeProvider,
  "createSubscription" | "readSubscription" | "changeSubscription" | "readRenewal"
>

const PRODUCT = { id: "monthly_gift", name: "Monthly donation" }
const RECURRING = { interval: "month" } as const

/** Monthly gifts as Stripe's subscriptions. The customer has no name: it is known by its payments only. */
export function stripeSubscriptions(stripe: Stripe): Subscriptions {
  const ensureProduct = createOnce(stripe)
  return {
    createSubscription: ({ amount, currency, key }) =>
      call(async () => {
        const [product, customer] = await Promise.all([
          ensureProduct(),
          stripe.customers.create({ metadata: { reference: key } }, { idempotencyKey: `${key}:customer` }),
        ])
        const subscription = await stripe.subscriptions.create(
          {
            customer: customer.id,
            items: [{ price_data: { currency, product, recurring: RECURRING, unit_amount: amount } }],
            payment_behavior: "default_incomplete",
            payment_settings: { save_default_payment_method: "on_subscription" },
            expand: ["latest_invoice.confirmation_secret"],
            metadata: { reference: key },
          },
          { idempotencyKey: `${key}:subscription` },
        )
        const invoice = subscription.latest_invoice
        const secret = typeof invoice === "object" ? invoice?.confirmation_secret?.client_secret : undefined
        const [id] = secret?.split("_secret_") ?? []
        if (!secret || !id) throw new Error("a subscription without a first payment")
        return { id, clientSecret: secret, subscriptionId: subscription.id }
      }),
    readSubscription: (id) =>
      call(async () => {
        const subscription = await ignoreUnknown(
          stripe.subscriptions.retrieve(id, { expand: ["default_payment_method"] }),
        )
        return subscription && toSubscription(subscription)
      }),
    changeSubscription: (id, change) => call(() => ignoreRefused(applyChange(stripe, id, change))),
    readRenewal: (intentId) =>
      call(async () => {
        const payment = { type: "payment_intent", payment_intent: intentId } as const
        const { data } = await stripe.invoicePayments.list({ payment, expand: ["data.invoice"], limit: 1 })
        const invoice = data[0]?.invoice
        if (typeof invoice !== "object" || invoice.deleted) return undefined
        const subscription = invoice.parent?.subscription_details?.subscription
        const subscriptionId = typeof subscription === "object" ? subscription.id : subscription
        return subscriptionId ? { subscriptionId, invoiceId: invoice.id } : undefined
      }),
  }
}

function createOnce(stripe: Stripe): () => Promise<string> {
  let isKnown = false
  return async () => {
    if (!isKnown && !(await ignoreUnknown(stripe.products.retrieve(PRODUCT.id))))
      await ignoreRefused(stripe.products.create(PRODUCT))
    isKnown = true
    return PRODUCT.id
  }
}

/** Each change sets a value, so the same one twice is one; the SDK's own key covers its repeated requests. */
async function applyChange(stripe: Stripe, id: string, change: SubscriptionChange): Promise<void> {
  const { subscriptions } = stripe
  if (change.change === "amount") return changeAmount(stripe, id, change.amount)
  if (change.change === "card") await subscriptions.update(id, { default_payment_method: change.card })
  else if (change.change === "stop") await subscriptions.cancel(id)
  else if (change.change === "pause") await pause(stripe, id)
  else await subscriptions.update(id, { pause_collection: "" })
}

/** Stripe goes on trying the card for an invoice that was open before the pause. */
async function pause(stripe: Stripe, subscription: string): Promise<void> {
  await stripe.subscriptions.update(subscription, { pause_collection: { behavior: "void" } })
  for await (const { id } of stripe.invoices.list({ subscription, status: "open" }))
    await ignoreRefused(stripe.invoices.voidInvoice(id))
}

async function changeAmount({ subscriptions }: Stripe, id: string, amount: number): Promise<void> {
  const { items, currency } = await subscriptions.retrieve(id)
  const [item] = items.data
  if (!item || item.price.unit_amount === amount) return
  const price = { currency, product: PRODUCT.id, recurring: RECURRING, unit_amount: amount }
  await subscriptions.update(id, { items: [{ id: item.id, price_data: price }], proration_behavior: "none" })
}

function toSubscription(subscription: Stripe.Subscription): Subscription {
  const [item] = subscription.items.data
  const state = stateOf(subscription)
  const method = subscription.default_payment_method
  return {
    state,
    amount: item?.price.unit_amount ?? 0,
    nextAt: state === "active" && item ? new Date(item.current_period_end * 1000) : null,
    cardLast4: (typeof method === "object" && method?.card?.last4) || null,
    isFailing: subscription.status === "past_due" || subscription.status === "unpaid",
  }
}

function stateOf({ status, pause_collection: pause }: Stripe.Subscription): Subscription["state"] {
  if (status === "canceled" || status === "incomplete_expired") return "stopped"
  if (status === "incomplete") return "incomplete"
  return pause || status === "paused" ? "paused" : "active"
}
