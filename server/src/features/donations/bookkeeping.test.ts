import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { auditLog } from "#platform/audit/table.ts"
import { sweep } from "#sweep.ts"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { readPdf } from "#testing-pdf.ts"
import { eraseDonor } from "./service/erasure.ts"
import { sendStatements } from "./service/statements.ts"
import { donations, receipts, statements, tributes } from "./table.ts"

const ORGANIZATION = { name: "HaiTech Inc.", address: "1 Main Street", ein: "12-3456789" }

let app: TestApp
let admin: Browser
beforeAll(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
beforeEach(async () => {
  app.setNow(new Date("2026-01-02T03:04:05Z"))
  await app.database.sql`delete from outbox`
  for (const table of [tributes, receipts, statements, donations, auditLog]) await app.database.db.delete(table)
})
afterAll(() => app.close())

type Donation = typeof donations.$inferInsert
let serial = 0

async function give(fields: Partial<Donation> = {}) {
  const paidAt = fields.paidAt ?? new Date("2025-03-04T15:00:00Z")
  const name = fields.name ?? "Rosemène Noël"
  const email = fields.email ?? "rose@example.org"
  const row = {
    amount: 2500,
    status: "succeeded",
    intentId: `pi_${randomUUID()}`,
    ...fields,
    name,
    email,
    paidAt,
  } as const
  const { db } = app.database
  const [donation] = await db
    .insert(donations)
    .values({ ...row, createdAt: paidAt })
    .returning()
  if (!donation) throw new Error("no row")
  const record = { organization: ORGANIZATION, donor: { name, email }, amount: donation.amount, currency: "usd" }
  const issued = {
    record: { ...record, paidAt: paidAt.toISOString() },
    year: paidAt.getUTCFullYear(),
    serial: ++serial,
  }
  await db.insert(receipts).values({ donationId: donation.id, ...issued })
  return { id: donation.id, number: `${issued.year}-${String(serial).padStart(6, "0")}` }
}
const get = async (url: string) => (await admin.send("GET", `/api/admin/donations${url}`)).json()
const emailsOf = async (kind: string) => {
  const before = app.emails.length
  return (await app.deliver()).slice(before).filter(({ key }) => key.startsWith(kind))
}
const pdfOf = (email: Awaited<ReturnType<typeof emailsOf>>[number] | undefined) =>
  readPdf(email?.attachments?.[0]?.bytes ?? new Uint8Array())

test("the list filters by period in the organisation's time zone, and finds an amount or a text", async () => {
  // In New York it is still December.
  const december = await give({ paidAt: new Date("2026-01-01T04:59:00Z"), amount: 12_500, name: "Ada" })
  const january = await give({ paidAt: new Date("2026-01-01T05:00:00Z"), message: "Room 125" })
  const ids = async (query: string) => (await get(`?${query}`)).map(({ id }: { id: string }) => id)
  expect(await ids("period=2025")).toEqual([december.id])
  expect(await ids("period=2025-12")).toEqual([december.id])
  expect(await ids("period=2026-01")).toEqual([january.id])
  expect(await ids("period=2026-02")).toEqual([])
  expect((await ids("q=125")).sort()).toEqual([december.id, january.id].sort())
  for (const q of ["125.00", "$125", "%24125.00", "Ada"]) expect(await ids(`q=${q}`)).toEqual([december.id])
  expect(await ids("q=25.01")).toEqual([])
  for (const period of ["26", "2026-13", "2026-1", "2026-01-01", "x"])
    expect((await admin.send("GET", `/api/admin/donations?period=${period}`)).json().fields).toHaveProperty("period")
})

test("months sum what was paid, refunded and held back by disputes", async () => {
  await give({ amount: 2500, refundedAmount: 500, status: "partially_refunded" })
  await give({ amount: 1000, status: "disputed" })
  await give({ amount: 700, refundedAmount: 700, status: "refunded" })
  await give({ amount: 300, paidAt: new Date("2025-04-01T12:00:00Z") })
  await app.database.db.insert(donations).values({ amount: 9900, status: "canceled" })
  expect(await get("/months")).toEqual({
    months: [
      { month: "2025-03", count: 3, amount: 4200, refunded: 1200, disputed: 1000, net: 2000 },
      { month: "2025-04", count: 1, amount: 300, refunded: 0, disputed: 0, net: 300 },
    ],
  })
  const sheet = await admin.send("GET", "/api/admin/donations/months/export")
  expect(sheet.body).toContain("2025-03,3,42.00,12.00,10.00,20.00\r\n2025-04,1,3.00,0.00,0.00,3.00")
  const [entry] = await app.database.db.select().from(auditLog)
  expect(entry).toMatchObject({ action: "list.exported", after: { list: "donation_months" } })
})

test("the export by gift has net amounts, receipt numbers and no formulas", async () => {
  const { number } = await give({ refundedAmount: 500, status: "partially_refunded", name: "=1+1" })
  const sheet = (await admin.send("GET", "/api/admin/donations/export?period=2025")).body
  expect(sheet).toContain("Net,Receipt,Payment")
  expect(sheet).toContain("'=1+1,rose@example.org,25.00,usd")
  expect(sheet).toContain(`5.00,20.00,${number},pi_`)
})

test("a receipt is sent again once for each request, with an audit entry, and says what was refunded", async () => {
  const { id, number } = await give({ refundedAmount: 2500, status: "refunded", language: "fr" })
  const body = { id: randomUUID() }
  const send = () => admin.send("POST", `/api/admin/donations/${id}/receipt-emails`, body)
  expect(new Set((await Promise.all([send(), send(), send()])).map(({ statusCode }) => statusCode))).toEqual(
    new Set([202]),
  )
  const [email, ...others] = await emailsOf("donation.receipt")
  expect([email?.to, others]).toEqual(["rose@example.org", []])
  for (const part of [number, "entièrement remboursé", "refunded in full"]) expect(pdfOf(email).text).toContain(part)
  const audit = await app.database.db.select().from(auditLog)
  expect(audit).toMatchObject([{ action: "donation.receipt_sent", subjectId: id }])
})

test("nothing is sent again for an unknown, unpaid or erased gift", async () => {
  const [unpaid] = await app.database.db.insert(donations).values({ amount: 100, email: "a@example.org" }).returning()
  const { id } = await give()
  await app.database.db.transaction((tx) => eraseDonor(tx, { email: "rose@example.org" } as never))
  for (const [subject, code] of [
    [randomUUID(), "donation.unknown"],
    [unpaid?.id, "receipt.none"],
    [id, "receipt.none"],
  ])
    for (const call of ["receipt-emails", "statement-emails"]) {
      const response = await admin.send("POST", `/api/admin/donations/${subject}/${call}`, { id: randomUUID() })
      expect(response.json().code).toBe(code)
    }
  for (const body of [{}, { id: 1 }, { id: "1" }, { id: randomUUID(), extra: 1 }])
    expect((await admin.send("POST", `/api/admin/donations/${id}/receipt-emails`, body)).statusCode).toBe(400)
})

test("each donor gets one statement of last year, net of refunds, by the 31st of January", async () => {
  const gifts = [
    await give({ amount: 2500, language: "fr" }),
    await give({
      amount: 10_000,
      refundedAmount: 4000,
      status: "partially_refunded",
      email: "ROSE@example.org",
      language: "fr",
    }),
    await give({ amount: 700, refundedAmount: 700, status: "refunded", language: "fr" }),
  ]
  await give({ amount: 900, paidAt: new Date("2026-01-05T12:00:00Z") })
  await give({ amount: 900, refundedAmount: 900, status: "refunded", email: "all-refunded@example.org" })
  await give({ amount: 900, email: "other@example.org", name: "Ada" })
  const other = await createTestApp({ database: app.database })
  const run = async (day: string) => {
    for (const one of [app, other]) one.setNow(new Date(`${day}T15:00:00Z`))
    await Promise.all([sendStatements(app.deps), sendStatements(other.deps)])
    return emailsOf("donation.statement")
  }
  expect(await run("2026-01-09")).toEqual([])
  const emails = await run("2026-01-10")
  expect(emails.map(({ to }) => to).sort()).toEqual(["other@example.org", "rose@example.org"])
  const { text, info } = pdfOf(emails.find(({ to }) => to === "rose@example.org"))
  for (const { number } of gifts) expect(text).toContain(number)
  for (const part of ["$85.00 USD", "$60.00 USD", "12-3456789", "4 mars 2025", "No goods or services"])
    expect(text).toContain(part)
  expect(info["Title"]).toBe("Dons en 2025")
  for (const day of ["2026-01-11", "2026-03-31", "2026-04-01"]) expect(await run(day)).toEqual([])
  expect(await app.database.db.$count(statements)).toBe(2)
  await other.close()
})

test("a statement can be sent again, and erasure takes the donor out of the statements", async () => {
  const { id } = await give()
  app.setNow(new Date("2026-01-20T15:00:00Z"))
  await sendStatements(app.deps)
  await emailsOf("donation.statement")
  // The administrator's session began on the 2nd.
  app.setNow(new Date("2026-01-02T03:04:05Z"))
  const body = { id: randomUUID() }
  for (let time = 0; time < 2; time++)
    expect((await admin.send("POST", `/api/admin/donations/${id}/statement-emails`, body)).statusCode).toBe(202)
  expect(await emailsOf("donation.statement")).toHaveLength(1)
  await app.database.db.transaction((tx) => eraseDonor(tx, { email: "Rose@example.org" } as never))
  expect(await app.database.db.$count(statements)).toBe(0)
  app.setNow(new Date("2026-01-21T15:00:00Z"))
  await sendStatements(app.deps)
  expect(await emailsOf("donation.statement")).toEqual([])
})

test("a donor who never paid is forgotten after 90 days, one who paid or may still pay is not", async () => {
  const createdAt = new Date("2026-01-01T00:00:00Z")
  const rows = (["canceled", "failed", "pending", "succeeded", "refunded", "disputed"] as const).map((status) => ({
    name: "Ada",
    email: "ada@example.org",
    message: "Hi",
    amount: 2500,
    status,
    createdAt,
  }))
  const inserted = await app.database.db.insert(donations).values(rows).returning()
  const tribute = { type: "honor", honoree: "Grace", notifyEmail: "grace@example.org" } as const
  await app.database.db.insert(tributes).values(inserted.map(({ id }) => ({ ...tribute, donationId: id })))
  const known = async () => {
    await sweep(app.deps)
    const stored = await app.database.db.select().from(donations)
    const honored = await app.database.db.select().from(tributes)
    const statuses = stored.filter(({ name, email, message }) => name && email && message).map(({ status }) => status)
    expect(honored).toHaveLength(statuses.length)
    return statuses
  }
  app.setNow(new Date("2026-03-31T23:59:59Z"))
  expect(await known()).toHaveLength(6)
  app.setNow(new Date("2026-04-01T00:00:01Z"))
  expect((await known()).sort()).toEqual(["disputed", "pending", "refunded", "succeeded"])
})
