import { Writable } from "node:stream"
import { pino } from "pino"
import { afterEach, expect, test } from "vitest"
import { createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { type StripeDouble, startStripe } from "#testing-stripe.ts"
import { donations } from "./table.ts"

const DONOR = { donorName: "Canary Désir", donorEmail: "canary@example.org", message: "canary message" }
const TRIBUTE = {
  type: "memory",
  honoree: "canary honoree",
  notifyName: "canary family",
  notifyEmail: "family@example.org",
}
const GIFT = { ...DONOR, amount: 2500, tribute: TRIBUTE }
const CARD = "4000000000000341"
const ADDRESS = "203.0.113.9"

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

let text = ""
const stream = new Writable({
  write(chunk, _encoding, done) {
    text += chunk
    done()
  },
})

async function start(payments?: StripeDouble["payments"]): Promise<TestApp> {
  const app = await createTestApp({
    log: pino({ level: "trace" }, stream),
    trustProxy: 1,
    ...(payments && { payments }),
  })
  cleanups.push(() => app.close())
  app.setNow(new Date())
  return app
}

const post = (app: TestApp, url: string, payload: object | string, headers: Record<string, string> = {}) =>
  app.send({ method: "POST", url, payload, headers: { "x-forwarded-for": ADDRESS, ...headers } })

async function runJobs(app: TestApp): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await app.database.sql`update outbox set due_at = due_at - interval '6 minutes' where sent_at is null`
    await app.deliver()
  }
}

async function sendEvent(app: TestApp, stripe: StripeDouble, type: string, id: string): Promise<string> {
  const { payload, signature } = stripe.event(type, id)
  const headers = { "content-type": "application/json" }
  await post(app, "/api/webhooks/stripe", payload, { ...headers, "stripe-signature": `${signature.slice(0, -1)}x` })
  await post(app, "/api/webhooks/stripe", payload, { ...headers, "stripe-signature": signature })
  return signature
}

/** The tokens of the signed links in the emails, which may be wrapped. */
function tokensOf(app: TestApp): string[] {
  const links = app.emails.flatMap(({ text: body }) => body.replaceAll("\n", "").match(/#[\w=.-]{40,}/g) ?? [])
  return [...new Set(links.map((link) => link.replace(/^#(gift=)?/, "")))]
}

/** A card that is declined, charged, refunded and disputed, receipts, an outage, and every page of a monthly gift. */
async function giveByStripe(): Promise<string[]> {
  const stripe = await startStripe()
  cleanups.push(() => stripe.close())
  const app = await start(stripe.payments)
  const create = async (fields: object = {}) =>
    (await post(app, "/api/create-payment-intent", { ...GIFT, ...fields })).json()
  const { clientSecret, paymentIntentId: id } = await create()
  await create({ donorEmail: "canary@" })
  stripe.pay(id, "declined")
  await sendEvent(app, stripe, "payment_intent.payment_failed", id)
  stripe.pay(id, "good", { name: "Canary Card", email: "canary.card@example.org" })
  stripe.setDown(true)
  await create()
  await post(app, "/api/confirm-donation", { ...DONOR, paymentIntentId: id })
  const signature = await sendEvent(app, stripe, "payment_intent.succeeded", id)
  await runJobs(app)
  stripe.setDown(false)
  await post(app, "/api/confirm-donation", { ...DONOR, paymentIntentId: id })
  await runJobs(app)
  await post(app, "/api/receipt-links", { email: DONOR.donorEmail })
  const monthly = await create({ frequency: "monthly" })
  stripe.pay(monthly.paymentIntentId)
  await post(app, "/api/confirm-donation", { ...DONOR, paymentIntentId: monthly.paymentIntentId })
  await runJobs(app)
  const tokens = tokensOf(app)
  for (const token of tokens) {
    for (const url of ["monthly-gifts/lookup", "monthly-gifts/card-pages", "receipt-lists"])
      await post(app, `/api/${url}`, { token })
    await post(app, "/api/monthly-gifts/change", { token, change: "pause" })
  }
  const { id: donationId } = (await app.database.db.select().from(donations))[0] ?? {}
  const admin = await signInAsAdmin(app, "boss")
  const refund = { id: crypto.randomUUID(), amount: 500, reason: "canary reason" }
  await admin.send("POST", `/api/admin/donations/${donationId}/refunds`, refund)
  stripe.dispute(id)
  await sendEvent(app, stripe, "charge.dispute.created", id)
  await runJobs(app)
  expect(tokens).toHaveLength(2)
  expect(app.emails.length).toBeGreaterThan(4)
  return [clientSecret, "sk_test_1", "whsec_test", signature, ...tokens]
}

async function giveBySandbox(): Promise<string[]> {
  const app = await start()
  const { clientSecret, paymentIntentId } = (await post(app, "/api/create-payment-intent", GIFT)).json()
  await post(app, `/api/sandbox/payment-intents/${paymentIntentId}/confirm`, { clientSecret, cardNumber: CARD })
  const payment = { id: paymentIntentId, cardNumber: CARD }
  await post(app, "/api/sandbox/checkout-payments", payment, { cookie: `payment=${clientSecret}` })
  await post(app, "/api/confirm-donation", { ...DONOR, paymentIntentId })
  await post(app, "/api/checkout-sessions", { amount: "25", customAmount: "", ...DONOR })
  await runJobs(app)
  expect(app.emails.length).toBeGreaterThan(0)
  return [clientSecret, CARD]
}

test("no card number, secret, signed link, donor or address of a network is in any log line of the whole flow", async () => {
  const secrets = [...(await giveByStripe()), ...(await giveBySandbox())]
  expect(secrets.filter((secret) => secret.length < 9)).toEqual([])
  const personal = ["canary", "family@example.org", "Désir", ADDRESS, "_secret_"]
  expect([...secrets, ...personal].filter((word) => text.toLowerCase().includes(word.toLowerCase()))).toEqual([])
  // The log works, and says of the outage what an operator needs.
  expect(text).toContain("/api/webhooks/stripe")
  expect(text).toContain('"kind":"donation.event"')
})
