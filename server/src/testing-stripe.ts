import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import Stripe from "stripe"
import { stripePayments } from "./gateways/payments.ts"
import { type BillingSubscription, createBilling } from "./testing-stripe-billing.ts"

/** Stripe's API over HTTP on this machine: form-encoded requests, idempotency keys, its errors and signed events. */
export interface StripeDouble {
  readonly payments: ReturnType<typeof stripePayments>
  readonly requests: readonly { readonly call: string; readonly version: string | undefined }[]
  readonly intents: ReadonlyMap<string, Intent>
  readonly subscriptions: ReadonlyMap<string, BillingSubscription>
  /** Stripe makes the next month's invoice. @returns its intent, to be paid or declined by `pay` */
  renew(subscriptionId: string): string
  pay(id: string, card?: "good" | "declined" | "delayed", billing?: Billing): void
  settle(id: string, isGood: boolean): void
  refund(id: string, amount: number): void
  dispute(id: string): void
  /** With a pattern only the calls that match it fail. */
  setDown(isDown: boolean | RegExp): void
  event(type: string, id: string, eventId?: string): { readonly payload: string; readonly signature: string }
  close(): Promise<void>
}

interface Billing {
  readonly name: string | null
  readonly email: string | null
}

interface Intent {
  readonly id: string
  readonly amount: number
  readonly metadata: { readonly reference: string }
  status: "requires_payment_method" | "processing" | "succeeded" | "canceled"
  isDeclined: boolean
  refunded: number
  isDisputed: boolean
  billing: Billing
}

const WEBHOOK_SECRET = "whsec_test"
const PAID_AT = 1_767_322_000

export async function startStripe(): Promise<StripeDouble> {
  const intents = new Map<string, Intent>()
  const keys = new Map<string, { readonly form: string; readonly id: string }>()
  const requests: { call: string; version: string | undefined }[] = []
  let isDown: boolean | RegExp = false
  let events = 0

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? "", "http://localhost")
    const form = (await request.toArray()).join("")
    const call = `${request.method} ${path}`
    requests.push({ call, version: String(request.headers["stripe-version"]) })
    if (request.headers.authorization !== "Bearer sk_test_1")
      return send(response, 401, failure("invalid_request_error"))
    if (isDown instanceof RegExp ? isDown.test(call) : isDown) return send(response, 500, failure("api_error"))
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
    if (action === "cancel" && (intent.status !== "requires_payment_method" || !intent.metadata.reference))
      return send(response, 400, failure("invalid_request_error", "payment_intent_unexpected_state"))
    if (action === "cancel") intent.status = "canceled"
    send(response, 200, present(intent))
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
      amount,
      metadata: { reference },
      status: "requires_payment_method",
      isDeclined: false,
      refunded: 0,
      isDisputed: false,
      billing: { name: null, email: null },
    }
    intents.set(intent.id, intent)
    return intent
  }

  const find = (id: string): Intent => {
    const intent = intents.get(id)
    if (!intent) throw new Error(`no intent ${id}`)
    return intent
  }
  function eventObject(type: string, id: string) {
    if (type.startsWith("charge.")) return { id: "ch_1", object: "charge", payment_intent: id }
    return type.startsWith("customer.") ? { id, object: "subscription" } : present(find(id))
  }

  const billing = createBilling((amount) => makeIntent(amount, ""), find)
  const server = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1")
  await once(server, "listening")
  const account = { secretKey: "sk_test_1", publishableKey: "pk_test_1", webhookSecret: WEBHOOK_SECRET }
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    payments: stripePayments({ ...account, apiBase }),
    requests,
    intents,
    subscriptions: billing.subscriptions,
    renew: billing.renew,
    pay(id, card = "good", billing = { name: null, email: null }) {
      const intent = find(id)
      if (intent.status !== "requires_payment_method") throw new Error("the provider refuses to pay an intent twice")
      intent.billing = billing
      intent.isDeclined = card === "declined"
      if (card !== "declined") intent.status = card === "good" ? "succeeded" : "processing"
    },
    settle(id, isGood) {
      const intent = find(id)
      intent.status = isGood ? "succeeded" : "requires_payment_method"
      intent.isDeclined = !isGood
    },
    refund: (id, amount) => void (find(id).refunded += amount),
    dispute: (id) => void (find(id).isDisputed = true),
    setDown: (down) => void (isDown = down),
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

function failure(type: string, code?: string) {
  return { error: { type, code, message: "refused" } }
}

function present({ id, amount, metadata, status, isDeclined, refunded, isDisputed, billing }: Intent) {
  const charge = {
    id: "ch_1",
    object: "charge",
    created: PAID_AT,
    amount_refunded: refunded,
    disputed: isDisputed,
    billing_details: billing,
  }
  return {
    id,
    object: "payment_intent",
    amount,
    amount_received: status === "succeeded" ? amount : 0,
    client_secret: `${id}_secret_1`,
    currency: "usd",
    last_payment_error: isDeclined ? { code: "card_declined" } : null,
    latest_charge: status === "succeeded" ? charge : null,
    metadata,
    status,
  }
}
