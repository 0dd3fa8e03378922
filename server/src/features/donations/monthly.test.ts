import { PLACEHOLDER_EMAIL } from "@haitech/contract/donations"
import { expect, test } from "vitest"
import { createTestApp, type TestApp } from "#testing.ts"
import { deliverEvent, eachTestOnStripe } from "#testing-donations.ts"
import { type StripeDouble, startStripe } from "#testing-stripe.ts"
import { eraseDonor } from "./service/erasure.ts"
import { donations, monthlyGifts, receipts } from "./table.ts"

const DONOR = { donorName: "Rosemène Noël", donorEmail: "rose@example.org" }
const GIFT = { ...DONOR, amount: 2500, frequency: "monthly" }

let stripe: StripeDouble
let app: TestApp
eachTestOnStripe((context) => {
  ;({ stripe, app } = context)
})

const post = (url: string, payload: object, headers: Record<string, string> = {}, target = app) =>
  target.send({ method: "POST", url, payload, headers })
const createGift = async (fields: object = {}, headers: Record<string, string> = {}) => {
  const response = await post("/api/create-payment-intent", { ...GIFT, ...fields }, headers)
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)])
  return response.json<{ clientSecret: string; paymentIntentId: string }>().paymentIntentId
}
const confirm = (paymentIntentId: string, fields: object = {}) =>
  post("/api/confirm-donation", { ...DONOR, ...fields, paymentIntentId })
const sendEvent = (type: string, id: string, eventId?: string, target = app) =>
  deliverEvent(target, stripe.event(type, id, eventId))
const rows = () => app.database.db.select().from(donations).orderBy(donations.createdAt, donations.id)
const gifts = () => app.database.db.select().from(monthlyGifts).orderBy(monthlyGifts.id)
const issued = () => app.database.db.select().from(receipts).orderBy(receipts.id)

/** Runs the jobs that are due within six minutes, then those that they make due. @returns the subjects of all emails */
async function runJobs(target = app): Promise<string[]> {
  for (let round = 0; round < 3; round++) {
    await app.database.sql`update outbox set due_at = due_at - interval '6 minutes' where sent_at is null`
    await target.deliver()
  }
  return target.emails.map(({ subject }) => subject)
}

const subscriptionOf = async (index = 0) => (await gifts())[index]?.subscriptionId ?? ""

async function startGift(fields: object = {}) {
  const intentId = await createGift(fields)
  stripe.pay(intentId)
  await confirm(intentId)
  await runJobs()
  const receipt = app.emails.find(({ key }) => key.startsWith("donation.receipt"))
  const token = /#gift=([\w-]+\.[0-9a-f]{64})/.exec(receipt?.text.replaceAll("\n", "") ?? "")?.[1] ?? ""
  return { intentId, token, subscriptionId: await subscriptionOf() }
}

const read = (token: string, target = app) => post("/api/monthly-gifts/lookup", { token }, {}, target)
const change = (token: string, body: object, target = app) =>
  post("/api/monthly-gifts/change", { token, ...body }, {}, target)

test("a monthly gift is a subscription, stored with its first donation before the secret is known", async () => {
  const intentId = await createGift({ isAnonymous: true })
  expect(await gifts()).toMatchObject([{ state: "incomplete", amount: 2500, provider: "stripe", isAnonymous: true }])
  const [gift] = await gifts()
  expect(await rows()).toMatchObject([
    { intentId, status: "pending", frequency: "monthly", monthlyGiftId: gift?.id, isAnonymous: true },
  ])
  expect(stripe.requests.at(-1)).toEqual({ call: "POST /v1/subscriptions", version: "2026-10-28.endive" })
})

test("a confirmation may correct the email of a monthly gift, but not remove it", async () => {
  const intentId = await createGift()
  stripe.pay(intentId)
  await confirm(intentId, { donorEmail: "noel@example.org" })
  await confirm(intentId, { donorEmail: PLACEHOLDER_EMAIL })
  expect(await rows()).toMatchObject([{ email: "noel@example.org", status: "succeeded" }])
})

test("a repeated Idempotency-Key returns the same intent of one subscription", async () => {
  const headers = { "idempotency-key": "0123456789-0123456789" }
  const before = stripe.subscriptions.size
  const ids = await Promise.all([createGift({}, headers), createGift({}, headers), createGift({}, headers)])
  expect([new Set(ids).size, stripe.subscriptions.size - before]).toEqual([1, 1])
  expect([(await rows()).length, (await gifts()).length]).toEqual([1, 1])
})

test("the product is created once and survives that another process creates it first", async () => {
  await Promise.all([createGift(), createGift()])
  const created = stripe.requests.filter(({ call }) => call === "POST /v1/products").length
  await createGift()
  expect(stripe.requests.filter(({ call }) => call === "POST /v1/products")).toHaveLength(created)
})

test.each([/customers/, /products/, /POST .*subscriptions/, /./])(
  "while the provider fails at %s nothing is stored, and the same key succeeds later",
  async (step) => {
    const headers = { "idempotency-key": `down-0123456789-0123456789-${step.source.replace(/\W/g, "")}` }
    const fresh = await createTestApp({ database: app.database, payments: (await startAccount()).payments })
    account?.setDown(step)
    const send = () => post("/api/create-payment-intent", GIFT, headers, fresh)
    expect((await send()).statusCode).toBe(503)
    expect([await rows(), await gifts()]).toEqual([[], []])
    account?.setDown(false)
    expect((await send()).statusCode).toBe(201)
    expect(await gifts()).toHaveLength(1)
    await fresh.close()
    await account?.close()
  },
)

let account: StripeDouble | undefined
async function startAccount(): Promise<StripeDouble> {
  account = await startStripe()
  return account
}

test("the first payment starts the gift, and its receipt has the link", async () => {
  const { token } = await startGift()
  expect(await gifts()).toMatchObject([{ state: "active" }])
  expect((await read(token)).json()).toEqual({
    state: "active",
    amount: 2500,
    currency: "usd",
    since: (await gifts())[0]?.createdAt.toISOString(),
    nextAt: "2026-02-02T02:40:00.000Z",
    cardLast4: "4242",
    isFailing: false,
  })
})

const EVENTS = ["first payment_intent.succeeded", "first charge.succeeded", "second payment_intent.created"].concat(
  "second payment_intent.succeeded",
)

test("the events of a gift and its renewal make two donations in every order, also when each comes twice", async () => {
  const cases: { readonly order: readonly string[]; readonly first: string; readonly second: string }[] = []
  for (const order of permutations(EVENTS)) {
    const first = await createGift()
    stripe.pay(first, "good", { name: "Rose", email: "card@example.org" })
    const second = stripe.renew([...stripe.subscriptions.keys()].at(-1) ?? "")
    stripe.pay(second)
    cases.push({ order, first, second })
  }
  await app.database.sql`update donations set email = null`
  // One event of each case at a time, so that the jobs run once for all cases.
  for (let step = 0; step < 2 * EVENTS.length; step++) {
    for (const { order, first, second } of cases) {
      const [which, type = ""] = order[step % EVENTS.length]?.split(" ") ?? []
      await sendEvent(type, which === "first" ? first : second)
    }
    await runJobs()
  }
  const ledger = new Map((await rows()).map((row) => [row.intentId, row]))
  expect(ledger.size).toBe(2 * cases.length)
  const paid = { status: "succeeded", amount: 2500, email: "card@example.org" }
  for (const { order, first, second } of cases) {
    const made = [first, second].map((intentId) => ledger.get(intentId))
    expect({ order, made }).toMatchObject({ order, made: [paid, paid] })
    expect(made[1]?.monthlyGiftId).toBe(made[0]?.monthlyGiftId)
  }
  const ids = [...ledger.values()].map(({ id }) => id).sort()
  expect((await issued()).map(({ donationId }) => donationId).sort()).toEqual(ids)
  expect(app.emails.map(({ key }) => key).sort()).toEqual(ids.map((id) => `donation.receipt:${id}`))
})

test("a renewal that two processes learn of at once is one donation with one receipt", async () => {
  const { subscriptionId } = await startGift({ feeCovered: 0 })
  const intentId = stripe.renew(subscriptionId)
  stripe.pay(intentId)
  const other = await createTestApp({ database: app.database, payments: stripe.payments })
  const targets = Array.from({ length: 12 }, (_, index) => (index % 2 ? app : other))
  await Promise.all(targets.map((target) => sendEvent("payment_intent.succeeded", intentId, undefined, target)))
  await Promise.all([runJobs(), runJobs(other)])
  await other.close()
  expect((await rows()).map((row) => row.intentId)).toContain(intentId)
  expect([(await rows()).length, (await issued()).length]).toEqual([2, 2])
})

test("while the provider is down a renewal's event waits, and no renewal is lost", async () => {
  const { subscriptionId } = await startGift()
  const intentId = stripe.renew(subscriptionId)
  stripe.pay(intentId)
  for (const step of [/payment_intents/, /invoice_payments/]) {
    stripe.setDown(step)
    await sendEvent("payment_intent.succeeded", intentId)
    await runJobs()
    expect(await rows()).toHaveLength(1)
  }
  stripe.setDown(false)
  await app.database.sql`update outbox set due_at = now(), failed_at = null where sent_at is null`
  await runJobs()
  expect(await rows()).toMatchObject([{}, { intentId, status: "succeeded" }])
})

test("a payment of a subscription that is not ours is not recorded", async () => {
  const { subscriptionId } = await startGift()
  await app.database.sql`update monthly_gifts set subscription_id = 'sub_other'`
  const intentId = stripe.renew(subscriptionId)
  stripe.pay(intentId)
  await sendEvent("payment_intent.succeeded", intentId)
  await runJobs()
  expect(await rows()).toHaveLength(1)
})

test("a failed renewal is emailed once per invoice, and its later success is a donation", async () => {
  const { subscriptionId } = await startGift()
  const intentId = stripe.renew(subscriptionId)
  stripe.pay(intentId, "declined")
  for (let time = 0; time < 3; time++) {
    await sendEvent("payment_intent.payment_failed", intentId)
    await runJobs()
  }
  const failures = app.emails.filter(({ key }) => key.startsWith("donation.renewal_failed"))
  expect(failures).toMatchObject([{ to: DONOR.donorEmail, subject: "Your monthly gift did not arrive" }])
  expect(failures[0]?.text).toContain("/monthly-gift#gift=")
  stripe.pay(intentId)
  await sendEvent("payment_intent.succeeded", intentId)
  await sendEvent("payment_intent.payment_failed", intentId)
  await runJobs()
  expect(await rows()).toMatchObject([{}, { intentId, status: "succeeded" }])
  expect(app.emails.filter(({ key }) => key.startsWith("donation.renewal_failed"))).toHaveLength(1)
})

test("pause, resume, another amount and stop change the subscription, and each is confirmed once", async () => {
  const { token, subscriptionId } = await startGift()
  const steps: readonly [object, object][] = [
    [{ change: "pause" }, { state: "paused", nextAt: null }],
    [{ change: "pause" }, { state: "paused" }],
    [{ change: "resume" }, { state: "active" }],
    [
      { change: "amount", amount: 1000 },
      { state: "active", amount: 1000 },
    ],
    [{ change: "amount", amount: 1000 }, { amount: 1000 }],
    [{ change: "stop" }, { state: "stopped", nextAt: null }],
    [{ change: "stop" }, { state: "stopped" }],
    [{ change: "resume" }, { state: "stopped" }],
    [
      { change: "amount", amount: 5000 },
      { state: "stopped", amount: 1000 },
    ],
  ]
  for (const [body, expected] of steps) {
    const response = await change(token, body)
    expect([body, response.statusCode, response.json()]).toEqual([body, 200, expect.objectContaining(expected)])
  }
  expect(stripe.subscriptions.get(subscriptionId)).toMatchObject({ status: "canceled", amount: 1000 })
  expect(await gifts()).toMatchObject([{ state: "stopped", amount: 1000 }])
  expect((await runJobs()).slice(1).sort()).toEqual([
    "Your monthly gift goes on",
    "Your monthly gift has a new amount",
    "Your monthly gift is paused",
    "Your monthly gift is stopped",
  ])
})

test("after another amount the renewal has it, and no covered fee", async () => {
  const { token, subscriptionId } = await startGift({ amount: 3121, feeCovered: 121 })
  const before = stripe.renew(subscriptionId)
  stripe.pay(before)
  await sendEvent("payment_intent.succeeded", before)
  await runJobs()
  await change(token, { change: "amount", amount: 1000 })
  const after = stripe.renew(subscriptionId)
  stripe.pay(after)
  await sendEvent("payment_intent.succeeded", after)
  await runJobs()
  expect(await rows()).toMatchObject([
    { amount: 3121, feeCovered: 121 },
    { amount: 3121, feeCovered: 121 },
    { amount: 1000, feeCovered: 0 },
  ])
})

test("many pauses, resumes and a stop at once in two processes end stopped, in the ledger as at the provider", async () => {
  const { token, subscriptionId } = await startGift()
  const other = await createTestApp({ database: app.database, payments: stripe.payments })
  const changes = ["pause", "stop", "resume", "pause", "stop", "pause"]
  const responses = await Promise.all(
    changes.map((name, index) => change(token, { change: name }, index % 2 ? app : other)),
  )
  await other.close()
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(stripe.subscriptions.get(subscriptionId)?.status).toBe("canceled")
  expect([await gifts(), (await read(token)).json()]).toMatchObject([[{ state: "stopped" }], { state: "stopped" }])
  expect((await runJobs()).filter((subject) => subject === "Your monthly gift is stopped")).toHaveLength(1)
})

test.each([/POST .*subscriptions/, /DELETE/, /GET .*subscriptions/])(
  "while the provider fails at %s a change is refused, and works later",
  async (step) => {
    const { token } = await startGift()
    stripe.setDown(step)
    const name = step.source === "DELETE" ? "stop" : "pause"
    expect((await change(token, { change: name })).statusCode).toBe(503)
    expect(await gifts()).toMatchObject([{ state: "active" }])
    stripe.setDown(false)
    expect((await change(token, { change: name })).json()).not.toMatchObject({ state: "active" })
  },
)

test("a pause voids the invoice of a declined card, which Stripe would try again, and leaves what is paid", async () => {
  const { token, subscriptionId, intentId } = await startGift()
  const declined = stripe.renew(subscriptionId)
  stripe.pay(declined, "declined")
  expect((await change(token, { change: "pause" })).json()).toMatchObject({ state: "paused" })
  expect([stripe.intents.get(declined)?.status, stripe.intents.get(intentId)?.status]).toEqual([
    "canceled",
    "succeeded",
  ])
})

test("a pause whose invoice was paid meanwhile is a pause", async () => {
  const { token, subscriptionId } = await startGift()
  const declined = stripe.renew(subscriptionId)
  const release = stripe.hold(/invoices\/\w+\/void$/)
  const paused = change(token, { change: "pause" })
  await expect.poll(() => stripe.requests.at(-1)?.call).toMatch(/void$/)
  stripe.pay(declined)
  release()
  expect((await paused).json()).toMatchObject({ state: "paused" })
  expect(stripe.intents.get(declined)?.status).toBe("succeeded")
})

test("a forged token, and one of another gift's id, open nothing", async () => {
  const { token } = await startGift()
  await createGift({ donorEmail: "other@example.org" })
  const [id, signature = ""] = token.split(".")
  const otherId = (await gifts()).find((gift) => gift.id !== id)?.id
  const forged = [`${otherId}.${signature}`, `${id}.${"0".repeat(64)}`, `${id}`, `${id}.`, `x.${signature}`]
  for (const attempt of forged) {
    expect([attempt, (await read(attempt)).json().code]).toEqual([attempt, "monthly_gift.unknown"])
    expect((await change(attempt, { change: "stop" })).json().code).toBe("monthly_gift.unknown")
  }
  expect(await gifts()).toMatchObject([{ state: expect.not.stringMatching("stopped") }, {}])
})

test.each([
  [{}, "change"],
  [{ change: "erase" }, "change"],
  [{ change: "amount" }, "amount"],
  [{ change: "amount", amount: 99 }, "amount"],
  [{ change: "amount", amount: 100_000_000 }, "amount"],
  [{ change: "amount", amount: 10.5 }, "amount"],
  [{ change: "amount", amount: "1000" }, "amount"],
])("the change %j is refused", async (body, field) => {
  const response = await change("x.y", body)
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
})

test("a subscription that the provider ended is stopped here too", async () => {
  const { subscriptionId } = await startGift()
  await stripe.payments.changeSubscription(subscriptionId, { change: "stop" })
  await sendEvent("customer.subscription.deleted", subscriptionId)
  expect((await runJobs()).at(-1)).toBe("Your monthly gift is stopped")
  expect(await gifts()).toMatchObject([{ state: "stopped" }])
})

test("erasing the donor stops the gift, sends nothing more, and a late payment names nobody", async () => {
  const { subscriptionId } = await startGift()
  const late = stripe.renew(subscriptionId)
  stripe.pay(late, "good", { name: "Rose", email: "rose@example.org" })
  await app.database.db.transaction((tx) => eraseDonor(tx, { userId: "", email: "ROSE@example.org" }))
  await sendEvent("payment_intent.succeeded", late)
  const emails = await runJobs()
  expect(stripe.subscriptions.get(subscriptionId)?.status).toBe("canceled")
  expect(await gifts()).toMatchObject([{ state: "stopped" }])
  expect(await rows()).toMatchObject([
    { name: null, email: null },
    { intentId: late, status: "succeeded", name: null, email: null },
  ])
  expect(emails).toHaveLength(1)
})

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}
