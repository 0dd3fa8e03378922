import { PLACEHOLDER_EMAIL } from "@haitech/contract/donations"
import { expect, test } from "vitest"
import { createTestApp, type TestApp } from "#testing.ts"
import { deliverEvent, eachTestOnStripe } from "#testing-donations.ts"
import type { StripeDouble } from "#testing-stripe.ts"
import { eraseDonor } from "./service/erasure.ts"
import { donations, paymentEvents, receipts } from "./table.ts"

const DONOR = { donorName: "Rosemène Noël", donorEmail: "rose@example.org", message: "Kenbe la!" }
const INTENT = { ...DONOR, amount: 2500, currency: "usd" }

let stripe: StripeDouble
let app: TestApp
eachTestOnStripe((context) => {
  ;({ stripe, app } = context)
})

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.send({ method: "POST", url, payload, headers })
const createIntent = async (fields: object = {}, headers: Record<string, string> = {}) => {
  const response = await post("/api/create-payment-intent", { ...INTENT, ...fields }, headers)
  return response.json<{ clientSecret: string; paymentIntentId: string }>()
}
const confirm = (paymentIntentId: string, donor: object = DONOR) =>
  post("/api/confirm-donation", { ...donor, paymentIntentId })
const rows = () => app.database.db.select().from(donations).orderBy(donations.id)
const issued = () => app.database.db.select().from(receipts).orderBy(receipts.id)

/** Runs the jobs that are due within `hours`, then the receipts that they make due. @returns the emails of receipts */
async function runJobs(hours = 0.1) {
  for (const pause of [hours, 0.1]) {
    await app.database.sql`update outbox set due_at = due_at - ${`${pause} hours`}::interval where sent_at is null`
    await app.deliver()
  }
  return app.emails.filter(({ key }) => key.startsWith("donation.receipt"))
}

test("an intent is stored as a pending donation before its secret is known, with Stripe's pinned version", async () => {
  const { clientSecret, paymentIntentId } = await createIntent()
  expect(clientSecret).toBe(`${paymentIntentId}_secret_1`)
  const [donation] = await rows()
  expect(donation).toMatchObject({
    name: DONOR.donorName,
    email: DONOR.donorEmail,
    message: DONOR.message,
    amount: 2500,
    status: "pending",
    intentId: paymentIntentId,
    provider: "stripe",
    paidAt: null,
  })
  expect(stripe.intents.get(paymentIntentId)).toMatchObject({ amount: 2500, metadata: { reference: donation?.id } })
  expect(stripe.requests.at(-1)).toEqual({ call: "POST /v1/payment_intents", version: "2026-10-28.endive" })
})

test("the placeholder address of an anonymous donor is not stored", async () => {
  await createIntent({ donorName: "Anonymous Donor", donorEmail: PLACEHOLDER_EMAIL, message: undefined })
  expect(await rows()).toMatchObject([{ name: "Anonymous Donor", email: null, message: null }])
})

test.each([
  [{ amount: 99 }, "amount", "The smallest donation is 1 dollar"],
  [{ amount: 100_000_000 }, "amount", "This amount is too large for a card. Please write to us."],
  [{ amount: 10.5 }, "amount", "Please enter an amount"],
  [{ amount: "2500" }, "amount", "Please enter an amount"],
  [{ currency: "htg" }, "currency", "Donations are in US dollars"],
  [{ donorName: " " }, "donorName", "Name is required"],
  [{ donorEmail: "rose" }, "donorEmail", "Valid email is required"],
  [{ message: "x".repeat(501) }, "message", "Message must be at most 500 characters"],
])("an intent with %j is refused and reaches neither the provider nor the database", async (fields, field, message) => {
  const before = stripe.requests.length
  const response = await post("/api/create-payment-intent", { ...INTENT, ...fields })
  expect([response.statusCode, response.json().fields]).toEqual([400, { [field]: message }])
  expect([stripe.requests.length - before, await rows()]).toEqual([0, []])
})

test.each([100, 99_999_999])("an amount of %i cents is accepted", async (amount) => {
  await createIntent({ amount })
  expect(await rows()).toMatchObject([{ amount }])
})

test("a repeated Idempotency-Key returns the same intent and stores one donation", async () => {
  const headers = { "idempotency-key": "0123456789-0123456789" }
  const responses = await Promise.all([createIntent({}, headers), createIntent({}, headers), createIntent({}, headers)])
  expect(new Set(responses.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(1)
  expect(await rows()).toHaveLength(1)
})

test("a confirmed payment is a donation with the provider's amount, and one receipt is sent", async () => {
  const { paymentIntentId: id } = await createIntent()
  stripe.pay(id)
  const donor = { donorName: "Rose Noël", donorEmail: "rose.noel@example.org", message: "Bon kouraj" }
  const response = await confirm(id, donor)
  expect([response.statusCode, response.json()]).toEqual([200, { status: "succeeded", amount: 2500, currency: "usd" }])
  await confirm(id, donor)
  expect(await rows()).toMatchObject([{ name: "Rose Noël", email: donor.donorEmail, message: donor.message }])
  const [email, ...others] = await runJobs()
  expect(others).toEqual([])
  expect(email).toMatchObject({ to: donor.donorEmail, subject: "Your receipt 2026-000001" })
  for (const part of ["$25.00 USD", "HaiTech Inc.", "12-3456789", "Rose Noël", "No goods or services were provided"])
    expect(email?.text).toContain(part)
})

test("a payment that the provider does not know, or that is not paid, changes nothing", async () => {
  const { paymentIntentId: id } = await createIntent()
  expect((await confirm("pi_unknown123")).json().code).toBe("payment.unknown")
  expect((await confirm(id)).json()).toMatchObject({ status: "pending" })
  stripe.pay(id, "declined")
  expect((await confirm(id)).json()).toMatchObject({ status: "pending" })
  expect([await runJobs(), await issued()]).toEqual([[], []])
})

test("while the provider is down calls answer 503 and store nothing, and a paid donation is found later", async () => {
  const { paymentIntentId: id } = await createIntent()
  stripe.pay(id)
  stripe.setDown(true)
  const responses = [await post("/api/create-payment-intent", INTENT), await confirm(id)]
  expect(responses.map(({ statusCode, headers }) => [statusCode, Boolean(headers["retry-after"])])).toEqual([
    [503, true],
    [503, true],
  ])
  expect(await rows()).toMatchObject([{ status: "pending" }])
  stripe.setDown(false)
  expect(await runJobs(0.3)).toHaveLength(1)
  expect(await rows()).toMatchObject([{ status: "succeeded" }])
})

test("an event with a forged or missing signature is refused and not stored", async () => {
  const { paymentIntentId: id } = await createIntent()
  const event = stripe.event("payment_intent.succeeded", id)
  const forged = [
    { ...event, signature: event.signature.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")) },
    { ...event, signature: "" },
    { ...event, payload: event.payload.replace("2500", "9900") },
  ]
  for (const attempt of forged) expect((await deliverEvent(app, attempt)).statusCode).toBe(400)
  expect(await app.database.db.select().from(paymentEvents)).toEqual([])
})

test("an event alone makes the donation and its receipt, with what was given with the card", async () => {
  const { paymentIntentId: id } = await createIntent({ donorName: "Anonymous Donor", donorEmail: PLACEHOLDER_EMAIL })
  stripe.pay(id, "good", { name: "Rose", email: "card@example.org" })
  const event = stripe.event("payment_intent.succeeded", id)
  for (let time = 0; time < 3; time++) expect((await deliverEvent(app, event)).statusCode).toBe(200)
  expect((await runJobs()).map(({ to }) => to)).toEqual(["card@example.org"])
  expect(await rows()).toMatchObject([{ status: "succeeded", email: "card@example.org" }])
  expect(await app.database.db.select().from(paymentEvents)).toHaveLength(1)
})

test("after the receipt a confirmation does not change the donor", async () => {
  const { paymentIntentId: id } = await createIntent()
  stripe.pay(id)
  await confirm(id)
  await runJobs()
  await confirm(id, { donorName: "Somebody", donorEmail: "somebody@example.org" })
  expect([await rows(), await runJobs()]).toMatchObject([[{ email: DONOR.donorEmail }], [{ to: DONOR.donorEmail }]])
})

test("an event after the erasure of the donor's data does not bring it back", async () => {
  const { paymentIntentId: id } = await createIntent()
  stripe.pay(id, "good", { name: "Rose", email: DONOR.donorEmail })
  await confirm(id)
  await runJobs()
  await app.database.db.transaction((tx) => eraseDonor(tx, { userId: "", email: DONOR.donorEmail }))
  stripe.refund(id, 500)
  await deliverEvent(app, stripe.event("charge.refunded", id))
  await runJobs()
  expect(await rows()).toMatchObject([{ status: "partially_refunded", name: null, email: null, message: null }])
  expect(await issued()).toMatchObject([{ record: { donor: null } }])
})

test("a bank payment that arrives after the erasure of its donor names nobody", async () => {
  const { paymentIntentId: id } = await createIntent()
  stripe.pay(id, "delayed", { name: "Rose", email: DONOR.donorEmail })
  await confirm(id)
  await app.database.db.transaction((tx) => eraseDonor(tx, { userId: "", email: DONOR.donorEmail }))
  stripe.settle(id, true)
  await deliverEvent(app, stripe.event("payment_intent.succeeded", id))
  expect(await runJobs()).toEqual([])
  expect(await rows()).toMatchObject([{ status: "succeeded", name: null, email: null }])
})

test("the ledger never moves backwards", async () => {
  const { paymentIntentId: id } = await createIntent()
  const states: (string | undefined)[] = []
  const look = async () => {
    await deliverEvent(app, stripe.event("payment_intent.succeeded", id))
    await runJobs()
    states.push((await rows())[0]?.status)
  }
  stripe.pay(id, "delayed")
  await look()
  stripe.settle(id, true)
  await look()
  stripe.refund(id, 500)
  await look()
  stripe.refund(id, 2000)
  await look()
  stripe.settle(id, false)
  await look()
  expect(states).toEqual(["pending", "succeeded", "partially_refunded", "refunded", "refunded"])
})

test("an unpaid intent is canceled after a day, and one at the bank is not", async () => {
  const unpaid = (await createIntent()).paymentIntentId
  const declined = (await createIntent()).paymentIntentId
  const atBank = (await createIntent()).paymentIntentId
  stripe.pay(declined, "declined")
  stripe.pay(atBank, "delayed")
  for (let day = 1; day <= 6; day++) await runJobs(24)
  const stateOf = async (id: string) => (await rows()).find(({ intentId }) => intentId === id)?.status
  expect([await stateOf(unpaid), await stateOf(declined), await stateOf(atBank)]).toEqual([
    "canceled",
    "failed",
    "pending",
  ])
  expect(stripe.intents.get(unpaid)?.status).toBe("canceled")
})

test("20 concurrent confirmations and events in two processes make one donation and one receipt", async () => {
  const { paymentIntentId: id } = await createIntent()
  stripe.pay(id)
  const other = await createTestApp({ database: app.database, payments: stripe.payments })
  const calls = Array.from({ length: 20 }, (_, index) => {
    const target = index % 2 ? app : other
    return index % 4 < 2
      ? deliverEvent(target, stripe.event("payment_intent.succeeded", id))
      : target.send({ method: "POST", url: "/api/confirm-donation", payload: { ...DONOR, paymentIntentId: id } })
  })
  const responses = await Promise.all(calls)
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const emails = await Promise.all([runJobs(), other.deliver()])
  await other.close()
  expect([(await rows()).length, (await issued()).length]).toEqual([1, 1])
  expect(new Set(emails.flat().map(({ key }) => key)).size).toBe(1)
})

test("receipts of a year are numbered without gaps", async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, async () => (await createIntent()).paymentIntentId))
  for (const id of ids) stripe.pay(id)
  await Promise.all(ids.map((id) => confirm(id)))
  await runJobs()
  expect((await issued()).map(({ serial }) => serial).sort()).toEqual([1, 2, 3, 4, 5, 6])
})

test("without an account at the provider donations are off", async () => {
  const off = await createTestApp({ database: app.database, payments: "off" })
  const settings = await off.send({ method: "GET", url: "/api/donation-settings" })
  expect(settings.json()).toEqual({ provider: "none", publishableKey: null })
  const calls = [
    { url: "/api/create-payment-intent", payload: INTENT },
    { url: "/api/confirm-donation", payload: { ...DONOR, paymentIntentId: "pi_unknown123" } },
    { url: "/api/webhooks/stripe", payload: {} },
  ]
  for (const call of calls) expect((await off.send({ method: "POST", ...call })).json().code).toBe("payments.off")
  await off.close()
})
