import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import Stripe from "stripe"
import { stripePayments } from "./gateways/payments.ts"
import { type BillingSubscription, createBilling } from "./testing-stripe-billing.ts"
import { createCards } from "./testing-stripe-cards.ts"
import { listPage } from "./testing-stripe-lists.ts"

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
  pay(id: string, card?: "good" | "declined" | "delayed" | "unauthenticated", billing?: Billing): void
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

interface Billing {
  readonly name: string | null
  readonly email: string | null
}

interface Intent {
  readonly id: string
  amount: number
  currency: string
  created: number
  /** The refunds that did not fail. */
  readonly refunded: number
  readonly metadata: { readonly reference: string }
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled"
  isDeclined: boolean
  isDisputed: boolean
  disputeStatus: Stripe.Dispute.Status
  refunds: Refund[]
  billing: Billing
}

interface Refund {
  readonly id: string
  readonly amount: number
  readonly metadata: { readonly reference: string | null }
  readonly payment_intent: string
  created: number
  status: "pending" | "succeeded" | "failed"
}

interface Checkout {
  readonly id: string
  readonly parameters: URLSearchParams
  intentId: string | null
  isExpired: boolean
}

const WEBHOOK_SECRET = "whsec_test"
const PAID_AT = 1_767_322_000

export async function startStripe(): Promise<StripeDouble> {
  const intents = new Map<string, Intent>()
  const keys = new Map<string, { readonly form: string; readonly id: string }>()
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
    const listed = searchParams.get("payment_intent") ?? ""
    if (call === "GET /v1/payment_intents")
      return send(response, ...listPage([...intents.values()], searchParams, present))
    if (call === "GET /v1/refunds" && !listed) {
      const refunds = [...intents.values()].flatMap((intent) => intent.refunds)
      return send(response, ...listPage(refunds, searchParams, (refund) => refund))
    }
    if (path === "/v1/refunds" && request.method === "POST")
      return send(response, ...refund(form, String(request.headers["idempotency-key"])))
    if (path === "/v1/refunds")
      return send(response, ...listPage(find(listed).refunds, searchParams, (refund) => refund))
    if (path === "/v1/disputes") {
      const { isDisputed, disputeStatus: status } = find(listed)
      return send(response, 200, { object: "list", data: isDisputed ? [{ id: "dp_1", status }] : [] })
    }
    const parameters = request.method === "GET" ? searchParams : new URLSearchParams(form)
    const key = request.headers["idempotency-key"]
    const reply = billing.respond(request.method ?? "", path, parameters, key === undefined ? undefined : String(key))
    if (reply) return send(response, ...reply)
    const [, id, action] = /^\/v1\/payment_intents(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
    if (request.method === "POST" && !id)
      return send(response, ...create(form, String(request.headers["idempotency-key"])))
    const intent = intents.get(id ?? "")
    if (!intent) return send(response, 404, failure("invalid_request_error", "resource_missing"))
    // Stripe cancels the intent of an invoice only with its subscription.
    if (action === "cancel" && (!isOpen(intent) || !intent.metadata.reference))
      return send(response, 400, failure("invalid_request_error", "payment_intent_unexpected_state"))
    if (action === "cancel") intent.status = "canceled"
    send(response, 200, present(intent))
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

  function create(form: string, key: string): [number, unknown] {
    const known = keys.get(key)
    const parameters = new URLSearchParams(form)
    const reference = parameters.get("metadata[reference]") ?? ""
    if (known && known.form !== `${parameters}`) return [400, failure("idempotency_error")]
    const amount = Number(parameters.get("amount"))
    if (!known && !(amount >= 50)) return [400, failure("invalid_request_error", "amount_too_small")]
    const intent = known ? find(known.id) : makeIntent(amount, reference)
    keys.set(key, { form: `${parameters}`, id: intent.id })
    return [200, present(intent)]
  }

  function makeIntent(amount: number, reference: string): Intent {
    const intent: Intent = {
      id: `pi_test${String(intents.size + 1).padStart(20, "0")}`,
      disputeStatus: "needs_response",
      refunds: [],
      amount,
      currency: "usd",
      created: PAID_AT,
      metadata: { reference },
      status: "requires_payment_method",
      isDeclined: false,
      get refunded() {
        return this.refunds.reduce((sum, refund) => sum + (refund.status === "failed" ? 0 : refund.amount), 0)
      },
      isDisputed: false,
      billing: { name: null, email: null },
    }
    intents.set(intent.id, intent)
    return intent
  }

  function refund(form: string, key: string): [number, unknown] {
    const parameters = new URLSearchParams(form)
    const known = keys.get(key)
    if (known && known.form !== `${parameters}`) return [400, failure("idempotency_error")]
    const intent = find(parameters.get("payment_intent") ?? "")
    const amount = Number(parameters.get("amount"))
    const same = intent.refunds.find(({ id }) => id === known?.id)
    if (same) return [200, same]
    if (intent.isDisputed || intent.refunded + amount > intent.amount)
      return [400, failure("invalid_request_error", "charge_disputed")]
    const made = addRefund(intent, amount, parameters.get("metadata[reference]"))
    keys.set(key, { form: `${parameters}`, id: made.id })
    return [200, made]
  }

  function addRefund(intent: Intent, amount: number, reference: string | null): Refund {
    const refund: Refund = {
      id: `re_${intent.id}_${intent.refunds.length + 1}`,
      status: "succeeded",
      amount,
      created: PAID_AT,
      payment_intent: intent.id,
      metadata: { reference },
    }
    intent.refunds.push(refund)
    return refund
  }

  const find = (id: string): Intent => {
    const intent = intents.get(id)
    if (!intent) throw new Error(`no intent ${id}`)
    return intent
  }
  const findCheckout = (id: string): Checkout => {
    const checkout = checkouts.get(id)
    if (!checkout) throw new Error(`no checkout ${id}`)
    return checkout
  }
  const pay: StripeDouble["pay"] = (id, card = "good", billing = { name: null, email: null }) => {
    const intent = find(id)
    if (intent.status !== "requires_payment_method") throw new Error("the provider refuses to pay an intent twice")
    intent.billing = billing
    intent.isDeclined = card === "declined"
    if (card !== "declined") intent.status = AFTER_PAYMENT[card]
  }
  function eventObject(type: string, id: string) {
    if (type.startsWith("refund.")) return { ...find(id).refunds.at(-1), object: "refund" }
    if (type.startsWith("charge.")) return { id: "ch_1", object: "charge", payment_intent: id }
    if (type === "setup_intent.succeeded")
      return { id: "seti_1", object: "setup_intent", metadata: { subscription: id } }
    return type.startsWith("customer.") ? { id, object: "subscription" } : present(find(id))
  }

  const cards = createCards()
  const billing = createBilling((amount) => makeIntent(amount, ""), find, cards)
  const server = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1")
  await once(server, "listening")
  const account = { secretKey: "sk_test_1", publishableKey: "pk_test_1", webhookSecret: WEBHOOK_SECRET }
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    payments: stripePayments({ ...account, apiBase }),
    requests,
    intents,
    checkouts,
    payCheckout(id, billing) {
      const checkout = findCheckout(id)
      const { parameters } = checkout
      const form = new URLSearchParams({
        amount: parameters.get("line_items[0][price_data][unit_amount]") ?? "",
        "metadata[reference]": parameters.get("payment_intent_data[metadata][reference]") ?? "",
      })
      create(`${form}`, id)
      checkout.intentId = keys.get(id)?.id ?? null
      pay(checkout.intentId ?? "", "good", billing)
      return checkout.intentId ?? ""
    },
    subscriptions: billing.subscriptions,
    renew: billing.renew,
    saveCard: (checkoutId, last4) => void cards.save(findCheckout(checkoutId).parameters, last4),
    expireCheckout: (id) => void (findCheckout(id).isExpired = true),
    pay,
    settle(id, isGood) {
      const intent = find(id)
      intent.status = isGood ? "succeeded" : "requires_payment_method"
      intent.isDeclined = !isGood
    },
    refund: (id, amount, reference = "") => void addRefund(find(id), amount, reference || null),
    failRefund(id) {
      const last = find(id).refunds.at(-1)
      if (!last) throw new Error(`no refund of ${id}`)
      last.status = "failed"
    },
    takePayment(amount, reference = "") {
      const { id } = makeIntent(amount, reference)
      pay(id)
      return id
    },
    forget: (id) => void intents.delete(id),
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

const AFTER_PAYMENT = { good: "succeeded", delayed: "processing", unauthenticated: "requires_action" } as const

function isOpen({ status }: Intent): boolean {
  return status === "requires_payment_method" || status === "requires_action"
}

function send(response: ServerResponse, status: number, body: unknown): void {
  // The SDK would otherwise try again for seconds.
  const headers = { "content-type": "application/json", "stripe-should-retry": "false" }
  response.writeHead(status, headers).end(JSON.stringify(body))
}

/** Stripe's messages may quote what was sent. */
function failure(type: string, code = "", sent = "") {
  return { error: { type, code, message: `refused ${sent}` } }
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

function present({
  id,
  amount,
  currency,
  created,
  metadata,
  status,
  isDeclined,
  refunds,
  isDisputed,
  billing,
}: Intent) {
  const charge = {
    id: "ch_1",
    object: "charge",
    created: PAID_AT,
    // Stripe does not promise to take a failed refund out of this sum.
    amount_refunded: refunds.reduce((sum, refund) => sum + refund.amount, 0),
    refunds: { object: "list", data: refunds.toReversed().slice(0, 10), has_more: refunds.length > 10 },
    disputed: isDisputed,
    billing_details: billing,
  }
  return {
    id,
    object: "payment_intent",
    amount,
    amount_received: status === "succeeded" ? amount : 0,
    client_secret: `${id}_secret_1`,
    currency,
    created,
    last_payment_error: isDeclined ? { code: "card_declined" } : null,
    latest_charge: status === "succeeded" ? charge : null,
    metadata,
    status,
  }
}
