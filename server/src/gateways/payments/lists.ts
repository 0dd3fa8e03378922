import type Stripe from "stripe"
import type { StripeProvider } from "#platform/payments.ts"
import { call } from "./calls.ts"
import { idOf, toPayment } from "./payment.ts"

const PAGE = 100

export function stripeLists(stripe: Stripe): Pick<StripeProvider, "listPayments" | "listRefunds"> {
  return {
    listPayments: (request) =>
      call(async () => {
        const { data, has_more } = await stripe.paymentIntents.list({
          ...pageOf(request),
          expand: ["data.latest_charge"],
        })
        return { rows: data.map((intent) => toPayment(intent)), next: nextOf(data, has_more) }
      }),
    listRefunds: (request) =>
      call(async () => {
        const { data, has_more } = await stripe.refunds.list(pageOf(request))
        return { rows: data.flatMap((refund) => idOf(refund.payment_intent) ?? []), next: nextOf(data, has_more) }
      }),
  }
}

function pageOf({ since, after }: Parameters<StripeProvider["listPayments"]>[0]) {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  return { created, limit: PAGE, ...(after && { starting_after: after }) }
}

function nextOf(data: readonly { readonly id: string }[], hasMore: boolean): string | null {
  return hasMore ? (data.at(-1)?.id ?? null) : null
}
