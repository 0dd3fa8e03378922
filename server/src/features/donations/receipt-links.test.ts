import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, type TestApp } from "#testing.ts"
import { donations, receipts } from "./table.ts"

const ORGANIZATION = { name: "HaiTech Inc.", address: "1 Main Street", ein: "12-3456789" }
const PAID_AT = new Date("2025-03-04T15:00:00Z")

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.setNow(new Date("2026-01-02T03:04:05Z"))
  await app.database.sql`delete from outbox`
  await app.database.db.delete(receipts)
  await app.database.db.delete(donations)
})
afterAll(() => app.close())

async function give(email: string, serial: number, fields: object = {}) {
  const row = {
    name: "Rose",
    email,
    amount: 2500,
    status: "succeeded",
    paidAt: PAID_AT,
    intentId: `pi_${randomUUID()}`,
  } as const
  const [donation] = await app.database.db
    .insert(donations)
    .values({ ...row, ...fields })
    .returning()
  const donor = { name: "Rose", email }
  const record = { organization: ORGANIZATION, donor, amount: 2500, currency: "usd", paidAt: PAID_AT.toISOString() }
  await app.database.db.insert(receipts).values({ donationId: donation?.id ?? "", year: 2025, serial, record })
  return donation?.id ?? ""
}
const post = (url: string, body: object, headers = {}) => openBrowser(app).send("POST", url, body, headers)
const deliver = async (kind: string) => {
  const before = app.emails.length
  return (await app.deliver()).slice(before).filter(({ key }) => key.startsWith(kind))
}
async function linkOf(email: string) {
  await post("/api/receipt-links", { email })
  const [sent] = await deliver("donation.link")
  return /\/receipts#(\S+)/.exec(sent?.text ?? "")?.[1] ?? ""
}
const list = (token: unknown) => post("/api/receipt-lists", { token } as object)

test("the reply is the same for every address, and only a donor gets a link, once in ten minutes", async () => {
  await give("rose@example.org", 1)
  const [known, unknown] = [
    await post("/api/receipt-links", { email: "Rose@example.org" }),
    await post("/api/receipt-links", { email: "eve@example.org" }),
  ]
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  await post("/api/receipt-links", { email: "ROSE@example.org" })
  const emails = await deliver("donation.link")
  expect(emails.map(({ to }) => to)).toEqual(["rose@example.org"])
})

test("a link lists the gifts of its address only, and neither disputed nor other people's ones", async () => {
  const first = await give("rose@example.org", 1)
  const second = await give("Rose@example.org", 2, { refundedAmount: 500, status: "partially_refunded" })
  await give("rose@example.org", 3, { status: "disputed" })
  await give("eve@example.org", 4)
  const response = await list(await linkOf("rose@example.org"))
  expect(response.json()).toMatchObject({
    email: "rose@example.org",
    receipts: [
      { id: second, number: "2025-000002", year: 2025, amount: 2500, net: 2000, currency: "usd" },
      { id: first, number: "2025-000001", net: 2500 },
    ],
  })
})

test("a link ends after an hour, and a changed or foreign one opens nothing", async () => {
  await give("rose@example.org", 1)
  await give("eve@example.org", 2)
  const token = await linkOf("rose@example.org")
  const [, expires, signature] = token.split(".")
  const forged = `${Buffer.from("eve@example.org").toString("base64url")}.${expires}.${signature}`
  const longer = token.replace(`.${expires}.`, `.${Number(expires) + 1}.`)
  for (const attempt of [forged, longer]) expect((await list(attempt)).json().code).toBe("receipt_link.expired")
  for (const attempt of [undefined, 1, "", "x", `${token}x`, `${"a".repeat(601)}.${expires}.${signature}`])
    expect([(await list(attempt)).statusCode]).toEqual([400])
  app.setNow(new Date("2026-01-02T04:04:04Z"))
  expect((await list(token)).statusCode).toBe(200)
  app.setNow(new Date("2026-01-02T04:04:05Z"))
  expect((await list(token)).json().code).toBe("receipt_link.expired")
  expect((await post("/api/receipt-emails", { token, year: 2025 })).json().code).toBe("receipt_link.expired")
})

test("a link emails each receipt and each statement once, and none of somebody else", async () => {
  const own = await give("rose@example.org", 1)
  const foreign = await give("eve@example.org", 2)
  const token = await linkOf("rose@example.org")
  const send = (body: object) => post("/api/receipt-emails", { token, ...body })
  expect((await send({ receipt: foreign })).json().code).toBe("donation.unknown")
  expect((await send({ year: 2024 })).json().code).toBe("donation.unknown")
  expect((await send({})).json().code).toBe("donation.unknown")
  for (const body of [{ receipt: "1" }, { year: "2025" }, { year: 1999 }, { year: 2100 }, { extra: 1 }])
    expect((await send(body)).statusCode).toBe(400)
  const responses = await Promise.all([
    send({ receipt: own }),
    send({ receipt: own }),
    send({ year: 2025 }),
    send({ year: 2025 }),
  ])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202])
  const emails = await deliver("donation.")
  expect(emails.map(({ to, attachments }) => [to, attachments?.[0]?.name]).sort()).toEqual([
    ["rose@example.org", "receipt-2025-000001.pdf"],
    ["rose@example.org", "statement-2025.pdf"],
  ])
})

test("the three calls refuse a foreign origin and unknown fields", async () => {
  for (const [url, body] of [
    ["/api/receipt-links", { email: "rose@example.org" }],
    ["/api/receipt-lists", { token: "x" }],
    ["/api/receipt-emails", { token: "x" }],
  ] as const) {
    expect((await post(url, body, { origin: "https://evil.example" })).statusCode).toBe(403)
    expect((await post(url, { ...body, extra: 1 })).statusCode).toBe(400)
  }
  for (const email of [undefined, 1, "", "rose", `${"a".repeat(250)}@example.org`])
    expect((await post("/api/receipt-links", { email } as object)).json().fields).toHaveProperty("email")
})
