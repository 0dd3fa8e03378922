import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { donations, sandboxIntents } from "#features/donations/table.ts"
import { createTestApp, openBrowser, type TestApp } from "#testing.ts"
import { manageLink } from "./monthly.ts"

const DONOR = { donorName: "Rose", donorEmail: "rose@example.org" }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.database.db.delete(donations)
  await app.database.db.delete(sandboxIntents)
})
afterAll(() => app.close())

const post = (url: string, payload: object) => app.send({ method: "POST", url, payload })
const createIntent = async () => {
  const response = await post("/api/create-payment-intent", { ...DONOR, amount: 2500 })
  return response.json<{ clientSecret: string; paymentIntentId: string }>()
}
const pay = (id: string, clientSecret: string, cardNumber: string) =>
  post(`/api/sandbox/payment-intents/${id}/confirm`, { clientSecret, cardNumber })
const statusOf = async (paymentIntentId: string) =>
  (await post("/api/confirm-donation", { ...DONOR, paymentIntentId })).json().status

test.each([
  ["4242 4242 4242 4242", { status: "succeeded", declineCode: null }, "succeeded"],
  ["4000000000000002", { status: "requires_payment_method", declineCode: "generic_decline" }, "pending"],
  ["4000000000009995", { status: "requires_payment_method", declineCode: "insufficient_funds" }, "pending"],
  ["4000002500003155", { status: "requires_action", declineCode: null }, "pending"],
  ["4000000000000259", { status: "processing", declineCode: null }, "pending"],
  ["4111111111111111", { status: "requires_payment_method", declineCode: "incorrect_number" }, "pending"],
])("the test card %s gives %j, and the donation is %s", async (cardNumber, result, status) => {
  const { paymentIntentId, clientSecret } = await createIntent()
  expect((await pay(paymentIntentId, clientSecret, cardNumber)).json()).toEqual(result)
  expect(await statusOf(paymentIntentId)).toBe(status)
})

test("a declined card can be followed by a good one, and a paid intent stays paid", async () => {
  const { paymentIntentId, clientSecret } = await createIntent()
  await pay(paymentIntentId, clientSecret, "4000000000000002")
  await pay(paymentIntentId, clientSecret, "4242424242424242")
  const again = await pay(paymentIntentId, clientSecret, "4000000000000002")
  expect(again.json()).toEqual({ status: "succeeded", declineCode: null })
  expect(await statusOf(paymentIntentId)).toBe("succeeded")
})

test("an intent is paid only with its own secret", async () => {
  const [one, other] = [await createIntent(), await createIntent()]
  const response = await pay(one.paymentIntentId, other.clientSecret, "4242424242424242")
  expect(response.json().code).toBe("payment.unknown")
  expect(await statusOf(one.paymentIntentId)).toBe("pending")
})

test.each([{}, { clientSecret: "x" }, { clientSecret: "x", cardNumber: "12" }, { clientSecret: 1, cardNumber: 4242 }])(
  "the payload %j is refused",
  async (payload) => {
    const response = await post("/api/sandbox/payment-intents/pi_unknown123/confirm", payload)
    expect(response.statusCode).toBe(400)
  },
)

const CARD_PAGE = /^\/donate\/test-payment\/(sub_[^_]+)$/

test.each([
  ["4242 4242 4242 4242", "/monthly-gift?card=changed#gift=", "4242"],
  ["4000000000000341", "/monthly-gift?card=changed#gift=", "0341"],
  ["4000000000000002", "/generic_decline", "4444"],
  ["4000002500003155", "/requires_action", "4444"],
])("the card %s on the sandbox's page leads to %s, and the gift has %s", async (cardNumber, next, last4) => {
  const gift = { ...DONOR, amount: 2500, frequency: "monthly" }
  const created = await post("/api/create-payment-intent", gift)
  const { clientSecret, paymentIntentId } = created.json()
  await pay(paymentIntentId, clientSecret, "5555555555554444")
  await post("/api/confirm-donation", { ...DONOR, paymentIntentId })
  const { monthlyGiftId } = (await app.database.db.select().from(donations))[0] ?? {}
  const [, token] = manageLink(app.deps, monthlyGiftId ?? "", "en").split("#gift=")
  const browser = openBrowser(app)
  const { url } = (await browser.send("POST", "/api/monthly-gifts/card-pages", { token })).json()
  const [, id] = CARD_PAGE.exec(url) ?? []
  const forged = openBrowser(app, { cookie: `${browser.cookie()}x` })
  for (const other of [openBrowser(app), forged]) {
    const refused = await other.send("POST", "/api/sandbox/checkout-payments", { id, cardNumber })
    expect(refused.json().code).toBe("payment.unknown")
  }
  const reply = await browser.send("POST", "/api/sandbox/checkout-payments", { id, cardNumber })
  expect(reply.json().url).toContain(next)
  const changed = await post("/api/monthly-gifts/change", { token, change: "card" })
  expect(changed.json()).toMatchObject({ state: "active", cardLast4: last4 })
  const prefix = `donation.monthly_changed:${monthlyGiftId}:%`
  const announced = await app.database.sql`select 1 from outbox where key like ${prefix}`
  expect(announced.length).toBe(next.includes("card=changed") ? 1 : 0)
})

test("the settings name the sandbox, and it takes no events", async () => {
  const settings = await app.send({ method: "GET", url: "/api/donation-settings" })
  expect(settings.json()).toEqual({ provider: "sandbox", publishableKey: null })
  expect((await post("/api/webhooks/stripe", {})).json().code).toBe("payment.signature")
})
