import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { outbox } from "#platform/jobs/table.ts"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { changeThread, readTexts, resetDb, signInAsNewAdmin, threadIdOf, write } from "#testing-chat.ts"
import { chatThreads } from "./table.ts"

let app: TestApp
let admin: Browser
let guest: Browser
beforeAll(async () => {
  app = await createTestApp({ rateLimits: true, trustProxy: 1 })
})
beforeEach(async () => {
  await resetDb(app)
  admin = await signInAsNewAdmin(app, "root")
  guest = browserAt("203.0.113.7")
})
afterAll(() => app.close())

const browserAt = (address: string) => openBrowser(app, { "x-forwarded-for": address })
const outcome = async (request: ReturnType<typeof write>) => {
  const { statusCode, json } = await request
  return statusCode < 300 ? statusCode : [statusCode, json().code]
}
const BLOCKED = [403, "thread.blocked"]
const block = async (by: Browser, isBlocked: boolean) => changeThread(admin, await threadIdOf(by), { isBlocked })

test("a blocked conversation refuses messages but stays readable, and accepts messages again once unblocked", async () => {
  await write(guest, "Rude")
  await block(guest, true)
  expect([await outcome(write(guest, "Ruder")), await readTexts(guest)]).toEqual([BLOCKED, ["Rude"]])
  await block(guest, false)
  expect([await outcome(write(guest, "Sorry")), await readTexts(guest)]).toEqual([201, ["Rude", "Sorry"]])
})

test("a blocked guest is refused under the same email in any case, from any network address", async () => {
  await write(guest, "Rude", { email: "Eve@example.org" })
  await block(guest, true)
  const email = "eVe@EXAMPLE.org"
  const existing = browserAt("198.51.100.4")
  await write(existing, "Hi")
  expect(await outcome(write(browserAt("198.51.100.3"), "Hi", { email }))).toEqual(BLOCKED)
  expect(await outcome(write(existing, "Hi", { email }))).toEqual(BLOCKED)
  expect(await outcome(write(browserAt("198.51.100.3"), "Hi", { email: "ada@example.org" }))).toBe(201)
  app.setNow(new Date("2027-01-02T03:04:05Z"))
  expect(await outcome(write(browserAt("198.51.100.3"), "Hi", { email }))).toEqual(BLOCKED)
})

test("a blocked network address starts no new conversation for a day; existing conversations continue", async () => {
  const neighbour = browserAt("203.0.113.7")
  await write(neighbour, "Hi")
  await write(guest, "Rude")
  await block(guest, true)
  const newcomer = browserAt("203.0.113.7")
  expect([await outcome(write(newcomer, "Hi")), newcomer.cookie(), await outcome(write(neighbour, "Hi"))]).toEqual([
    BLOCKED,
    "",
    201,
  ])
  expect(await outcome(write(browserAt("203.0.113.8"), "Hi"))).toBe(201)
  app.setNow(new Date("2026-01-03T03:04:04.999Z"))
  expect(await outcome(write(browserAt("203.0.113.7"), "Hi"))).toEqual(BLOCKED)
  app.setNow(new Date("2026-01-03T03:04:05Z"))
  expect(await outcome(write(browserAt("203.0.113.7"), "Hi"))).toBe(201)
})

test("blocking an IPv6 address blocks its /64 network", async () => {
  guest = browserAt("2001:db8:1:2::1")
  await write(guest, "Rude")
  await block(guest, true)
  expect(await outcome(write(browserAt("2001:db8:1:2:ffff::9"), "Hi"))).toEqual(BLOCKED)
  expect(await outcome(write(browserAt("2001:db8:1:3::1"), "Hi"))).toBe(201)
})

test("blocking a guest does not affect a member with the same email or address; blocking the member does", async () => {
  await write(guest, "Rude", { email: "ada@example.org" })
  await block(guest, true)
  const ada = await register(app, "ada", { "x-forwarded-for": "203.0.113.7" })
  expect(await outcome(write(ada, "Hi", { email: "ada@example.org" }))).toBe(201)
  await block(ada, true)
  expect(await outcome(write(ada, "Hi"))).toEqual(BLOCKED)
})

test("a blocked member who signs out is refused as a guest from the same address or with the same email", async () => {
  const headers = { "x-forwarded-for": "203.0.113.7" }
  const ada = await register(app, "ada", headers)
  await write(ada, "Rude", { email: "ada@example.org" })
  await block(ada, true)
  await ada.send("POST", "/api/auth/logout")
  expect(await outcome(write(ada, "Hi"))).toEqual(BLOCKED)
  expect(await outcome(write(browserAt("203.0.113.8"), "Hi", { email: "ADA@example.org" }))).toEqual(BLOCKED)
  expect(await outcome(write(browserAt("203.0.113.8"), "Hi"))).toBe(201)
  expect(await outcome(write(await register(app, "eve", headers), "Hi"))).toBe(201)
})

const report = (by: Browser, reason: unknown) => by.send("POST", "/api/chat/report", { reason })

test("a report stores its last reason in the thread and emails the administrators without the reason", async () => {
  const second = await signInAsNewAdmin(app, "grace")
  await app.database.sql`update users set language = 'fr' where username = 'grace'`
  await app.database.sql`update users set approved = false where username = 'root'`
  await register(app, "ada")
  await write(guest, "Hi", { email: "eve@example.org" })
  const id = await threadIdOf(guest)
  const before = app.emails.length
  expect([(await report(guest, " canary one ")).statusCode, (await report(guest, "canary two")).statusCode]).toEqual([
    204, 204,
  ])
  const thread = (await second.send("GET", `/api/admin/chat/threads/${id}`)).json()
  expect(thread).toMatchObject({ reportReason: "canary two", reportedAt: "2026-01-02T03:04:05.000Z", state: "open" })
  await app.deliver()
  const emails = app.emails.slice(before).filter(({ key }) => key.startsWith("chat.reported"))
  expect(emails).toMatchObject([
    { to: "grace@example.org", language: "fr", subject: expect.stringContaining("signalée") },
  ])
  expect(emails[0]?.text).toContain(`/admin/chat?open=${id}`)
  expect(JSON.stringify(emails)).not.toMatch(/canary|eve@example/)
})

test("settling a report clears it, and a later report schedules another email", async () => {
  await write(guest, "Hi")
  const id = await threadIdOf(guest)
  await report(guest, "Rude")
  expect((await changeThread(admin, id, { isReported: false })).json()).toMatchObject({ reportReason: null })
  app.setNow(new Date("2026-01-02T03:04:06Z"))
  await report(guest, "Again")
  expect(await app.database.db.select().from(chatThreads)).toMatchObject([{ reportReason: "Again" }])
  const jobs = (await app.database.db.select().from(outbox)).filter(({ kind }) => kind === "chat.reported")
  expect(jobs.map(({ payload }) => payload)).toEqual([{ threadId: id }, { threadId: id }])
})

test.each([undefined, "", " ", 5, null, "a\0b", "é".repeat(501)])(
  "a report with the reason %j is refused",
  async (reason) => {
    await write(guest, "Hi")
    const response = await report(guest, reason)
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ["reason"]])
    expect((await report(guest, "é".repeat(500))).statusCode).toBe(204)
  },
)

test("the sixth report within an hour is refused", async () => {
  await write(guest, "Hi")
  for (let index = 0; index < 5; index++) expect((await report(guest, "Rude")).statusCode).toBe(204)
  const refused = await report(guest, "Rude")
  expect([refused.statusCode, refused.json().code, refused.headers["retry-after"]]).toEqual([
    429,
    "rate.limited",
    "3600",
  ])
  app.setNow(new Date("2026-01-02T04:04:05Z"))
  expect((await report(guest, "Rude")).statusCode).toBe(204)
})

test("a network address starts at most thirty conversations in twelve hours; existing ones continue", async () => {
  app.setNow(new Date("2026-01-02T03:04:05Z"))
  for (let index = 0; index < 30; index++) {
    app.setNow(new Date(Date.UTC(2026, 0, 2, 3, 4, 5 + 10 * index)))
    expect([index, await outcome(write(index === 0 ? guest : browserAt("203.0.113.7"), "Hi"))]).toEqual([index, 201])
  }
  const refused = await write(browserAt("203.0.113.7"), "Hi")
  expect([refused.statusCode, refused.json().code, refused.headers["retry-after"], refused.cookies]).toEqual([
    429,
    "rate.limited",
    String(12 * 3600 - 290),
    [],
  ])
  expect([await outcome(write(guest, "Hi")), await outcome(write(browserAt("203.0.113.8"), "Hi"))]).toEqual([201, 201])
  app.setNow(new Date("2026-01-02T15:04:05Z"))
  expect(await outcome(write(browserAt("203.0.113.7"), "Hi"))).toBe(201)
})

test("a conversation accepts sixty messages in five minutes, from all addresses together", async () => {
  await write(guest, "0")
  const elsewhere = openBrowser(app, { "x-forwarded-for": "203.0.113.9", cookie: guest.cookie() })
  const send = (index: number) => write(index % 2 ? guest : elsewhere, `${index}`)
  const responses = await Promise.all(Array.from({ length: 60 }, (_, index) => send(index)))
  expect(responses.every(({ statusCode }) => statusCode === 201)).toBe(true)
  const refused = await write(guest, "more")
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "300"])
  expect(await app.database.db.select().from(chatThreads)).toMatchObject([{ lastSequence: 61 }])
  app.setNow(new Date("2026-01-02T03:09:05Z"))
  expect(await outcome(write(guest, "more"))).toBe(201)
})
