import type { Challenge } from "@haitech/contract/proof-of-work"
import { solveChallenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { deliverEvent } from "#testing-donations.ts"
import { type StripeDouble, startStripe } from "#testing-stripe.ts"
import { donations } from "./table.ts"

const INTENT = { donorName: "Rose", donorEmail: "rose@example.org", amount: 2500 }
const TOTAL = { name: "intent.total", limit: 60, windowSeconds: 600 }

let stripe: StripeDouble
let app: TestApp
let admin: Browser
beforeAll(async () => {
  stripe = await startStripe()
})
beforeEach(async () => {
  app = await createTestApp({ payments: stripe.payments, rateLimits: true, trustProxy: 1 })
  app.setNow(new Date())
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())
afterAll(() => stripe.close())

const send = (proof?: string, address = "203.0.113.1", target = app) =>
  target.send({
    method: "POST",
    url: "/api/create-payment-intent",
    payload: INTENT,
    headers: { "x-forwarded-for": address, ...(proof && { "proof-of-work": proof }) },
  })

async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey } as Parameters<typeof solveChallenge>[0])
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64")
}

/** Stores events of declined payments, some minutes old. */
const decline = (times: number, minutes: number) => app.database.sql`
  insert into payment_events (id, type, happened_at, received_at)
  select 'evt_' || ${minutes}::int || '_' || number, 'payment_intent.payment_failed', now(), now() - make_interval(mins => ${minutes})
  from generate_series(1, ${times}::int) number`

test("after more than 30 declined payments in ten minutes an intent needs a proof of work, which counts once", async () => {
  await decline(30, 1)
  await decline(30, 11)
  expect((await send()).statusCode).toBe(201)
  await decline(1, 2)
  const refused = await send()
  expect([refused.statusCode, refused.json().code]).toEqual([429, "rate.limited"])
  const proof = await solve(refused.json().challenge)
  expect([(await send(proof)).statusCode, (await send(proof)).statusCode]).toEqual([201, 429])
  expect(await app.database.db.select().from(donations)).toHaveLength(2)
})

test("beyond 60 intents of all donors in ten minutes an honest donor can still give", async () => {
  for (let intent = 0; intent < 60; intent++) await app.deps.limiter.count(TOTAL, "all")
  const before = stripe.requests.length
  const refused = await send()
  expect([refused.statusCode, refused.json().code, stripe.requests.length - before]).toEqual([429, "rate.limited", 0])
  expect((await send(await solve(refused.json().challenge))).statusCode).toBe(201)
})

test("the provider's own page, whose form can carry no proof, stays open during an attack", async () => {
  await decline(31, 1)
  expect((await send()).statusCode).toBe(429)
  const payload = { ...INTENT, amount: "25", page: "/donate" }
  const response = await app.send({ method: "POST", url: "/api/checkout-sessions", payload })
  expect([response.statusCode, response.json()]).toEqual([201, { url: expect.stringContaining("checkout.stripe.com") }])
})

/** Tries a stolen card; one of twenty is good. */
async function tryCard(target: TestApp, number: number): Promise<void> {
  const response = await send(undefined, `198.51.100.${number % 200}`, target)
  if (response.statusCode !== 201) return
  const { paymentIntentId: id } = response.json<{ paymentIntentId: string }>()
  stripe.pay(id, number % 20 === 0 ? "good" : "declined")
  await deliverEvent(target, stripe.event("payment_intent.payment_failed", id))
}

test("of 1,000 intents from 200 addresses at most 60 reach the provider, and a donor who solves the challenge gives", async () => {
  const other = await createTestApp({
    payments: stripe.payments,
    rateLimits: true,
    trustProxy: 1,
    database: app.database,
  })
  other.setNow(new Date())
  const before = stripe.intents.size
  for (let number = 0; number < 1000; number += 100)
    await Promise.all(Array.from({ length: 100 }, (_, index) => tryCard(index % 2 ? app : other, number + index)))
  await other.close()
  expect(stripe.intents.size - before).toBeGreaterThan(30)
  expect(stripe.intents.size - before).toBeLessThanOrEqual(60)
  const refused = await send()
  expect(refused.statusCode).toBe(429)
  const given = await send(await solve(refused.json().challenge))
  const { paymentIntentId } = given.json<{ paymentIntentId: string }>()
  stripe.pay(paymentIntentId)
  const payload = { donorName: "Rose", donorEmail: "rose@example.org", paymentIntentId }
  const confirmed = await app.send({ method: "POST", url: "/api/confirm-donation", payload })
  expect(confirmed.json()).toMatchObject({ status: "succeeded" })
})

const alert = async () => (await admin.send("GET", "/api/admin/overview")).json().cardTesting
const alertEmails = async () => {
  await app.deliver()
  return app.emails.filter(({ key }) => key.startsWith("donation.attack:"))
}

test("an attack is an alert on Today while it lasts and a day longer, and one email to each administrator", async () => {
  const other = await createTestApp({ database: app.database, payments: stripe.payments, rateLimits: true })
  await signInAsAdmin(app, "second")
  expect(await alert()).toBeUndefined()
  for (let intent = 0; intent < 60; intent++) await app.deps.limiter.count(TOTAL, "all")
  await decline(3, 1)
  await Promise.all([send(), send(undefined, undefined, other), send(), send(undefined, undefined, other)])
  expect(await alert()).toMatchObject({ endedAt: null, declines: 3 })
  expect((await alert()).attempts).toBeGreaterThanOrEqual(64)
  const emails = await alertEmails()
  expect(emails.map(({ to }) => to).sort()).toEqual(["root@example.org", "second@example.org"])
  expect(emails[0]?.subject).toBe("HaiTech: somebody is trying stolen cards")
  await send()
  expect(await alertEmails()).toHaveLength(2)
  await app.database
    .sql`update card_testing_attacks set started_at = now() - interval '5 hours', last_at = now() - interval '11 minutes'`
  expect((await alert()).endedAt).not.toBeNull()
  await app.database.sql`update card_testing_attacks set last_at = now() - interval '1441 minutes'`
  expect(await alert()).toBeUndefined()
})

test("another attack after a pause is another alert and another email", async () => {
  for (let intent = 0; intent < 60; intent++) await app.deps.limiter.count(TOTAL, "all")
  await send()
  await app.database.sql`update card_testing_attacks set last_at = now() - interval '11 minutes'`
  await send()
  expect([(await alert()).endedAt, (await alertEmails()).length]).toEqual([null, 2])
})

test("declined payments alone are an attack too", async () => {
  await decline(30, 1)
  await sendDecline()
  expect(await alert()).toMatchObject({ endedAt: null, attempts: 0, declines: 31 })
  expect(await alertEmails()).toHaveLength(1)
})

async function sendDecline() {
  const intentId = stripe.takePayment(100)
  await deliverEvent(app, stripe.event("payment_intent.payment_failed", intentId))
}
