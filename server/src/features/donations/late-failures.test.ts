import { randomUUID } from "node:crypto"
import { beforeEach, expect, test } from "vitest"
import type { Browser, TestApp } from "#testing.ts"
import { allTestsOnStripe, deliverEvent } from "#testing-donations.ts"
import { readPdf } from "#testing-pdf.ts"
import type { StripeDouble } from "#testing-stripe.ts"
import { donations, monthlyGifts, receipts, refunds } from "./table.ts"

const DONOR = { donorName: "Rosemène Noël", donorEmail: "rose@example.org" }

let stripe: StripeDouble
let app: TestApp
let admin: Browser
allTestsOnStripe((context) => {
  ;({ stripe, app, admin } = context)
})
beforeEach(async () => {
  await app.database.sql`delete from outbox`
  for (const table of [refunds, receipts, donations, monthlyGifts]) await app.database.db.delete(table)
})

const post = (url: string, payload: object) => app.send({ method: "POST", url, payload })
async function begin(fields: object = {}) {
  const response = await post("/api/create-payment-intent", { ...DONOR, amount: 2500, ...fields })
  const { paymentIntentId } = response.json<{ paymentIntentId: string }>()
  return paymentIntentId
}
async function give() {
  const intentId = await begin()
  stripe.pay(intentId)
  await post("/api/confirm-donation", { ...DONOR, paymentIntentId: intentId })
  await app.deliver()
  return intentId
}
const ledger = async (intentId: string) =>
  (await app.database.db.select().from(donations)).find((row) => row.intentId === intentId)
async function sendEvent(type: string, intentId: string) {
  await deliverEvent(app, stripe.event(type, intentId))
  await app.deliver()
}
async function refund(intentId: string, amount: number) {
  const id = (await ledger(intentId))?.id
  const body = { id: randomUUID(), amount, reason: "Gave twice" }
  const response = await admin.send("POST", `/api/admin/donations/${id}/refunds`, body)
  await app.deliver()
  return response.json()
}
const detail = async (intentId: string) => {
  const id = (await ledger(intentId))?.id
  return (await admin.send("GET", `/api/admin/donations/${id}`)).json()
}
const emails = async (kind: string, intentId: string) => {
  const id = (await ledger(intentId))?.id
  return app.emails.filter(({ key }) => key.startsWith(`donation.${kind}:${id}`))
}

test("a bank payment that fails after days makes the donation failed, and the donor gets one email", async () => {
  const intentId = await begin()
  stripe.pay(intentId, "delayed")
  await sendEvent("payment_intent.processing", intentId)
  expect(await ledger(intentId)).toMatchObject({ status: "pending", processingAt: expect.any(Date) })
  stripe.settle(intentId, false)
  for (let time = 0; time < 2; time++) await sendEvent("payment_intent.payment_failed", intentId)
  expect(await ledger(intentId)).toMatchObject({ status: "failed", paidAt: null })
  const [email, ...others] = await emails("failed", intentId)
  expect(others).toEqual([])
  expect(email).toMatchObject({ to: DONOR.donorEmail, subject: "Your donation did not arrive" })
  expect(email?.text).toContain("$25.00 USD")
  expect((await detail(intentId)).events.map(({ type }: { type: string }) => type)).toContain(
    "payment_intent.payment_failed",
  )
})

test("a card that is declined at once stays pending without an email, because the donor sees it", async () => {
  const intentId = await begin()
  stripe.pay(intentId, "declined")
  await sendEvent("payment_intent.payment_failed", intentId)
  expect([(await ledger(intentId))?.status, await emails("failed", intentId)]).toEqual(["pending", []])
})

test("a bank payment that failed and is paid after all is a donation", async () => {
  const intentId = await begin()
  stripe.pay(intentId, "delayed")
  await sendEvent("payment_intent.processing", intentId)
  stripe.settle(intentId, false)
  await sendEvent("payment_intent.payment_failed", intentId)
  stripe.settle(intentId, true)
  await sendEvent("payment_intent.succeeded", intentId)
  expect((await ledger(intentId))?.status).toBe("succeeded")
})

test("a later month that the bank refuses after days sends the email of monthly gifts", async () => {
  const first = await begin({ frequency: "monthly" })
  stripe.pay(first)
  await sendEvent("payment_intent.succeeded", first)
  const [subscriptionId = ""] = [...stripe.subscriptions.keys()].slice(-1)
  const second = stripe.renew(subscriptionId)
  stripe.pay(second, "delayed")
  await sendEvent("payment_intent.processing", second)
  stripe.settle(second, false)
  await sendEvent("payment_intent.payment_failed", second)
  const [email, ...others] = await emails("failed", second)
  expect([email?.subject, others, (await ledger(second))?.status]).toEqual([
    "Your monthly gift did not arrive",
    [],
    "failed",
  ])
})

test("a refund that fails days later can be refunded again, and the donor gets the receipt as it is now", async () => {
  const intentId = await give()
  expect(await refund(intentId, 2500)).toMatchObject({ status: "refunded", refundable: 0 })
  stripe.failRefund(intentId)
  for (let time = 0; time < 2; time++) await sendEvent("refund.failed", intentId)
  expect(await detail(intentId)).toMatchObject({
    status: "succeeded",
    refundedAmount: 0,
    refundable: 2500,
    refunds: [{ amount: 2500, state: "failed" }],
  })
  const [email, ...others] = await emails("refund_failed", intentId)
  expect([email?.subject, others]).toEqual(["Your refund did not arrive", []])
  expect(readPdf(email?.attachments?.[0]?.bytes ?? new Uint8Array()).text).not.toContain("refunded in full")
  expect(await refund(intentId, 2500)).toMatchObject({ status: "refunded", refundedAmount: 2500 })
  expect(await emails("refunded", intentId)).toHaveLength(2)
})

test("one of two refunds that fails leaves the other, also when an older reading comes last", async () => {
  const intentId = await give()
  await refund(intentId, 1000)
  const before = await stripe.payments.readPayment(intentId)
  await refund(intentId, 500)
  stripe.failRefund(intentId)
  await sendEvent("charge.refund.updated", intentId)
  const { readPayment } = stripe.payments
  Object.assign(stripe.payments, { readPayment: async () => before })
  await sendEvent("charge.refunded", intentId)
  Object.assign(stripe.payments, { readPayment })
  expect(await ledger(intentId)).toMatchObject({
    status: "partially_refunded",
    refundedAmount: 1000,
    refundFailedAmount: 500,
  })
  expect((await detail(intentId)).refunds.map(({ state }: { state: string }) => state).sort()).toEqual([
    "accepted",
    "failed",
  ])
})

test("a payment with more than ten refunds counts all of them", async () => {
  const intentId = await give()
  for (let index = 0; index < 12; index++) stripe.refund(intentId, 100)
  stripe.failRefund(intentId)
  await sendEvent("charge.refunded", intentId)
  expect(await ledger(intentId)).toMatchObject({ refundedAmount: 1100, refundFailedAmount: 100 })
})
