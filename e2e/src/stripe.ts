import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "@playwright/test"

/** As much of Stripe's API as the product calls, and its script and pages in the browser. */
export interface Stripe {
  /** The product's settings with which it uses this Stripe. */
  readonly settings: Readonly<Record<string, string>>
  readonly intents: Map<string, { readonly amount: number; status: string }>
  readonly checkouts: URLSearchParams[]
  close(): void
}

/** Before each reply of the API it waits for `beforeReply`, which gets for example `GET /v1/payment_intents/pi_1`. */
export async function openStripe(beforeReply: (call: string) => Promise<void> | void = () => {}): Promise<Stripe> {
  const intents: Stripe["intents"] = new Map()
  const checkouts: URLSearchParams[] = []
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams((await request.toArray()).join(""))
    const [path = ""] = (request.url ?? "").split("?")
    await beforeReply(`${request.method} ${path}`)
    const [, , kind, id = `pi_e2e${crypto.randomUUID().replaceAll("-", "")}`] = path.split("/")
    if (kind === "checkout") checkouts.push(form)
    if (request.method === "POST" && kind === "payment_intents")
      intents.set(id, { amount: Number(form.get("amount")), status: "requires_payment_method" })
    const body =
      kind === "subscriptions"
        ? subscribe(intents, form)
        : kind === "checkout"
          ? CHECKOUT
          : present(id, intents.get(id))
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))
  })
  const settings = {
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_test",
    STRIPE_API_BASE: await listen(server),
    ORGANIZATION_NAME: "HaiTech Inc.",
    ORGANIZATION_ADDRESS: "1 Main Street, Boston",
    ORGANIZATION_EIN: "12-3456789",
  }
  return { settings, intents, checkouts, close: () => void server.close() }
}

const CHECKOUT = { id: "cs_test_1", object: "checkout.session", url: "https://checkout.stripe.com/c/pay/cs_test_1" }

function subscribe(intents: Stripe["intents"], form: URLSearchParams) {
  const id = `pi_e2e${crypto.randomUUID().replaceAll("-", "")}`
  const amount = Number(form.get("items[0][price_data][unit_amount]"))
  intents.set(id, { amount, status: "requires_payment_method" })
  const confirmation_secret = { client_secret: `${id}_secret_1` }
  return { id: `sub_${id}`, object: "subscription", latest_invoice: { id: "in_1", confirmation_secret } }
}

function present(id: string, intent = { amount: 0, status: "canceled" }) {
  const isPaid = intent.status === "succeeded"
  const charge = { id: "ch_1", created: Date.now() / 1000, amount_refunded: 0, billing_details: {} }
  return {
    id,
    object: "payment_intent",
    client_secret: `${id}_secret_1`,
    amount_received: isPaid ? intent.amount : 0,
    last_payment_error: null,
    latest_charge: isPaid ? charge : null,
    metadata: {},
    status: intent.status,
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface StripeCall {
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
}

interface Script {
  /** What `elements.submit` and then `confirmPayment` resolve to, in turn; the last one repeats. */
  readonly submits?: readonly object[]
  readonly results?: readonly object[]
  readonly isBlocked?: boolean
}

/**
 * Replaces Stripe's script and pages in the browser. A payment asks `api.stripe.com` as the real one does, so that the
 * page's policy is tested, too.
 * @returns the calls of the script so far, and the addresses of Stripe that were requested
 */
export async function stubStripe(page: Page, stripe: Stripe, { submits = [{}], results = [], isBlocked }: Script = {}) {
  const requests: string[] = []
  const left = { submits: [...submits], results: [...results] }
  const next = (list: object[]) => (list.length > 1 ? list.shift() : list[0])
  await page.route(/^https:\/\/[a-z.]*stripe\.com\//, async (route) => {
    const url = new URL(route.request().url())
    requests.push(url.origin + url.pathname)
    const headers = { "access-control-allow-origin": "*" }
    if (url.hostname === "js.stripe.com" && isBlocked) return route.abort()
    if (url.hostname === "js.stripe.com")
      return route.fulfill({ contentType: "text/javascript", body: `(${stripeScript})()` })
    if (url.hostname === "checkout.stripe.com")
      return route.fulfill({ contentType: "text/html", body: "<h1>Stripe Checkout</h1>" })
    if (url.pathname === "/submit") return route.fulfill({ headers, json: next(left.submits) })
    const id = url.searchParams.get("id") ?? ""
    const result = next(left.results) ?? { paymentIntent: { id, status: "succeeded" } }
    const intent = stripe.intents.get(id)
    if (intent && "paymentIntent" in result) intent.status = "succeeded"
    return route.fulfill({ headers, json: result })
  })
  const calls = () => page.evaluate(() => (window as unknown as { stripeCalls?: StripeCall[] }).stripeCalls ?? [])
  return { requests, calls }
}

/** Runs in the page, instead of Stripe's script. */
function stripeScript() {
  const calls: { name: string; options: unknown }[] = []
  const record = (name: string, options: unknown) => calls.push({ name, options: JSON.parse(JSON.stringify(options)) })
  const ask = async (question: string) => (await fetch(`https://api.stripe.com/${question}`)).json()
  const Stripe = (key: string, options: object) => {
    record("Stripe", { key, ...options })
    return {
      elements(groupOptions: object) {
        record("elements", groupOptions)
        return {
          create(kind: string, elementOptions: object) {
            record("create", { kind, ...elementOptions })
            const listeners = new Map<string, () => void>()
            return {
              on: (event: string, listener: () => void) => listeners.set(event, listener),
              mount(host: HTMLElement) {
                record("mount", {})
                const frame = document.createElement("iframe")
                frame.src = "https://js.stripe.com/fields"
                frame.title = "Secure payment input frame"
                host.replaceChildren(frame)
                setTimeout(() => listeners.get("ready")?.())
              },
              destroy: () => record("destroy", {}),
            }
          },
          update: (changes: object) => record("update", changes),
          submit: () => ask("submit"),
        }
      },
      confirmPayment({ elements: _elements, ...rest }: { elements: object; clientSecret: string }) {
        record("confirmPayment", rest)
        return ask(`confirm?id=${rest.clientSecret.split("_secret_")[0]}`)
      },
    }
  }
  Object.assign(window, { stripeCalls: calls, Stripe: Object.assign(Stripe, { version: "endive" }) })
}
