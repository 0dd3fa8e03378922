import { randomUUID } from "node:crypto"
import { beforeEach, expect, test } from "vitest"
import { auditLog } from "#platform/audit/table.ts"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { allTestsOnStripe } from "#testing-donations.ts"
import type { StripeDouble } from "#testing-stripe.ts"
import { donations, monthlyGifts, receipts, tributes } from "./table.ts"

const DONOR = { donorName: "Rosemène Noël", donorEmail: "rose@example.org" }
const TRIBUTE = { type: "memory", honoree: "Toussaint", notifyName: "Lise", notifyEmail: "lise@example.org" }

let stripe: StripeDouble
let app: TestApp
let admin: Browser
allTestsOnStripe((context) => {
  ;({ stripe, app, admin } = context)
})
beforeEach(async () => {
  for (const table of [receipts, tributes, donations, monthlyGifts, auditLog]) await app.database.db.delete(table)
})

async function give(fields: object = { frequency: "monthly" }): Promise<string> {
  const payload = { ...DONOR, amount: 2500, ...fields }
  const created = await app.send({ method: "POST", url: "/api/create-payment-intent", payload })
  const { paymentIntentId } = created.json<{ paymentIntentId: string }>()
  stripe.pay(paymentIntentId)
  await app.send({ method: "POST", url: "/api/confirm-donation", payload: { ...DONOR, paymentIntentId } })
  await app.deliver()
  const [donation] = await app.database.db.select().from(donations)
  return donation?.id ?? ""
}

const stop = (id: string, browser = admin) => browser.send("POST", `/api/admin/donations/${id}/monthly-stop`)
const state = async () => (await app.database.db.select().from(monthlyGifts))[0]?.state
const actions = async () => (await app.database.db.select().from(auditLog)).map(({ action }) => action)
const subscription = () => [...stripe.subscriptions.values()].at(-1)?.status
const stopEmails = () => app.emails.filter(({ subject }) => subject === "Your monthly gift is stopped").length

test("a gift that a donor asked to stop is stopped at the provider, once in the history, and the donor gets one email", async () => {
  const id = await give()
  const before = stopEmails()
  const answers = await Promise.all([stop(id), stop(id), stop(id)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect((await stop(id)).json()).toMatchObject({
    frequency: "monthly",
    monthlyGift: { state: "stopped", amount: 2500, isStoppable: false },
  })
  await app.deliver()
  expect([await state(), subscription(), stopEmails() - before]).toEqual(["stopped", "canceled", 1])
  expect(await app.database.db.select().from(auditLog)).toMatchObject([
    { action: "donation.monthly_stopped", subjectId: id, after: { amount: "$25.00 USD" } },
  ])
})

test("two processes that stop the gift at once write one entry", async () => {
  const id = await give()
  const other = await createTestApp({ database: app.database, payments: stripe.payments })
  const there = openBrowser(other, { cookie: admin.cookie() })
  await Promise.all([stop(id), stop(id, there), stop(id), stop(id, there)])
  await other.close()
  expect([await state(), await actions()]).toEqual(["stopped", ["donation.monthly_stopped"]])
})

test("while the provider does not respond the stop waits, and a job makes it later", async () => {
  const id = await give()
  stripe.setDown(/DELETE/)
  const answer = await stop(id)
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { monthlyGift: { state: "active" } }])
  expect(await actions()).toEqual(["donation.monthly_stopped"])
  stripe.setDown(false)
  await app.database.sql`update outbox set due_at = due_at - interval '1 hour' where sent_at is null`
  await app.deliver()
  expect([await state(), subscription()]).toEqual(["stopped", "canceled"])
})

test("a single gift, an unknown one and a wrong id change nothing", async () => {
  const id = await give({})
  const codes = [id, randomUUID(), "x"].map(async (wrong) => {
    const answer = await stop(wrong)
    return [answer.statusCode, answer.json().code]
  })
  expect(await Promise.all(codes)).toEqual([
    [409, "donation.not_monthly"],
    [404, "donation.unknown"],
    [400, "request.invalid"],
  ])
  expect(await actions()).toEqual([])
})

test("a gift of another provider is shown and cannot be stopped here", async () => {
  const id = await give()
  const sandbox = await createTestApp({ database: app.database })
  const there = openBrowser(sandbox, { cookie: admin.cookie() })
  expect((await there.send("GET", `/api/admin/donations/${id}`)).json()).toMatchObject({
    monthlyGift: { state: "active", isStoppable: false },
  })
  expect((await stop(id, there)).json().code).toBe("donation.not_monthly")
  await sandbox.close()
  expect([await state(), await actions()]).toEqual(["active", []])
})

test("only administrators of the own site may stop a gift", async () => {
  const id = await give()
  const url = `/api/admin/donations/${id}/monthly-stop`
  expect((await stop(id, openBrowser(app))).statusCode).toBe(401)
  expect((await stop(id, await register(app, "ada"))).statusCode).toBe(403)
  expect((await admin.send("POST", url, undefined, { origin: "https://evil.example" })).statusCode).toBe(403)
  expect(await state()).toBe("active")
})

test("the details have the covered fee and whom the gift honors", async () => {
  const id = await give({ amount: 3121, feeCovered: 121, tribute: TRIBUTE })
  expect((await admin.send("GET", `/api/admin/donations/${id}`)).json()).toMatchObject({
    amount: 3121,
    feeCovered: 121,
    tribute: { ...TRIBUTE, message: null },
    monthlyGift: null,
  })
})
