import { expect, test } from "vitest"
import { donations, receipts, tributes } from "#features/donations/table.ts"
import { createTestApp, type TestApp } from "#testing.ts"
import { deliverEvent, eachTestOnStripe } from "#testing-donations.ts"
import type { StripeDouble } from "#testing-stripe.ts"

const FORM = { amount: "25", customAmount: "", donorName: "Rosemène Noël", donorEmail: "rose@example.org", message: "" }

let stripe: StripeDouble
let app: TestApp
eachTestOnStripe((context) => {
  ;({ stripe, app } = context)
})

const postForm = (url: string, fields: Record<string, string>, target = app, headers = {}) =>
  target.send({
    method: "POST",
    url,
    payload: `${new URLSearchParams(fields)}`,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: app.deps.site.url, ...headers },
  })
const checkOut = (fields: object = {}, page = "/donate") =>
  postForm("/api/checkout-sessions", { ...FORM, ...fields, page })
const rows = () => app.database.db.select().from(donations).orderBy(donations.id)
const newestCheckout = () => [...stripe.checkouts.values()].at(-1)

async function runJobs(hours = 0.1) {
  for (const pause of [hours, 0.1]) {
    await app.database.sql`update outbox set due_at = due_at - ${`${pause} hours`}::interval where sent_at is null`
    await app.deliver()
  }
}

test("the payment page takes no monthly gift, and nothing is stored", async () => {
  const response = await checkOut({ frequency: "monthly" })
  expect(response.statusCode).toBe(400)
  expect(response.body).toContain("Please choose one time or monthly")
  expect(await rows()).toEqual([])
})

test("a plain form is redirected to a payment page of Stripe, and its donation is stored before", async () => {
  const response = await checkOut({ customAmount: "12.50" }, "/fr/donate")
  const checkout = newestCheckout()
  expect([response.statusCode, response.headers["location"]]).toEqual([
    303,
    `https://checkout.stripe.com/c/pay/${checkout?.id}`,
  ])
  const [donation] = await rows()
  expect(donation).toMatchObject({
    amount: 1250,
    name: FORM.donorName,
    status: "pending",
    intentId: null,
    message: null,
  })
  const { url } = app.deps.site
  expect(Object.fromEntries(checkout?.parameters ?? [])).toMatchObject({
    mode: "payment",
    locale: "fr",
    customer_email: FORM.donorEmail,
    success_url: `${url}/fr/donate?success=true&sent=donation#donate`,
    cancel_url: `${url}/fr/donate#donate`,
    "line_items[0][price_data][unit_amount]": "1250",
    "line_items[0][price_data][currency]": "usd",
    "line_items[0][price_data][product_data][name]": "Don à HaiTech",
    "payment_intent_data[metadata][reference]": donation?.id,
  })
})

test("blank fields give an anonymous donation of the preset", async () => {
  await checkOut({ amount: "100", donorName: " ", donorEmail: "" })
  expect(await rows()).toMatchObject([{ amount: 10_000, name: "Anonymous Donor", email: null }])
  expect(newestCheckout()?.parameters.get("customer_email")).toBeNull()
})

const TRIBUTE = { hasTribute: "true", "tribute.type": "memory", "tribute.honoree": "Toussaint" }
const NOTIFY = { "tribute.notifyName": "", "tribute.notifyEmail": "ada@example.org", "tribute.message": "Mèsi" }

test("the payment page asks for the total with the fee, and the tribute is stored with the donation", async () => {
  await checkOut({ customAmount: "30", coversFee: "true", isAnonymous: "true", ...TRIBUTE, ...NOTIFY })
  expect(newestCheckout()?.parameters.get("line_items[0][price_data][unit_amount]")).toBe("3121")
  const [donation] = await rows()
  expect(donation).toMatchObject({ amount: 3121, feeCovered: 121, isAnonymous: true, name: FORM.donorName })
  expect(await app.database.db.select().from(tributes)).toEqual([
    {
      donationId: donation?.id,
      type: "memory",
      honoree: "Toussaint",
      notifyName: null,
      notifyEmail: "ada@example.org",
      message: "Mèsi",
    },
  ])
  const intentId = stripe.payCheckout(newestCheckout()?.id ?? "")
  await deliverEvent(app, stripe.event("payment_intent.succeeded", intentId))
  await runJobs()
  const sent = app.emails.find(({ to }) => to === "ada@example.org")
  expect(sent?.text).toContain("Somebody made a gift")
})

test.each([
  [{ customAmount: "0.99" }, "customAmount", "amount.too_small"],
  [{ customAmount: "1000000" }, "customAmount", "amount.too_large"],
  [{ customAmount: "1.234" }, "customAmount", "amount.invalid"],
  [{ amount: "26" }, "amount", "amount.invalid"],
  [{ donorEmail: "rose" }, "donorEmail", "donor_email.invalid"],
  [{ ...TRIBUTE, "tribute.honoree": "" }, "tribute.honoree", "honoree.required"],
  [{ ...TRIBUTE, ...NOTIFY, "tribute.notifyEmail": "ada" }, "tribute.notifyEmail", "email.invalid"],
  [{ coversFee: "1.06" }, "coversFee", "invalid"],
])("a form with %j shows its error and makes neither a page nor a donation", async (fields, name, error) => {
  const before = stripe.checkouts.size
  const response = await checkOut(fields)
  expect([response.statusCode, response.json().form.fields]).toEqual([400, { [name]: error }])
  expect([stripe.checkouts.size - before, await rows()]).toEqual([0, []])
})

test("the form shows that Stripe does not respond", async () => {
  stripe.setDown(true)
  const response = await checkOut()
  expect([response.statusCode, response.json().form.message]).toEqual([
    503,
    expect.stringContaining("The card service does not respond right now."),
  ])
  expect(await rows()).toEqual([])
})

test("an event of a payment page's intent makes its donation succeed, once, with one receipt", async () => {
  await checkOut()
  const intentId = stripe.payCheckout(newestCheckout()?.id ?? "")
  const event = stripe.event("payment_intent.succeeded", intentId)
  for (const received of [event, event, stripe.event("charge.updated", intentId)]) await deliverEvent(app, received)
  await runJobs()
  expect(await rows()).toMatchObject([{ status: "succeeded", intentId, email: FORM.donorEmail, amount: 2500 }])
  expect(await app.database.db.select().from(receipts)).toHaveLength(1)
})

test("without an event the payment is found by its page", async () => {
  await checkOut()
  const intentId = stripe.payCheckout(newestCheckout()?.id ?? "", { name: "R. Noel", email: "card@example.org" })
  await runJobs(0.3)
  expect(await rows()).toMatchObject([{ status: "succeeded", intentId, name: FORM.donorName, email: FORM.donorEmail }])
})

test("a page that nobody pays on is looked at again, and cancels its donation once it expired", async () => {
  await checkOut()
  await runJobs(0.3)
  expect(await rows()).toMatchObject([{ status: "pending" }])
  stripe.expireCheckout(newestCheckout()?.id ?? "")
  await runJobs(1.1)
  expect(await rows()).toMatchObject([{ status: "canceled", intentId: null }])
})

test("an event with the reference of another donation does not take over a donation that has an intent", async () => {
  await checkOut()
  const checkout = newestCheckout()
  const first = stripe.payCheckout(checkout?.id ?? "")
  await deliverEvent(app, stripe.event("payment_intent.succeeded", first))
  const reference = checkout?.parameters.get("payment_intent_data[metadata][reference]") ?? ""
  const second = await stripe.payments.createIntent({ amount: 100, currency: "usd", key: reference })
  stripe.pay(second.id)
  await deliverEvent(app, stripe.event("payment_intent.succeeded", second.id))
  await runJobs()
  expect(await rows()).toMatchObject([{ intentId: first, amount: 2500 }])
})

test("the sandbox's page pays with test cards: declined, confirmed, succeeded", async () => {
  const sandbox = await createTestApp({ database: app.database })
  const fields = { ...FORM, ...TRIBUTE, coversFee: "true", page: "/ht/donate" }
  const first = await postForm("/api/checkout-sessions", fields, sandbox)
  expect(first.statusCode).toBe(303)
  const [, id = ""] = /^\/ht\/donate\/test-payment\/(pi_[^_]+)$/.exec(String(first.headers["location"])) ?? []
  const [payment] = first.cookies
  expect(payment).toMatchObject({ name: "payment", path: "/", maxAge: 3600, httpOnly: true, sameSite: "Lax" })
  const pay = async (cardNumber: string, authentication?: string) => {
    const fields = { id, cardNumber, page: "/ht/donate", ...(authentication && { authentication }) }
    const cookie = `payment=${payment?.value}`
    const response = await postForm("/api/sandbox/checkout-payments", fields, sandbox, { cookie })
    return [response.statusCode, response.headers["location"]]
  }
  const page = `/ht/donate/test-payment/${id}`
  expect(await pay("4000000000009995")).toEqual([303, `${page}/insufficient_funds`])
  expect(await pay("4000002500003155")).toEqual([303, `${page}/requires_action`])
  expect(await pay("4000002500003155", "failed")).toEqual([303, `${page}/authentication_failed`])
  expect(await rows()).toMatchObject([{ status: "pending" }])
  expect(await pay("4000002500003155", "passed")).toEqual([303, "/ht/donate?success=true&sent=donation#donate"])
  expect(await rows()).toMatchObject([{ status: "succeeded", provider: "sandbox", amount: 2606, feeCovered: 106 }])
  expect(await app.database.db.select().from(tributes)).toHaveLength(1)
  await sandbox.close()
})

test("the sandbox's page takes no unknown payment and none without its cookie, and does not exist with Stripe", async () => {
  const sandbox = await createTestApp({ database: app.database })
  const created = await postForm("/api/checkout-sessions", { ...FORM, page: "/donate" }, sandbox)
  const id = String(created.headers["location"]).split("/").at(-1) ?? ""
  const attempts = [
    [sandbox, id, ""],
    [sandbox, "pi_unknown123", "payment=pi_unknown123_secret_1"],
    [app, id, `payment=${created.cookies[0]?.value}`],
  ] as const
  for (const [target, id, cookie] of attempts) {
    const fields = { id, cardNumber: "4242424242424242", page: "/donate" }
    const response = await postForm("/api/sandbox/checkout-payments", fields, target, { cookie })
    expect([response.statusCode, response.json().form.message]).toEqual([404, "We do not know this payment."])
  }
  await sandbox.close()
})
