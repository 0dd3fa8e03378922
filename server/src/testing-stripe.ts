import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import Stripe from "stripe"
import { stripePayments } from "./gateways/payments.ts"
import { type BillingSubscription, createBilling } from "./testing-stripe-billing.ts"
import { createCards } from "./testing-stripe-cards.ts"
import {
  type Billing,
  type Card,
  createIntents,
  failure,
  type Intent,
  PAID_AT,
  presentIntent,
} from "./testing-stripe-intents.ts"

/** Stripe's API over HTTP on this machine: form-encoded requests, idempotency keys, its errors and signed events. */
export interface StripeDouble {
  readonly payments: ReturnType<typeof stripePayments>
  readonly requests: readonly { readonly call: string; readonly version: string | undefined }[]
  readonly intents: ReadonlyMap<string, Intent>
  readonly checkouts: ReadonlyMap<string, Checkout>
  readonly subscriptions: ReadonlyMap<string, BillingSubscription>
  /** Somebody pays on Stripe's page. @returns the intent that the page makes */
  payCheckout(id: string, billing?: Billing): string
  saveCard(checkoutId: string, last4: string): void
  expireCheckout(id: string): void
  /** Stripe makes the next month's invoice. @returns its intent, to be paid or declined by `pay` */
  renew(subscriptionId: string): string
  pay(id: string, card?: Card, billing?: Billing): void
  settle(id: string, isGood: boolean): void
  refund(id: string, amount: number, reference?: string): void
  failRefund(id: string): void
  /** A payment that our server did not begin, paid. @returns its intent */
  takePayment(amount: number, reference?: string): string
  forget(id: string): void
  dispute(id: string, status?: Stripe.Dispute.Status): void
  /** With a pattern only the calls that match it fail. */
  setDown(isDown: boolean | RegExp): void
  /** Calls that match wait until the returned function is called. */
  hold(calls: RegExp): () => void
  event(type: string, id: string, eventId?: string): { readonly payload: string; readonly signature: string }
  close(): Promise<void>
}

interface Checkout {
  readonly id: string
  readonly parameters: URLSearchParams
  intentId: string | null
  isExpired: boolean
}

const WEBHOOK_SECRET = "whsec_test"

export async function startStripe(): Promise<StripeDouble> {
  const intents = createIntents()
  const { find } = intents
  const checkouts = new Map<string, Checkout>()
  const requests: { call: string; version: string | undefined }[] = []
  let isDown: boolean | RegExp = false
  let held: { readonly calls: RegExp; readonly released: Promise<void> } | undefined
  let events = 0

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? "", "http://localhost")
    const form = (await request.toArray()).join("")
    const call = `${request.method} ${path}`
    requests.push({ call, version: String(request.headers["stripe-version"]) })
    if (held?.calls.test(call)) await held.released
    if (request.headers.authorization !== "Bearer sk_test_1")
      return send(response, 401, failure("invalid_request_error"))
    if (isDown instanceof RegExp ? isDown.test(call) : isDown)
      return send(response, 500, failure("api_error", "", form))
    const [, session] = /^\/v1\/checkout\/sessions(?:\/(\w+))?$/.exec(path) ?? []
    if (path.startsWith("/v1/checkout/")) return sendCheckout(response, session, form)
    const parameters = request.method === "GET" ? searchParams : new URLSearchParams(form)
    const key = request.headers["idempotency-key"]
    const reply =
      intents.respond(call, parameters, String(key)) ??
      billing.respond(request.method ?? "", path, parameters, key === undefined ? undefined : String(key))
    if (!reply) return send(response, 404, failure("invalid_request_error", "resource_missing"))
    send(response, ...reply)
  }

  function sendCheckout(response: ServerResponse, id = `cs_test_${checkouts.size + 1}`, form: string): void {
    const parameters = new URLSearchParams(form)
    if (parameters.get("mode") === "setup" && !cards.isSetup(parameters))
      return send(response, 400, failure("invalid_request_error"))
    if (form) checkouts.set(id, { id, parameters, intentId: null, isExpired: false })
    const checkout = checkouts.get(id)
    if (!checkout) return send(response, 404, failure("invalid_request_error", "resource_missing"))
    send(response, 200, presentCheckout(checkout))
  }

  const findCheckout = (id: string): Checkout => {
    const checkout = checkouts.get(id)
    if (!checkout) throw new Error(`no checkout ${id}`)
    return checkout
  }
  function eventObject(type: string, id: string) {
    if (type.startsWith("refund.")) return { ...find(id).refunds.at(-1), object: "refund" }
    if (type.startsWith("charge.")) return { id: "ch_1", object: "charge", payment_intent: id }
    if (type === "setup_intent.succeeded")
      return { id: "seti_1", object: "setup_intent", metadata: { subscription: id } }
    return type.startsWith("customer.") ? { id, object: "subscription" } : presentIntent(find(id))
  }

  const cards = createCards()
  const billing = createBilling((amount) => intents.make(amount, ""), find, cards)
  const server = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1")
  await once(server, "listening")
  const account = { secretKey: "sk_test_1", publishableKey: "pk_test_1", webhookSecret: WEBHOOK_SECRET }
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    payments: stripePayments({ ...account, apiBase }),
    requests,
    intents: intents.all,
    checkouts,
    payCheckout(id, billing) {
      const checkout = findCheckout(id)
      const { parameters } = checkout
      const form = new URLSearchParams({
        amount: parameters.get("line_items[0][price_data][unit_amount]") ?? "",
        "metadata[reference]": parameters.get("payment_intent_data[metadata][reference]") ?? "",
      })
      const intentId = intents.create(form, id)?.id ?? ""
      checkout.intentId = intentId
      intents.pay(intentId, "good", billing)
      return intentId
    },
    subscriptions: billing.subscriptions,
    renew: billing.renew,
    saveCard: (checkoutId, last4) => void cards.save(findCheckout(checkoutId).parameters, last4),
    expireCheckout: (id) => void (findCheckout(id).isExpired = true),
    pay: intents.pay,
    settle(id, isGood) {
      const intent = find(id)
      intent.status = isGood ? "succeeded" : "requires_payment_method"
      intent.isDeclined = !isGood
    },
    refund: (id, amount, reference = "") => intents.addRefund(id, amount, reference || null),
    failRefund(id) {
      const last = find(id).refunds.at(-1)
      if (!last) throw new Error(`no refund of ${id}`)
      last.status = "failed"
    },
    takePayment(amount, reference = "") {
      const { id } = intents.make(amount, reference)
      intents.pay(id)
      return id
    },
    forget: intents.forget,
    dispute(id, status = "needs_response") {
      find(id).isDisputed = true
      find(id).disputeStatus = status
    },
    setDown: (down) => void (isDown = down),
    hold(calls) {
      const { promise: released, resolve } = Promise.withResolvers<void>()
      held = { calls, released }
      return () => {
        held = undefined
        resolve()
      }
    },
    event(type, id, eventId = `evt_${++events}`) {
      const object = eventObject(type, id)
      const payload = JSON.stringify({
        id: eventId,
        object: "event",
        type,
        created: PAID_AT + events,
        data: { object },
      })
      return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET }) }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  // The SDK would otherwise try again for seconds.
  const headers = { "content-type": "application/json", "stripe-should-retry": "false" }
  response.writeHead(status, headers).end(JSON.stringify(body))
}

function presentCheckout({ id, intentId, isExpired }: Checkout) {
  const status = isExpired ? "expired" : intentId ? "complete" : "open"
  return {
    id,
    object: "checkout.session",
    payment_intent: intentId,
    status,
    url: `https://checkout.stripe.com/c/pay/${id}`,
  }
}
