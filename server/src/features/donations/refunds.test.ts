import { randomUUID } from "node:crypto"
import { beforeEach, expect, test } from "vitest"
import { auditLog } from "#platform/audit/table.ts"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { allTestsOnStripe, deliverEvent } from "#testing-donations.ts"
import { readPdf } from "#testing-pdf.ts"
import type { StripeDouble } from "#testing-stripe.ts"
import { donations, receipts, refunds } from "./table.ts"

const DONOR = { donorName: "Rosemène Noël", donorEmail: "rose@example.org" }

let stripe: StripeDouble
let app: TestApp
let admin: Browser
allTestsOnStripe((context) => {
  ;({ stripe, app, admin } = context)
})
beforeEach(async () => {
  for (const table of [refunds, receipts, donations, auditLog]) await app.database.db.delete(table)
})

async function give(amount = 2500) {
  const payload = { ...DONOR, amount }
  const created = await app.send({ method: "POST", url: "/api/create-payment-intent", payload })
  const { paymentIntentId: intentId } = created.json<{ paymentIntentId: string }>()
  stripe.pay(intentId)
  await app.send({ method: "POST", url: "/api/confirm-donation", payload: { ...DONOR, paymentIntentId: intentId } })
  await app.deliver()
  const [donation] = await app.database.db.select().from(donations)
  return { id: donation?.id ?? "", intentId }
}
const refund = (id: string, fields: object = {}, browser = admin) =>
  browser.send("POST", `/api/admin/donations/${id}/refunds`, {
    id: randomUUID(),
    amount: 1000,
    reason: "Gave twice by mistake",
    ...fields,
  })
const ledger = async () => (await app.database.db.select().from(donations))[0]
const stored = () => app.database.db.select().from(refunds).orderBy(refunds.id)
const sendEvent = async (type: string, intentId: string) => {
  await deliverEvent(app, stripe.event(type, intentId))
  return app.deliver()
}
const emailsAbout = (id: string, note: string) =>
  app.emails.filter(({ key }) => key.startsWith(`donation.${note}:${id}`))
const codeOf = (response: Awaited<ReturnType<Browser["send"]>>) => [response.statusCode, response.json().code]

test("a partial and then a full refund follow the provider, are in the audit log, and each is one email with its receipt", async () => {
  const { id } = await give()
  const first = await refund(id)
  expect(first.statusCode).toBe(201)
  expect(first.json()).toMatchObject({
    status: "partially_refunded",
    refundedAmount: 1000,
    refundable: 1500,
    refunds: [{ amount: 1000, state: "accepted", reason: "Gave twice by mistake" }],
  })
  expect((await refund(id, { amount: 1500 })).json()).toMatchObject({ status: "refunded", refundable: 0 })
  await app.deliver()
  const emails = emailsAbout(id, "refunded")
  expect(emails.map(({ to, subject }) => [to, subject])).toEqual(
    Array(2).fill([DONOR.donorEmail, "Your donation was refunded"]),
  )
  expect(emails[1]?.text).toContain("$25.00 USD have been refunded")
  expect(readPdf(emails[1]?.attachments?.[0]?.bytes ?? new Uint8Array()).text).toContain("refunded in full")
  const audit = await app.database.db.select().from(auditLog).orderBy(auditLog.id)
  expect(audit.map(({ action, subjectId, after }) => [action, subjectId, after])).toEqual([
    ["donation.refunded", id, { amount: "$10.00 USD", hasReason: true }],
    ["donation.refunded", id, { amount: "$15.00 USD", hasReason: true }],
  ])
})

test("20 equal requests in two processes are one refund at the provider and in the ledger", async () => {
  const { id, intentId } = await give()
  const other = await createTestApp({ database: app.database, payments: stripe.payments })
  other.setNow(new Date())
  const otherAdmin = openBrowser(other, { cookie: admin.cookie() })
  const body = { id: randomUUID() }
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => refund(id, body, index % 2 ? admin : otherAdmin)),
  )
  await other.close()
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(stripe.intents.get(intentId)?.refunds).toHaveLength(1)
  expect([(await ledger())?.refundedAmount, (await stored()).length]).toEqual([1000, 1])
  expect(await app.database.db.$count(auditLog)).toBe(1)
})

test("two administrators who refund the whole gift at once refund it once", async () => {
  const { id, intentId } = await give()
  const responses = await Promise.all([refund(id, { amount: 2500 }), refund(id, { amount: 2500 })])
  const statuses = responses.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([201, 409])
  expect(stripe.intents.get(intentId)?.refunded).toBe(2500)
})

test("while the provider is down the refund waits, refuses another one, and is done by its job", async () => {
  const { id, intentId } = await give()
  stripe.setDown(true)
  expect((await refund(id)).json()).toMatchObject({ status: "succeeded", refunds: [{ state: "requested" }] })
  expect(codeOf(await refund(id))).toEqual([409, "refund.pending"])
  stripe.setDown(false)
  await app.database.sql`update outbox set due_at = now() - interval '1 second' where sent_at is null`
  await app.deliver()
  expect([await ledger(), await stored()]).toMatchObject([{ status: "partially_refunded" }, [{ state: "accepted" }]])
  expect(stripe.intents.get(intentId)?.refunds).toHaveLength(1)
})

test("a refund that the provider did before a crash is not done again, also after it forgot the key", async () => {
  const { id, intentId } = await give()
  const refundId = randomUUID()
  stripe.refund(intentId, 1000, refundId)
  await refund(id, { id: refundId })
  expect([stripe.intents.get(intentId)?.refunded, (await ledger())?.refundedAmount]).toEqual([1000, 1000])
})

test("a refund that the provider refuses changes nothing and is shown as refused", async () => {
  const { id, intentId } = await give()
  stripe.dispute(intentId)
  expect((await refund(id)).json()).toMatchObject({ refundedAmount: 0, refunds: [{ state: "refused" }] })
  expect(codeOf(await refund(id))).toEqual([409, "refund.not_possible"])
})

test.each([
  ["amount", { amount: 0 }],
  ["amount", { amount: 10.5 }],
  ["amount", { amount: "1000" }],
  ["amount", { amount: undefined }],
  ["reason", { reason: " " }],
  ["reason", { reason: "x".repeat(501) }],
  ["reason", { reason: 1 }],
  ["id", { id: "1" }],
])("a refund with an invalid %s is refused", async (field, fields) => {
  const response = await refund(randomUUID(), fields)
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
  expect((await refund(randomUUID(), { extra: true })).statusCode).toBe(400)
  expect((await refund("1")).statusCode).toBe(400)
})

test("a refund of one cent and of all are accepted, one cent more is not", async () => {
  const { id } = await give()
  expect((await refund(id, { amount: 1, reason: "x".repeat(500) })).statusCode).toBe(201)
  expect(codeOf(await refund(id, { amount: 2500 }))).toEqual([409, "refund.too_large"])
  expect((await refund(id, { amount: 2499 })).json()).toMatchObject({ status: "refunded" })
  expect(codeOf(await refund(id, { amount: 1 }))).toEqual([409, "refund.not_possible"])
})

test("the same request id with another amount, or for another gift, is refused", async () => {
  const { id } = await give()
  const body = { id: randomUUID() }
  await refund(id, body)
  expect(codeOf(await refund(id, { ...body, amount: 999 }))).toEqual([409, "payment.key_reused"])
  expect(codeOf(await refund(randomUUID(), body))).toEqual([404, "donation.unknown"])
})

test("an unpaid gift cannot be refunded", async () => {
  await app.send({ method: "POST", url: "/api/create-payment-intent", payload: { ...DONOR, amount: 2500 } })
  expect(codeOf(await refund((await ledger())?.id ?? ""))).toEqual([409, "refund.not_possible"])
})

test("only administrators of the own site may refund, resend or read", async () => {
  const { id } = await give()
  const member = await register(app, "ada")
  const calls = [
    ["POST", `/api/admin/donations/${id}/refunds`, { id: randomUUID(), amount: 1, reason: "x" }],
    ["POST", `/api/admin/donations/${id}/receipt-emails`, { id: randomUUID() }],
    ["POST", `/api/admin/donations/${id}/statement-emails`, { id: randomUUID() }],
    ["GET", `/api/admin/donations/${id}`, undefined],
    ["GET", "/api/admin/donations/months", undefined],
    ["GET", "/api/admin/donations/months/export", undefined],
  ] as const
  for (const [method, url, body] of calls) {
    expect((await openBrowser(app).send(method, url, body)).statusCode).toBe(401)
    expect((await member.send(method, url, body)).statusCode).toBe(403)
    if (method === "POST")
      expect((await admin.send(method, url, body, { origin: "https://evil.example" })).statusCode).toBe(403)
  }
  await app.database.db.delete(auditLog)
  expect(await stored()).toEqual([])
})

test("a won dispute makes the gift count again and tells the donor; an open or lost one does not", async () => {
  const { id, intentId } = await give()
  const states: unknown[] = []
  for (const status of ["needs_response", "lost", "under_review", "won"] as const) {
    stripe.dispute(intentId, status)
    await sendEvent(status === "needs_response" ? "charge.dispute.created" : "charge.dispute.closed", intentId)
    states.push((await ledger())?.status)
  }
  expect(states).toEqual(["disputed", "disputed", "disputed", "succeeded"])
  expect([emailsAbout(id, "disputed").length, emailsAbout(id, "dispute_won").length]).toEqual([1, 1])
  const late = await refund(id, { amount: 2500 })
  expect(late.json()).toMatchObject({ refunds: [{ state: "refused" }] })
})

test("an Idempotency-Key with another amount answers 409", async () => {
  const send = (amount: number, target = app) =>
    target.send({
      method: "POST",
      url: "/api/create-payment-intent",
      payload: { ...DONOR, amount },
      headers: { "idempotency-key": "0123456789-9876543210" },
    })
  expect((await send(2500)).statusCode).toBe(201)
  expect(codeOf(await send(2600))).toEqual([409, "payment.key_reused"])
  const sandbox = await createTestApp({ database: app.database })
  expect((await send(2500, sandbox)).statusCode).toBe(201)
  expect(codeOf(await send(2600, sandbox))).toEqual([409, "payment.key_reused"])
  await sandbox.close()
})
