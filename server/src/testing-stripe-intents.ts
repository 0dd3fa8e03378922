import type Stripe from "stripe"
import { listPage } from "./testing-stripe-lists.ts"

export interface Intents {
  readonly all: ReadonlyMap<string, Intent>
  respond(call: string, form: URLSearchParams, key: string): Reply | undefined
  find(id: string): Intent
  make(amount: number, reference: string): Intent
  /** Creates an intent, or finds the one of the same key. @returns undefined when Stripe would refuse */
  create(form: URLSearchParams, key: string): Intent | undefined
  pay(id: string, card?: Card, billing?: Billing): void
  addRefund(id: string, amount: number, reference: string | null): void
  forget(id: string): void
}

export type Card = "good" | "declined" | "delayed" | "unauthenticated"

export interface Billing {
  readonly name: string | null
  readonly email: string | null
}

export interface Intent {
  readonly id: string
  amount: number
  currency: string
  created: number
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

type Reply = [number, unknown]

export const PAID_AT = 1_767_322_000
const AFTER_PAYMENT = { good: "succeeded", delayed: "processing", unauthenticated: "requires_action" } as const

export function createIntents(): Intents {
  const all = new Map<string, Intent>()
  const made = new Map<string, { readonly form: string; readonly id: string }>()

  function respond(call: string, form: URLSearchParams, key: string): Reply | undefined {
    const listed = form.get("payment_intent") ?? ""
    if (call === "GET /v1/payment_intents") return listPage([...all.values()], form, presentIntent)
    if (call === "POST /v1/payment_intents") return createReply(form, key)
    if (call === "POST /v1/refunds") return refund(form, key)
    if (call === "GET /v1/refunds") {
      const refunds = listed ? find(listed).refunds : [...all.values()].flatMap((intent) => intent.refunds)
      return listPage(refunds, form, (refund) => refund)
    }
    if (call === "GET /v1/disputes") {
      const { isDisputed, disputeStatus: status } = find(listed)
      return [200, { object: "list", data: isDisputed ? [{ id: "dp_1", status }] : [] }]
    }
    const [, id, action] = /^\w+ \/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(call) ?? []
    if (!id) return undefined
    const intent = all.get(id)
    if (!intent) return refusal("resource_missing", 404)
    // Stripe cancels the intent of an invoice only with its subscription.
    if (action === "cancel" && (!isOpen(intent) || !intent.metadata.reference))
      return refusal("payment_intent_unexpected_state")
    if (action === "cancel") intent.status = "canceled"
    return [200, presentIntent(intent)]
  }

  function createReply(form: URLSearchParams, key: string): Reply {
    const known = made.get(key)
    if (known && known.form !== `${form}`) return [400, failure("idempotency_error")]
    const intent = create(form, key)
    return intent ? [200, presentIntent(intent)] : refusal("amount_too_small")
  }

  function create(form: URLSearchParams, key: string): Intent | undefined {
    const known = made.get(key)
    if (known) return find(known.id)
    const amount = Number(form.get("amount"))
    if (!(amount >= 50)) return undefined
    const intent = make(amount, form.get("metadata[reference]") ?? "")
    made.set(key, { form: `${form}`, id: intent.id })
    return intent
  }

  function make(amount: number, reference: string): Intent {
    const intent: Intent = {
      id: `pi_test${String(all.size + 1).padStart(20, "0")}`,
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
    all.set(intent.id, intent)
    return intent
  }

  function refund(form: URLSearchParams, key: string): Reply {
    const known = made.get(key)
    if (known && known.form !== `${form}`) return [400, failure("idempotency_error")]
    const intent = find(form.get("payment_intent") ?? "")
    const amount = Number(form.get("amount"))
    const same = intent.refunds.find(({ id }) => id === known?.id)
    if (same) return [200, same]
    if (intent.isDisputed || intent.refunded + amount > intent.amount) return refusal("charge_disputed")
    const added = addRefund(intent.id, amount, form.get("metadata[reference]"))
    made.set(key, { form: `${form}`, id: added.id })
    return [200, added]
  }

  function addRefund(intentId: string, amount: number, reference: string | null): Refund {
    const { refunds } = find(intentId)
    const refund: Refund = {
      id: `re_${intentId}_${refunds.length + 1}`,
      status: "succeeded",
      amount,
      created: PAID_AT,
      payment_intent: intentId,
      metadata: { reference },
    }
    refunds.push(refund)
    return refund
  }

  function find(id: string): Intent {
    const intent = all.get(id)
    if (!intent) throw new Error(`no intent ${id}`)
    return intent
  }

  function pay(id: string, card: Card = "good", billing: Billing = { name: null, email: null }): void {
    const intent = find(id)
    if (intent.status !== "requires_payment_method") throw new Error("the provider refuses to pay an intent twice")
    intent.billing = billing
    intent.isDeclined = card === "declined"
    if (card !== "declined") intent.status = AFTER_PAYMENT[card]
  }

  return { all, respond, find, make, create, pay, addRefund, forget: (id) => void all.delete(id) }
}

/** Stripe cancels some payments that a bank works on, too. */
function isOpen({ status }: Intent): boolean {
  return status === "requires_payment_method" || status === "requires_action" || status === "processing"
}

function refusal(code: string, status = 400): Reply {
  return [status, failure("invalid_request_error", code)]
}

export function failure(type: string, code = "", sent = "") {
  return { error: { type, code, message: `refused ${sent}` } }
}

export function presentIntent({
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
