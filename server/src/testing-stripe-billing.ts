import type Stripe from "stripe"
import { type Cards, presentCard } from "./testing-stripe-cards.ts"
import { listPage } from "./testing-stripe-lists.ts"

/** The part of Stripe's API that monthly gifts use, for the double in `testing-stripe.ts`. */
export interface Billing {
  readonly subscriptions: ReadonlyMap<string, BillingSubscription>
  respond(method: string, path: string, form: URLSearchParams, key: string | undefined): Reply | undefined
  renew(subscriptionId: string): string
}

export interface BillingSubscription {
  readonly id: string
  readonly customer: string
  status: "incomplete" | "active" | "past_due" | "canceled"
  amount: number
  isPaused: boolean
  card: string | null
  readonly invoices: { readonly id: string; readonly intentId: string }[]
}

export interface BillingIntent {
  readonly id: string
  status: Stripe.PaymentIntent.Status
  readonly isDeclined: boolean
}

type Reply = [number, unknown]

const PERIOD_END = 1_770_000_000
const MONTH_S = 2_678_400

export function createBilling(
  makeIntent: (amount: number) => BillingIntent,
  findIntent: (id: string) => BillingIntent,
  cards: Cards,
): Billing {
  const subscriptions = new Map<string, BillingSubscription>()
  const objects = new Map<string, unknown>()
  const replies = new Map<string, { readonly form: string; readonly reply: () => Reply }>()

  function once(key: string | undefined, form: URLSearchParams, create: () => () => Reply): Reply {
    const known = key === undefined ? undefined : replies.get(key)
    if (known && known.form !== `${form}`) return failure(400, "idempotency_error")
    const reply = known?.reply ?? create()
    if (key !== undefined) replies.set(key, { form: `${form}`, reply })
    return reply()
  }

  function createProduct(form: URLSearchParams): Reply {
    const id = form.get("id") ?? ""
    if (objects.has(id)) return failure(400, "invalid_request_error", "resource_already_exists")
    const product = { id, object: "product", name: form.get("name") }
    objects.set(id, product)
    return [200, product]
  }

  function createCustomer(): () => Reply {
    const customer = { id: `cus_${objects.size + 1}`, object: "customer" }
    objects.set(customer.id, customer)
    return () => [200, customer]
  }

  function createSubscription(form: URLSearchParams): () => Reply {
    const amount = Number(form.get("items[0][price_data][unit_amount]"))
    const customer = form.get("customer") ?? ""
    const isComplete =
      objects.has(customer) &&
      objects.has(form.get("items[0][price_data][product]") ?? "") &&
      form.get("items[0][price_data][recurring][interval]") === "month" &&
      form.get("payment_behavior") === "default_incomplete" &&
      form.get("payment_settings[save_default_payment_method]") === "on_subscription" &&
      amount >= 50
    if (!isComplete) return () => failure(400, "invalid_request_error")
    const id = `sub_${subscriptions.size + 1}`
    const subscription: BillingSubscription = {
      id,
      customer,
      amount,
      status: "incomplete",
      isPaused: false,
      card: null,
      invoices: [],
    }
    subscriptions.set(id, subscription)
    addInvoice(subscription)
    return () => [200, present(subscription)]
  }

  function addInvoice(subscription: BillingSubscription): string {
    const intentId = makeIntent(subscription.amount).id
    subscription.invoices.push({ id: `in_${subscription.id}_${subscription.invoices.length + 1}`, intentId })
    return intentId
  }

  function update(subscription: BillingSubscription, form: URLSearchParams): Reply {
    if (subscription.status === "canceled") return failure(400, "invalid_request_error")
    const amount = form.get("items[0][price_data][unit_amount]")
    if (amount !== null && form.get("items[0][id]") !== `si_${subscription.id}`)
      return failure(400, "invalid_request_error")
    if (amount !== null) subscription.amount = Number(amount)
    if (form.get("pause_collection[behavior]") === "void") subscription.isPaused = true
    const card = cards.find(form.get("default_payment_method"))
    if (form.has("default_payment_method") && card?.customer !== subscription.customer)
      return failure(400, "invalid_request_error")
    if (card) subscription.card = card.id
    if (form.get("pause_collection") === "") subscription.isPaused = false
    return [200, present(subscription)]
  }

  function listPayments(query: URLSearchParams): Reply {
    const intentId = query.get("payment[payment_intent]")
    const data = [...subscriptions.values()].flatMap(({ id, invoices }) =>
      invoices
        .filter((invoice) => invoice.intentId === intentId)
        .map((invoice) => ({
          id: `inpay_${invoice.id}`,
          object: "invoice_payment",
          invoice: {
            id: invoice.id,
            object: "invoice",
            parent: { type: "subscription_details", subscription_details: { subscription: id } },
          },
        })),
    )
    return [200, { object: "list", data, has_more: false, url: "/v1/invoice_payments" }]
  }

  function respondToInvoices(method: string, path: string, form: URLSearchParams): Reply | undefined {
    const invoices = [...subscriptions.values()].flatMap(({ id: subscription, invoices: own }) =>
      own.map(({ id, intentId }) => ({ id, subscription, intent: findIntent(intentId) })),
    )
    const open = invoices.filter(({ intent }) => !["succeeded", "processing", "canceled"].includes(intent.status))
    if (method === "GET" && path === "/v1/invoices" && form.get("status") === "open") {
      const own = open.filter(({ subscription }) => subscription === form.get("subscription"))
      return listPage(
        own.map(({ id }) => ({ id, created: PERIOD_END })),
        form,
        (invoice) => invoice,
      )
    }
    const [, voided] = /^\/v1\/invoices\/(\w+)\/void$/.exec(path) ?? []
    if (method !== "POST" || !voided) return undefined
    const invoice = open.find(({ id }) => id === voided)
    if (!invoice) return failure(400, "invalid_request_error")
    invoice.intent.status = "canceled"
    return [200, { id: voided, object: "invoice", status: "void" }]
  }

  function present(subscription: BillingSubscription) {
    const { id, customer, invoices, isPaused, amount } = subscription
    const [first] = invoices
    const isPaid = first !== undefined && findIntent(first.intentId).status === "succeeded"
    const card = isPaid ? (cards.find(subscription.card) ?? cards.ensureFirst(customer)) : undefined
    const status = subscription.status === "incomplete" && isPaid ? "active" : subscription.status
    return {
      id,
      object: "subscription",
      customer,
      currency: "usd",
      status,
      pause_collection: isPaused ? { behavior: "void", resumes_at: null } : null,
      default_payment_method: card ? presentCard(card) : null,
      latest_invoice: { id: first?.id, confirmation_secret: { client_secret: `${first?.intentId}_secret_1` } },
      items: {
        object: "list",
        data: [
          {
            id: `si_${id}`,
            current_period_end: PERIOD_END + (invoices.length - 1) * MONTH_S,
            price: { unit_amount: amount },
          },
        ],
      },
    }
  }

  return {
    subscriptions,
    respond(method, path, form, key) {
      const [, customer] = /^\/v1\/customers\/(\w+)\/payment_methods$/.exec(path) ?? []
      if (customer) return cards.list(customer)
      if (path.startsWith("/v1/invoices")) return respondToInvoices(method, path, form)
      const [, kind, id] = /^\/v1\/(products|customers|subscriptions|invoice_payments)(?:\/(\w+))?$/.exec(path) ?? []
      if (!kind) return undefined
      if (kind === "invoice_payments") return listPayments(form)
      if (method === "POST" && !id && kind === "products") return createProduct(form)
      if (method === "POST" && !id)
        return once(key, form, () => (kind === "customers" ? createCustomer() : createSubscription(form)))
      if (kind === "products") return objects.has(id ?? "") ? [200, objects.get(id ?? "")] : unknown()
      const subscription = subscriptions.get(id ?? "")
      if (!subscription) return unknown()
      if (method === "POST") return update(subscription, form)
      if (method === "DELETE" && subscription.status === "canceled") return unknown()
      if (method === "DELETE") subscription.status = "canceled"
      return [200, present(subscription)]
    },
    renew(subscriptionId) {
      const subscription = subscriptions.get(subscriptionId)
      if (!subscription) throw new Error(`no subscription ${subscriptionId}`)
      return addInvoice(subscription)
    },
  }
}

function unknown(): Reply {
  return failure(404, "invalid_request_error", "resource_missing")
}

function failure(status: number, type: string, code?: string): Reply {
  return [status, { error: { type, code, message: "refused" } }]
}
