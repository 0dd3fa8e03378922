import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { recurringJobs } from "#app.ts"
import { auditLog } from "#platform/audit/table.ts"
import { recurringHandlers, scheduleRecurring } from "#platform/jobs/recurring.ts"
import { startWorker } from "#platform/jobs/worker.ts"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { type StripeDouble, startStripe } from "#testing-stripe.ts"
import { compareWithProvider } from "./service/comparison.ts"
import { donationDifferences } from "./table/differences.ts"
import { donations, receipts, refunds, sandboxIntents } from "./table.ts"

const DONOR = { donorName: "Rosemène Noël", donorEmail: "rose@example.org" }
const FORM = { ...DONOR, amount: "25", customAmount: "", message: "" }
const DAY_MS = 86_400_000

let main: TestApp
let stripe: StripeDouble
let app: TestApp
let admin: Browser
beforeAll(async () => {
  main = await createTestApp()
  admin = await signInAsAdmin(main, "root")
})
beforeEach(async () => {
  await main.database.sql`delete from outbox`
  for (const table of [donationDifferences, refunds, receipts, donations, auditLog, sandboxIntents])
    await main.database.db.delete(table)
  stripe = await startStripe()
  app = await createTestApp({ database: main.database, payments: stripe.payments })
})
afterEach(() => stripe.close())
afterAll(() => main.close())

const post = (target: TestApp, url: string, payload: object) => target.send({ method: "POST", url, payload })
async function begin(target = app) {
  const response = await post(target, "/api/create-payment-intent", { ...DONOR, amount: 2500 })
  return response.json<{ clientSecret: string; paymentIntentId: string }>()
}
async function give() {
  const { paymentIntentId } = await begin()
  stripe.pay(paymentIntentId)
  await post(app, "/api/confirm-donation", { ...DONOR, paymentIntentId })
  await app.deliver()
  return paymentIntentId
}
const ledger = () => app.database.db.select().from(donations).orderBy(donations.id)
async function shown() {
  const { differences } = (await admin.send("GET", "/api/admin/donations/differences")).json()
  return differences as {
    id: string
    kind: string
    intentId: string
    recorded: number | null
    taken: number | null
    foundAt: string
  }[]
}
const kinds = async () => (await shown()).map(({ kind }) => kind)
const differs = async () =>
  (await shown()).map(({ kind, intentId, recorded, taken }) => [kind, intentId, recorded, taken])
const run = () => compareWithProvider(app.deps)

test("a paid intent whose events were lost becomes a donation with its receipt, and no difference", async () => {
  const { paymentIntentId } = await begin()
  stripe.pay(paymentIntentId)
  await run()
  expect([await ledger(), await kinds()]).toMatchObject([[{ status: "succeeded", amount: 2500 }], []])
  await app.database.sql`update outbox set due_at = now() where sent_at is null`
  expect((await app.deliver()).filter(({ key }) => key.startsWith("donation.receipt"))).toHaveLength(1)
})

test("a payment page's intent and a refund, dispute or monthly renewal without events are repaired", async () => {
  const [refunded, disputed] = [await give(), await give()]
  stripe.refund(refunded, 700)
  stripe.dispute(disputed)
  const monthly = await post(app, "/api/create-payment-intent", { ...DONOR, amount: 1000, frequency: "monthly" })
  const { paymentIntentId: first } = monthly.json<{ paymentIntentId: string }>()
  stripe.pay(first)
  await post(app, "/api/confirm-donation", { ...DONOR, paymentIntentId: first })
  const [subscriptionId = ""] = stripe.subscriptions.keys()
  const second = stripe.renew(subscriptionId)
  stripe.pay(second)
  await app.send({
    method: "POST",
    url: "/api/checkout-sessions",
    payload: `${new URLSearchParams({ ...FORM, page: "/donate" })}`,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: app.deps.site.url },
  })
  const [session = ""] = stripe.checkouts.keys()
  const page = stripe.payCheckout(session)
  await run()
  const statusOf = Object.fromEntries((await ledger()).map(({ intentId, status }) => [intentId, status]))
  expect(statusOf).toEqual({
    [refunded]: "partially_refunded",
    [disputed]: "disputed",
    [first]: "succeeded",
    [second]: "succeeded",
    [page]: "succeeded",
  })
  expect(await kinds()).toEqual([])
})

test("what cannot be repaired is shown once with both amounts, however often the comparison runs", async () => {
  const [unpaid, amount, currency, refunded] = [await give(), await give(), await give(), await give()]
  const foreign = stripe.takePayment(4200)
  stripe.forget(unpaid)
  const changed = stripe.intents.get(amount)
  const euros = stripe.intents.get(currency)
  if (!changed || !euros) throw new Error("no intents")
  changed.amount = 2600
  euros.currency = "eur"
  await app.database
    .sql`update donations set refunded_amount = 300, status = 'partially_refunded' where intent_id = ${refunded}`
  const expected = [
    ["payment_missing", foreign, null, 4200],
    ["payment_unknown", unpaid, 2500, null],
    ["amount", amount, 2500, 2600],
    ["currency", currency, 2500, 2500],
    ["refund_unknown", refunded, 300, 0],
  ]
  await run()
  const before = await shown()
  expect((await differs()).sort()).toEqual(expected.sort())
  await run()
  expect(await shown()).toEqual(before)
})

test("a difference closes by itself once the two sides agree, and opens again", async () => {
  const intentId = await give()
  const intent = stripe.intents.get(intentId)
  if (!intent) throw new Error("no intent")
  for (const status of ["canceled", "succeeded", "canceled"] as const) {
    intent.status = status
    await run()
    expect(await kinds()).toEqual(status === "canceled" ? ["payment_unknown"] : [])
  }
  expect(await app.database.db.$count(donationDifferences)).toBe(1)
})

test("one that differed is compared again after its payment is older than the window", async () => {
  const intentId = await give()
  const intent = stripe.intents.get(intentId)
  if (!intent) throw new Error("no intent")
  intent.status = "canceled"
  await run()
  app.setNow(new Date(Date.now() + 40 * DAY_MS))
  intent.status = "succeeded"
  expect(await kinds()).toEqual(["payment_unknown"])
  await run()
  expect(await kinds()).toEqual([])
})

test("an administrator settles a difference, which returns only with another amount", async () => {
  const foreign = stripe.takePayment(4200)
  await run()
  const [difference] = await shown()
  const settle = (id = difference?.id) => admin.send("POST", `/api/admin/donations/differences/${id}/settlement`)
  const waiting = async () => (await admin.send("GET", "/api/admin/overview")).json().waiting.difference
  const [item] = (await admin.send("GET", "/api/admin/waiting?kind=difference")).json()
  expect([await waiting(), item]).toMatchObject([1, { id: difference?.id, about: "payment_missing", name: foreign }])
  expect([(await settle()).statusCode, (await settle()).statusCode]).toEqual([204, 204])
  expect((await settle(randomUUID())).json().code).toBe("record.unknown")
  const requests = stripe.requests.length
  await run()
  expect([await kinds(), await waiting(), stripe.requests.length - requests]).toEqual([[], 0, 2])
  const audit = await app.database.db.select().from(auditLog)
  expect(audit).toMatchObject([{ action: "donation.difference_settled", after: { name: foreign } }])
  const intent = stripe.intents.get(foreign)
  if (!intent) throw new Error("no intent")
  intent.amount = 4300
  await run()
  expect(await differs()).toEqual([["payment_missing", foreign, null, 4300]])
})

test("payments on the second page of the list are compared, and those before the window are not listed", async () => {
  const oldest = stripe.takePayment(4200)
  const old = stripe.intents.get(stripe.takePayment(4300))
  if (!old) throw new Error("no intent")
  old.created -= 14 * 86_400
  for (let index = 0; index < 109; index++) stripe.takePayment(100)
  await run()
  const stored = (await app.database.db.select().from(donationDifferences)).map(({ intentId }) => intentId)
  expect([stored.length, stored.includes(oldest), stored.includes(old.id)]).toEqual([110, true, false])
  expect(await shown()).toHaveLength(100)
})

test("the refunds of a payment before the window are compared", async () => {
  const intentId = await give()
  const intent = stripe.intents.get(intentId)
  if (!intent) throw new Error("no intent")
  intent.created -= 60 * 86_400
  await app.database.sql`update donations set created_at = now() - interval '60 days'`
  stripe.refund(intentId, 2500)
  await run()
  expect([await ledger(), await kinds()]).toMatchObject([[{ status: "refunded" }], []])
})

test("two processes at once store each difference once", async () => {
  const intents = [await give(), stripe.takePayment(4200), stripe.takePayment(4300)]
  stripe.forget(intents[0] ?? "")
  const other = await createTestApp({ database: main.database, payments: stripe.payments })
  await Promise.all([run(), compareWithProvider(other.deps), run(), compareWithProvider(other.deps)])
  expect((await kinds()).sort()).toEqual(["payment_missing", "payment_missing", "payment_unknown"])
})

test("while the provider is down the job is tried again, and nothing is lost or shown", async () => {
  const foreign = stripe.takePayment(4200)
  const jobs = recurringJobs(app.deps)
  const deps = { db: app.database.db, now: () => new Date(Date.now() - 2 * DAY_MS) }
  const { "donation.compare": compare } = jobs
  if (!compare) throw new Error("no job")
  await scheduleRecurring(deps, { "donation.compare": compare })
  const log = { info() {}, warn() {}, error() {}, fatal() {} }
  const work = async () => {
    const handlers = recurringHandlers(deps, { "donation.compare": compare })
    const worker = await startWorker({ database: app.database, handlers, log })
    await worker.drain()
    await worker.stop()
  }
  stripe.setDown(/GET \/v1\/refunds/)
  await work()
  expect(await kinds()).toEqual([])
  stripe.setDown(false)
  await app.database.sql`update outbox set due_at = now() where sent_at is null and attempts > 0`
  await work()
  expect(await differs()).toEqual([["payment_missing", foreign, null, 4200]])
})

test("the sandbox is compared too, over several pages", async () => {
  const sandbox = await createTestApp({ database: main.database })
  const intents = await Promise.all(Array.from({ length: 25 }, () => begin(sandbox)))
  for (const { paymentIntentId: id, clientSecret } of intents)
    await post(sandbox, `/api/sandbox/payment-intents/${id}/confirm`, { clientSecret, cardNumber: "4242424242424242" })
  await compareWithProvider(sandbox.deps)
  const paid = (await ledger()).filter(({ status }) => status === "succeeded")
  expect([paid.length, await kinds()]).toEqual([25, []])
  await app.database.sql`update sandbox_intents set refunded = 100 where id = ${intents[0]?.paymentIntentId ?? ""}`
  await app.database.sql`delete from sandbox_intents where id = ${intents[1]?.paymentIntentId ?? ""}`
  await compareWithProvider(sandbox.deps)
  expect(await differs()).toEqual([["payment_unknown", intents[1]?.paymentIntentId, 2500, null]])
  expect((await ledger()).filter(({ status }) => status === "partially_refunded")).toHaveLength(1)
  await compareWithProvider(app.deps)
  expect(await kinds()).toEqual(["payment_unknown"])
})
