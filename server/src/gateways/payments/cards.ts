import type Stripe from "stripe"
import type { StripeProvider } from "#platform/payments.ts"
import { call, ignoreUnknown, localeOf } from "./calls.ts"

type Cards = Pick<StripeProvider, "readNewestCard" | "openCardPage">

const MAX_LISTED = 100
const ENDED: readonly Stripe.Subscription.Status[] = ["canceled", "incomplete", "incomplete_expired"]

/** The cards of a monthly gift. Each gift has a customer of its own, so every card of the customer is for this gift. */
export function stripeCards(stripe: Stripe): Cards {
  return {
    readNewestCard: (subscriptionId) =>
      call(async () => {
        const subscription = await findRunning(stripe, subscriptionId)
        if (!subscription) return undefined
        const { data } = await stripe.customers.listPaymentMethods(idOf(subscription.customer), {
          type: "card",
          limit: MAX_LISTED,
        })
        const [newest] = data.toSorted((one, other) => other.created - one.created)
        const used = subscription.default_payment_method
        return newest && { id: newest.id, isUsed: used !== null && idOf(used) === newest.id }
      }),
    openCardPage: ({ subscriptionId, language, successUrl, cancelUrl, expiresAt }) =>
      call(async () => {
        const subscription = await findRunning(stripe, subscriptionId)
        if (!subscription) return undefined
        const { id, url } = await stripe.checkout.sessions.create({
          mode: "setup",
          customer: idOf(subscription.customer),
          allowed_payment_method_types: ["card"],
          setup_intent_data: { metadata: { subscription: subscriptionId } },
          locale: localeOf(language),
          success_url: successUrl,
          cancel_url: cancelUrl,
          expires_at: Math.floor(expiresAt.getTime() / 1000),
        })
        return { id, url: url ?? cancelUrl }
      }),
  }
}

async function findRunning(stripe: Stripe, id: string): Promise<Stripe.Subscription | undefined> {
  const subscription = await ignoreUnknown(stripe.subscriptions.retrieve(id))
  return subscription && !ENDED.includes(subscription.status) ? subscription : undefined
}

function idOf(object: string | { readonly id: string }): string {
  return typeof object === "string" ? object : object.id
}
