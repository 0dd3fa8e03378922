import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestApp, type TestApp } from "#testing.ts"
import { deliverEvent } from "#testing-donations.ts"
import { type StripeDouble, startStripe } from "#testing-stripe.ts"
import { donations, receipts } from "./table.ts"

const DONOR = { donorName: "Rose", donorEmail: "rose@example.org" }

let stripe: StripeDouble
/** Two processes on one database. */
let apps: readonly [TestApp, TestApp]
beforeAll(async () => {
  stripe = await startStripe()
})
beforeEach(async () => {
  const first = await createTestApp({ payments: stripe.payments })
  apps = [first, await createTestApp({ payments: stripe.payments, database: first.database })]
  for (const app of apps) app.setNow(new Date())
})
afterEach(async () => {
  await apps[1].close()
  await apps[0].close()
})
afterAll(() => stripe.close())

const post = (app: TestApp, url: string, payload: object | string, headers: Record<string, string> = {}) =>
  app.send({ method: "POST", url, payload, headers })
const createIntent = async (amount = 2500) => {
  const response = await post(apps[0], "/api/create-payment-intent", { ...DONOR, amount })
  return response.json<{ paymentIntentId: string }>().paymentIntentId
}
const confirm = (id: string, app: TestApp = apps[0]) =>
  post(app, "/api/confirm-donation", { ...DONOR, paymentIntentId: id })

/** Sends one event to both processes at once. */
async function sendEvent(type: string, id: string): Promise<void> {
  const event = stripe.event(type, id)
  const replies = await Promise.all(apps.map((app) => deliverEvent(app, event)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
}

async function runJobs(hours = 0.1): Promise<void> {
  for (const pause of [hours, 0.1]) {
    await apps[0].database.sql`update outbox set due_at = due_at - ${`${pause} hours`}::interval where sent_at is null`
    await Promise.all(apps.map((app) => app.deliver()))
  }
}

async function readLedger() {
  const { db } = apps[0].database
  const issued = (await db.select().from(receipts)).map(({ donationId }) => donationId)
  const rows = await db.select().from(donations)
  return Object.fromEntries(
    rows.map(({ id, intentId, status, amount }) => [
      intentId,
      { status, amount, receipts: issued.filter((donationId) => donationId === id).length },
    ]),
  )
}

const STATUSES = ["succeeded", "partially_refunded", "disputed"]
const EVENTS = ["payment_intent.succeeded", "charge.succeeded", "charge.refunded", "charge.dispute.created"]

test("every order of four repeated events, with the confirmation before, between, after or never, is one donation", {
  timeout: 300_000,
}, async () => {
  const expected: Record<string, object> = {}
  for (const [index, order] of permutations(EVENTS).entries()) {
    const id = await createIntent(2500 + index)
    const status = STATUSES[index % STATUSES.length]
    expected[id] = { status, amount: 2500 + index, receipts: 1 }
    stripe.pay(id)
    if (status === "partially_refunded") stripe.refund(id, 500)
    if (status === "disputed") stripe.dispute(id)
    const confirmAt = index % (EVENTS.length + 2)
    for (const [position, type] of order.entries()) {
      if (position === confirmAt) await confirm(id)
      await sendEvent(type, id)
    }
    if (confirmAt === EVENTS.length) await confirm(id)
  }
  await runJobs()
  expect(await readLedger()).toEqual(expected)
  const emails = apps.flatMap((app) => app.emails.map(({ key }) => key)).filter((key) => key.includes("receipt"))
  expect(new Set(emails).size).toBe(Object.keys(expected).length)
})

type Step = (id: string) => void

const OUTCOMES: readonly [string, readonly Step[], string][] = [
  ["payment_intent.succeeded", [(id) => stripe.pay(id)], "succeeded"],
  ["payment_intent.payment_failed", [(id) => stripe.pay(id, "declined")], "failed"],
  ["payment_intent.succeeded", [(id) => stripe.pay(id, "declined"), (id) => stripe.pay(id)], "succeeded"],
  ["payment_intent.requires_action", [(id) => stripe.pay(id, "unauthenticated")], "canceled"],
  [
    "payment_intent.succeeded",
    [(id) => stripe.pay(id, "unauthenticated"), (id) => stripe.settle(id, true)],
    "succeeded",
  ],
  [
    "payment_intent.payment_failed",
    [(id) => stripe.pay(id, "unauthenticated"), (id) => stripe.settle(id, false)],
    "failed",
  ],
  ["payment_intent.processing", [(id) => stripe.pay(id, "delayed")], "pending"],
  ["payment_intent.succeeded", [(id) => stripe.pay(id, "delayed"), (id) => stripe.settle(id, true)], "succeeded"],
  ["payment_intent.payment_failed", [(id) => stripe.pay(id, "delayed"), (id) => stripe.settle(id, false)], "failed"],
]

test("declines, authentications and delays end as what the provider says, with a receipt for what was paid", async () => {
  const expected: Record<string, object> = {}
  for (const [event, steps, status] of OUTCOMES) {
    const id = await createIntent()
    expected[id] = { status, amount: 2500, receipts: status === "succeeded" ? 1 : 0 }
    for (const step of steps) {
      step(id)
      await Promise.all([confirm(id), confirm(id, apps[1]), sendEvent(event, id)])
    }
  }
  for (let day = 0; day < 5; day++) await runJobs(24)
  expect(await readLedger()).toEqual(expected)
})

test("while the provider is slow no row is locked and other donations go on; its late answers make one donation", async () => {
  const [slow, other] = [await createIntent(), await createIntent()]
  stripe.pay(slow)
  stripe.pay(other)
  const release = stripe.hold(new RegExp(slow))
  const late = [confirm(slow), confirm(slow, apps[1])]
  await sendEvent("payment_intent.succeeded", slow)
  const jobs = runJobs()
  const { sql } = apps[0].database
  await expect.poll(() => stripe.requests.filter(({ call }) => call.includes(slow)).length).toBeGreaterThanOrEqual(3)
  expect(await sql`select 1 from donations where intent_id = ${slow} for update nowait`).toHaveLength(1)
  expect((await confirm(other)).json()).toMatchObject({ status: "succeeded" })
  release()
  expect((await Promise.all(late)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await jobs
  await runJobs()
  const paid = { status: "succeeded", amount: 2500, receipts: 1 }
  expect(await readLedger()).toEqual({ [slow]: paid, [other]: paid })
})

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}
