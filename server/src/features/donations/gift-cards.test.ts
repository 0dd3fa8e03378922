import { expect, test } from "vitest"
import { createTestApp, type TestApp } from "#testing.ts"
import { deliverEvent, eachTestOnStripe } from "#testing-donations.ts"
import type { StripeDouble } from "#testing-stripe.ts"
import { donations, monthlyGifts } from "./table.ts"

const DONOR = { donorName: "Rosemène Noël", donorEmail: "rose@example.org" }

let stripe: StripeDouble
let app: TestApp
eachTestOnStripe((context) => {
  ;({ stripe, app } = context)
})

const post = (url: string, payload: object, headers: Record<string, string> = {}, target = app) =>
  target.send({ method: "POST", url, payload, headers })
const change = (token: string, target = app) => post("/api/monthly-gifts/change", { token, change: "card" }, {}, target)
const read = async (token: string) => (await post("/api/monthly-gifts/lookup", { token })).json()
const sendEvent = (subscriptionId: string, eventId?: string, target = app) =>
  deliverEvent(target, stripe.event("setup_intent.succeeded", subscriptionId, eventId))
const newestPage = () => {
  const page = [...stripe.checkouts.values()].at(-1)
  if (!page) throw new Error("no page was opened")
  return page
}

/** Runs the jobs that are due within `hours`. @returns the emails about a changed gift */
async function runJobs(hours = 0.1) {
  await app.database.sql`update outbox set due_at = due_at - ${`${hours} hours`}::interval where sent_at is null`
  await app.deliver()
  return app.emails.filter(({ key }) => key.startsWith("donation.monthly_changed"))
}

async function startGift(fields: object = {}) {
  const gift = { ...DONOR, amount: 2500, frequency: "monthly", ...fields }
  const { paymentIntentId } = (await post("/api/create-payment-intent", gift)).json()
  stripe.pay(paymentIntentId)
  await post("/api/confirm-donation", { ...DONOR, ...fields, paymentIntentId })
  await runJobs()
  const receipt = app.emails.findLast(({ key }) => key.startsWith("donation.receipt"))
  const token = /#gift=([\w-]+\.[0-9a-f]{64})/.exec(receipt?.text.replaceAll("\n", "") ?? "")?.[1] ?? ""
  const [row] = await app.database.db.select().from(monthlyGifts).orderBy(monthlyGifts.createdAt)
  return { token, subscriptionId: row?.subscriptionId ?? "" }
}

/** @returns the page's id at the provider */
async function openPage(token: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await post("/api/monthly-gifts/card-pages", { token }, headers)
  const { id } = newestPage()
  expect([response.statusCode, response.json()]).toEqual([200, { url: `https://checkout.stripe.com/c/pay/${id}` }])
  return id
}

test("the page of the provider takes a card of the gift's customer and leads back to the gift", async () => {
  const { token, subscriptionId } = await startGift()
  await openPage(token, { "accept-language": "fr" })
  const { url } = app.deps.site
  expect(Object.fromEntries(newestPage().parameters)).toEqual({
    mode: "setup",
    customer: stripe.subscriptions.get(subscriptionId)?.customer,
    "allowed_payment_method_types[0]": "card",
    "setup_intent_data[metadata][subscription]": subscriptionId,
    locale: "fr",
    success_url: `${url}/fr/monthly-gift?card=changed#gift=${token}`,
    cancel_url: `${url}/fr/monthly-gift#gift=${token}`,
    expires_at: expect.stringMatching(/^\d{10}$/),
  })
  expect(await read(token)).toMatchObject({ cardLast4: "4242" })
})

test.each([
  ["the donor comes back", async ({ token }) => void (await change(token))],
  ["an event tells of it", async ({ subscriptionId }) => void (await sendEvent(subscriptionId))],
  ["neither happens, but an hour passes", async () => void (await runJobs(2))],
] satisfies [string, (gift: { token: string; subscriptionId: string }) => Promise<void>][])(
  "when %s the gift is charged to the new card, and one email says so",
  async (_, happens) => {
    const gift = await startGift()
    stripe.saveCard(await openPage(gift.token), "5100")
    await happens(gift)
    await runJobs()
    expect(await read(gift.token)).toMatchObject({ cardLast4: "5100", state: "active", amount: 2500 })
    await change(gift.token)
    await sendEvent(gift.subscriptionId)
    expect(await runJobs(2)).toMatchObject([{ to: DONOR.donorEmail, subject: "Your monthly gift has a new card" }])
  },
)

test("a page that nobody completes changes nothing", async () => {
  const { token, subscriptionId } = await startGift()
  await openPage(token)
  await change(token)
  await sendEvent(subscriptionId)
  expect([await runJobs(2), (await read(token)).cardLast4]).toEqual([[], "4242"])
})

test("after a card for another card, late and repeated events leave the newest one", async () => {
  const { token, subscriptionId } = await startGift()
  const [first, second] = [await openPage(token), await openPage(token)]
  stripe.saveCard(first, "1111")
  await change(token)
  stripe.saveCard(second, "2222")
  await change(token)
  for (let time = 0; time < 2; time++) await sendEvent(subscriptionId, "evt_card_first")
  expect((await runJobs(2)).length).toBe(2)
  expect((await read(token)).cardLast4).toBe("2222")
})

test("two cards saved at once in two processes end as the newer one", async () => {
  const { token, subscriptionId } = await startGift()
  const other = await createTestApp({ database: app.database, payments: stripe.payments })
  const pages = [await openPage(token), await openPage(token)] as const
  const work: Promise<unknown>[] = []
  for (const [index, page] of pages.entries()) {
    stripe.saveCard(page, index === 0 ? "1111" : "2222")
    for (const target of [app, other])
      work.push(change(token, target), sendEvent(subscriptionId, `evt_card_at_once_${index}`, target))
  }
  await Promise.all(work)
  await Promise.all([runJobs(), other.deliver()])
  await other.close()
  expect((await read(token)).cardLast4).toBe("2222")
  const keys = new Set([...app.emails, ...other.emails].map(({ key }) => key))
  const announced = [...keys].filter((key) => key.startsWith("donation.monthly_changed"))
  expect([1, 2]).toContain(announced.length)
})

test("a process that ends before the provider has the new card leaves a job that gives it", async () => {
  const { token } = await startGift()
  stripe.saveCard(await openPage(token), "5100")
  stripe.setDown(/POST .*subscriptions/)
  expect((await change(token)).statusCode).toBe(503)
  expect((await read(token)).cardLast4).toBe("4242")
  stripe.setDown(false)
  expect(await runJobs()).toHaveLength(1)
  expect((await read(token)).cardLast4).toBe("5100")
})

test("while the provider is down no page opens, and no job waits for it", async () => {
  const { token } = await startGift()
  stripe.setDown(true)
  expect((await post("/api/monthly-gifts/card-pages", { token })).json().code).toBe("payments.unavailable")
  expect(await app.database.sql`select 1 from outbox where kind = 'donation.card'`).toEqual([])
})

test("the link of another gift, a forged one and a stopped gift open no page and change no card", async () => {
  const mine = await startGift()
  const other = await startGift({ donorEmail: "other@example.org" })
  stripe.saveCard(await openPage(mine.token), "5100")
  const pages = stripe.checkouts.size
  const [id, signature] = mine.token.split(".")
  const [otherId] = other.token.split(".")
  for (const forged of [`${otherId}.${signature}`, `${id}.${"0".repeat(64)}`, `${id}.`]) {
    expect((await change(forged)).json().code).toBe("monthly_gift.unknown")
    expect((await post("/api/monthly-gifts/card-pages", { token: forged })).json().code).toBe("monthly_gift.unknown")
  }
  await change(other.token)
  expect([(await read(mine.token)).cardLast4, (await read(other.token)).cardLast4]).toEqual(["4242", "4242"])
  await post("/api/monthly-gifts/change", { token: mine.token, change: "stop" })
  expect((await change(mine.token)).json()).toMatchObject({ state: "stopped", cardLast4: "4242" })
  expect((await post("/api/monthly-gifts/card-pages", { token: mine.token })).json().code).toBe("monthly_gift.unknown")
  expect(stripe.checkouts.size).toBe(pages)
})

test("a renewal whose card expired leads the donor to the change, and the next one is charged to the new card", async () => {
  const { token, subscriptionId } = await startGift()
  const failing = stripe.renew(subscriptionId)
  stripe.pay(failing, "declined")
  await deliverEvent(app, stripe.event("payment_intent.payment_failed", failing))
  await runJobs()
  const email = app.emails.find(({ key }) => key.startsWith("donation.renewal_failed"))
  expect(email?.text.replaceAll("\n", "")).toContain(`/monthly-gift#gift=${token}`)
  expect(email?.text.replace(/\s+/g, " ")).toContain("If the card no longer works, change it with the button below.")
  stripe.saveCard(await openPage(token), "5100")
  await change(token)
  stripe.pay(failing)
  await deliverEvent(app, stripe.event("payment_intent.succeeded", failing))
  await runJobs()
  expect(await app.database.db.select().from(donations).orderBy(donations.id)).toMatchObject([
    {},
    { intentId: failing, status: "succeeded" },
  ])
})
