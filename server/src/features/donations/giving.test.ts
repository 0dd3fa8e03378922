import { PLACEHOLDER_EMAIL } from "@haitech/contract/donations"
import { coveredFee } from "@haitech/contract/money"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestApp, type TestApp } from "#testing.ts"
import { listedKeys } from "#testing-mail.ts"
import { eraseDonor } from "./service/erasure.ts"
import { renewSandboxGifts } from "./service/renewals.ts"
import { donations, monthlyGifts, receipts, sandboxIntents, sandboxSubscriptions, tributes } from "./table.ts"

const DONOR = { donorName: "Rosemène Noël", donorEmail: "rose@example.org" }
const TRIBUTE = {
  type: "memory",
  honoree: "Toussaint <b>Louverture</b>",
  notifyName: "Suzanne",
  notifyEmail: "suzanne@example.org",
  message: "He taught us <script>all</script>.",
}
const CARD = "4242424242424242"

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  for (const table of [receipts, tributes, donations, monthlyGifts, sandboxIntents, sandboxSubscriptions])
    await app.database.db.delete(table)
  await app.database.sql`delete from outbox`
  app.setNow(new Date("2026-01-31T10:00:00Z"))
})
afterAll(() => app.close())

const post = (url: string, payload: object) => app.send({ method: "POST", url, payload })
const create = (fields: object) => post("/api/create-payment-intent", { ...DONOR, amount: 2500, ...fields })
const rows = () => app.database.db.select().from(donations).orderBy(donations.createdAt, donations.id)

async function give(fields: object, cardNumber = CARD): Promise<string> {
  const { clientSecret, paymentIntentId: id } = (await create(fields)).json()
  await post(`/api/sandbox/payment-intents/${id}/confirm`, { clientSecret, cardNumber })
  await post("/api/confirm-donation", { ...DONOR, paymentIntentId: id })
  return id
}

/** @returns the emails since the last call */
async function runJobs() {
  const before = app.emails.length
  for (let round = 0; round < 2; round++) {
    await app.database.sql`update outbox set due_at = due_at - interval '6 minutes' where sent_at is null`
    await app.deliver()
  }
  return app.emails.slice(before).toSorted((a, b) => a.key.localeCompare(b.key))
}

async function renewAt(time: string) {
  app.setNow(new Date(time))
  await renewSandboxGifts(app.deps)
  return runJobs()
}

test("a covered fee, a private name and a one-time gift are stored", async () => {
  await create({ amount: 3121, feeCovered: 121, isAnonymous: "true" })
  expect(await rows()).toMatchObject([{ amount: 3121, feeCovered: 121, isAnonymous: true, frequency: "one-time" }])
})

test("the longest names and message of a tribute are stored", async () => {
  const tribute = { ...TRIBUTE, honoree: "h".repeat(100), notifyName: "n".repeat(100), message: "m".repeat(500) }
  expect((await create({ tribute })).statusCode).toBe(201)
  expect(await app.database.db.select().from(tributes)).toMatchObject([tribute])
})

test.each([
  [{ feeCovered: 1 }, "feeCovered"],
  [{ feeCovered: -1 }, "feeCovered"],
  [{ feeCovered: 2500 }, "feeCovered"],
  [{ feeCovered: "105" }, "feeCovered"],
  [{ amount: 133, feeCovered: coveredFee(99) }, "feeCovered"],
  [{ frequency: "weekly" }, "frequency"],
  [{ frequency: 1 }, "frequency"],
  [{ isAnonymous: "yes" }, "isAnonymous"],
  [{ tribute: "Ada" }, "tribute"],
  [{ tribute: { ...TRIBUTE, type: "joy" } }, "tribute.type"],
  [{ tribute: { ...TRIBUTE, honoree: " " } }, "tribute.honoree"],
  [{ tribute: { ...TRIBUTE, honoree: "x".repeat(101) } }, "tribute.honoree"],
  [{ tribute: { ...TRIBUTE, notifyEmail: "suzanne" } }, "tribute.notifyEmail"],
  [{ tribute: { ...TRIBUTE, notifyName: "x".repeat(101) } }, "tribute.notifyName"],
  [{ tribute: { ...TRIBUTE, notifyEmail: undefined } }, "tribute.notifyEmail"],
  [{ tribute: { ...TRIBUTE, message: "x".repeat(501) } }, "tribute.message"],
  [{ frequency: "monthly", donorEmail: PLACEHOLDER_EMAIL }, "donorEmail"],
  [{ frequency: "monthly", donorEmail: PLACEHOLDER_EMAIL.toUpperCase() }, "donorEmail"],
  [{ frequency: "monthly", donorEmail: "" }, "donorEmail"],
  [{ frequency: "monthly", donorEmail: undefined }, "donorEmail"],
])("an intent with %j is refused", async (fields, field) => {
  const response = await create(fields)
  expect([response.statusCode, Object.keys(response.json().fields ?? {})]).toEqual([400, [field]])
  expect(await rows()).toEqual([])
})

test("after the payment one card is emailed, escaped, and without the amount", async () => {
  const id = await give({ tribute: TRIBUTE })
  await post("/api/confirm-donation", { ...DONOR, paymentIntentId: id })
  const [receipt, card, ...others] = await runJobs()
  expect([receipt?.to, card?.to, others]).toEqual([DONOR.donorEmail, TRIBUTE.notifyEmail, []])
  expect(card?.subject).toBe("A gift in memory of Toussaint <b>Louverture</b>")
  expect(card?.text).toContain("Rosemène Noël made a gift")
  expect(card?.html).toContain("He taught us &lt;script&gt;all&lt;/script&gt;.")
  expect(card?.html).not.toMatch(/<b>|<script>/)
  expect(`${card?.text}${card?.html}`).not.toMatch(/25\.00|2500|\$/)
})

test.each([
  ["en", { isAnonymous: false }, {}, "A gift in memory of"],
  ["fr", { isAnonymous: true }, {}, "Un don à la mémoire de"],
  ["ht", {}, { message: undefined, notifyName: undefined }, "Toussaint"],
] as const)(
  "the preview in %s with %j and %j is the email that is sent",
  async (language, privacy, fields, subject) => {
    const { notifyEmail, ...tribute } = { ...TRIBUTE, ...fields }
    const headers = { "accept-language": language }
    const ask = async (url: string, payload: object) =>
      (await app.send({ method: "POST", url, payload, headers })).json()
    const donor = { donorName: DONOR.donorName, ...privacy }
    const preview = await ask("/api/tribute-previews", { ...tribute, ...donor })
    const intent = { ...DONOR, ...donor, amount: 2500, tribute: { ...tribute, notifyEmail } }
    const { clientSecret, paymentIntentId: id } = await ask("/api/create-payment-intent", intent)
    await post(`/api/sandbox/payment-intents/${id}/confirm`, { clientSecret, cardNumber: CARD })
    await post("/api/confirm-donation", { ...DONOR, paymentIntentId: id })
    const card = (await runJobs()).find(({ to }) => to === notifyEmail)
    expect(preview.subject).toBe(card?.subject)
    expect(preview.subject).toContain(subject)
    const words = (text: string) =>
      text
        .replace(/^(> |-- $)/gm, "")
        .split(/\s+/)
        .filter(Boolean)
    expect(words(preview.paragraphs.join("\n"))).toEqual(words(card?.text ?? ""))
  },
)

test("the card of a private donor names nobody, and one without an address is not sent", async () => {
  await give({ tribute: { ...TRIBUTE, type: "honor" }, isAnonymous: true })
  const [receipt, card] = await runJobs()
  expect(await listedKeys(app)).toContain(receipt?.key)
  expect(await listedKeys(app)).not.toContain(card?.key)
  expect(card?.text).toContain("Somebody made a gift")
  expect(`${card?.text}${card?.html}`).not.toContain("Rosemène")
  await give({ tribute: { type: "honor", honoree: "Ada" } })
  expect(await runJobs()).toHaveLength(1)
})

test("an unpaid gift tells nobody", async () => {
  await give({ tribute: TRIBUTE }, "4000000000000002")
  expect(await runJobs()).toEqual([])
})

test("erasure removes a donor's tributes, and from others the address of the person to be told", async () => {
  await give({ tribute: { ...TRIBUTE, notifyEmail: "ada@example.org" } })
  await app.database.db.transaction((tx) => eraseDonor(tx, { userId: "", email: "ADA@example.org" }))
  expect(await app.database.db.select().from(tributes)).toMatchObject([
    { notifyName: null, notifyEmail: null, message: null },
  ])
  expect(await runJobs()).toHaveLength(1)
  await app.database.db.transaction((tx) => eraseDonor(tx, { userId: "", email: DONOR.donorEmail }))
  expect(await app.database.db.select().from(tributes)).toEqual([])
})

test("the sandbox charges a monthly gift each month, also after a short one, and a paused one not", async () => {
  await give({ frequency: "monthly" })
  const [receipt] = await runJobs()
  const token = /#gift=([\w-]+\.[0-9a-f]{64})/.exec(receipt?.text ?? "")?.[1]
  const change = (name: string) => post("/api/monthly-gifts/change", { token, change: name })
  const read = async () => (await post("/api/monthly-gifts/lookup", { token })).json()
  expect(await read()).toMatchObject({ state: "active", cardLast4: "4242", nextAt: "2026-02-28T10:00:00.000Z" })
  expect(await renewAt("2026-02-28T09:59:59Z")).toEqual([])
  expect(await renewAt("2026-02-28T10:00:00Z")).toMatchObject([{ to: DONOR.donorEmail }])
  expect(await renewAt("2026-02-28T11:00:00Z")).toEqual([])
  expect(await read()).toMatchObject({ nextAt: "2026-03-31T10:00:00.000Z" })
  await change("pause")
  expect(await renewAt("2026-03-31T10:00:00Z")).toMatchObject([{ subject: "Your monthly gift is paused" }])
  await change("resume")
  expect(await read()).toMatchObject({ state: "active", nextAt: "2026-04-30T10:00:00.000Z" })
  expect(await renewAt("2026-04-30T10:00:00Z")).toHaveLength(2)
  await change("stop")
  await runJobs()
  expect(await renewAt("2026-05-31T10:00:00Z")).toEqual([])
  const gift = { status: "succeeded", frequency: "monthly", amount: 2500, name: DONOR.donorName }
  expect(await rows()).toMatchObject([gift, gift, gift])
})

test("two processes charge a due gift of the sandbox once", async () => {
  await give({ frequency: "monthly" })
  app.setNow(new Date("2026-03-01T00:00:00Z"))
  await Promise.all(Array.from({ length: 6 }, () => renewSandboxGifts(app.deps)))
  await runJobs()
  expect(await rows()).toHaveLength(2)
})

test("a card that declines later fails each month with one email, and the gift shows it", async () => {
  await give({ frequency: "monthly" }, "4000000000000341")
  const [receipt] = await runJobs()
  const token = /#gift=([\w-]+\.[0-9a-f]{64})/.exec(receipt?.text ?? "")?.[1]
  expect(await renewAt("2026-02-28T10:00:00Z")).toMatchObject([{ subject: "Your monthly gift did not arrive" }])
  expect((await post("/api/monthly-gifts/lookup", { token })).json()).toMatchObject({
    state: "active",
    isFailing: true,
  })
  expect(await rows()).toHaveLength(1)
})

test("a monthly gift that nobody pays for a day is stopped", async () => {
  await create({ frequency: "monthly" })
  for (let day = 0; day < 6; day++) {
    await app.database.sql`update outbox set due_at = due_at - interval '24 hours' where sent_at is null`
    await app.deliver()
  }
  expect(await rows()).toMatchObject([{ status: "canceled" }])
  expect(await app.database.db.select().from(monthlyGifts)).toMatchObject([{ state: "stopped" }])
})
