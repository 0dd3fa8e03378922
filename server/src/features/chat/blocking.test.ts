import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { outbox } from "#platform/jobs/table.ts"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { changeThread, empty, signInAsStaff, textsOf, threadOf, write } from "#testing-chat.ts"
import { chatThreads } from "./table.ts"

let app: TestApp
let admin: Browser
let guest: Browser
beforeAll(async () => {
  app = await createTestApp({ rateLimits: true, trustProxy: 1 })
})
beforeEach(async () => {
  await empty(app)
  admin = await signInAsStaff(app, "root")
  guest = at("203.0.113.7")
})
afterAll(() => app.close())

const at = (address: string) => openBrowser(app, { "x-forwarded-for": address })
const outcome = async (answer: ReturnType<typeof write>) => {
  const { statusCode, json } = await answer
  return statusCode < 300 ? statusCode : [statusCode, json().code]
}
const BLOCKED = [403, "thread.blocked"]
const block = async (by: Browser, isBlocked: boolean) => changeThread(admin, await threadOf(by), { isBlocked })

test("a blocked conversation takes nothing more, can still be read, and goes on once it is unblocked", async () => {
  await write(guest, "Rude")
  await block(guest, true)
  expect([await outcome(write(guest, "Ruder")), await textsOf(guest)]).toEqual([BLOCKED, ["Rude"]])
  await block(guest, false)
  expect([await outcome(write(guest, "Sorry")), await textsOf(guest)]).toEqual([201, ["Rude", "Sorry"]])
})

test("who was blocked is not let in as another guest with the same e-mail, in any case, from anywhere", async () => {
  await write(guest, "Rude", { email: "Eve@example.org" })
  await block(guest, true)
  const email = "eVe@EXAMPLE.org"
  const known = at("198.51.100.4")
  await write(known, "Hi")
  expect(await outcome(write(at("198.51.100.3"), "Hi", { email }))).toEqual(BLOCKED)
  expect(await outcome(write(known, "Hi", { email }))).toEqual(BLOCKED)
  expect(await outcome(write(at("198.51.100.3"), "Hi", { email: "ada@example.org" }))).toBe(201)
  app.setNow(new Date("2027-01-02T03:04:05Z"))
  expect(await outcome(write(at("198.51.100.3"), "Hi", { email }))).toEqual(BLOCKED)
})

test("from the same address no new guest begins for a day; who has a conversation there goes on", async () => {
  const neighbour = at("203.0.113.7")
  await write(neighbour, "Hi")
  await write(guest, "Rude")
  await block(guest, true)
  const fresh = at("203.0.113.7")
  expect([await outcome(write(fresh, "Hi")), fresh.cookie(), await outcome(write(neighbour, "Hi"))]).toEqual([
    BLOCKED,
    "",
    201,
  ])
  expect(await outcome(write(at("203.0.113.8"), "Hi"))).toBe(201)
  app.setNow(new Date("2026-01-03T03:04:04.999Z"))
  expect(await outcome(write(at("203.0.113.7"), "Hi"))).toEqual(BLOCKED)
  app.setNow(new Date("2026-01-03T03:04:05Z"))
  expect(await outcome(write(at("203.0.113.7"), "Hi"))).toBe(201)
})

test("an IPv6 address counts with its network", async () => {
  guest = at("2001:db8:1:2::1")
  await write(guest, "Rude")
  await block(guest, true)
  expect(await outcome(write(at("2001:db8:1:2:ffff::9"), "Hi"))).toEqual(BLOCKED)
  expect(await outcome(write(at("2001:db8:1:3::1"), "Hi"))).toBe(201)
})

test("a member is not refused for a blocked guest's e-mail or address, but for what is the member's own", async () => {
  await write(guest, "Rude", { email: "ada@example.org" })
  await block(guest, true)
  const ada = await register(app, "ada", { "x-forwarded-for": "203.0.113.7" })
  expect(await outcome(write(ada, "Hi", { email: "ada@example.org" }))).toBe(201)
  await block(ada, true)
  expect(await outcome(write(ada, "Hi"))).toEqual(BLOCKED)
})

test("a blocked member who signs out is not let in as a guest from the same address, nor under the same e-mail", async () => {
  const headers = { "x-forwarded-for": "203.0.113.7" }
  const ada = await register(app, "ada", headers)
  await write(ada, "Rude", { email: "ada@example.org" })
  await block(ada, true)
  await ada.send("POST", "/api/auth/logout")
  expect(await outcome(write(ada, "Hi"))).toEqual(BLOCKED)
  expect(await outcome(write(at("203.0.113.8"), "Hi", { email: "ADA@example.org" }))).toEqual(BLOCKED)
  expect(await outcome(write(at("203.0.113.8"), "Hi"))).toBe(201)
  expect(await outcome(write(await register(app, "eve", headers), "Hi"))).toBe(201)
})

const report = (by: Browser, reason: unknown) => by.send("POST", "/api/chat/report", { reason })

test("a report stands with the conversation, the last reason counts, and the office has a letter without it", async () => {
  const second = await signInAsStaff(app, "grace")
  await app.database.sql`update users set language = 'fr' where username = 'grace'`
  await app.database.sql`update users set approved = false where username = 'root'`
  await register(app, "ada")
  await write(guest, "Hi", { email: "eve@example.org" })
  const id = await threadOf(guest)
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

test("a report that is settled is over, and another one is another", async () => {
  await write(guest, "Hi")
  const id = await threadOf(guest)
  await report(guest, "Rude")
  expect((await changeThread(admin, id, { isReported: false })).json()).toMatchObject({ reportReason: null })
  app.setNow(new Date("2026-01-02T03:04:06Z"))
  await report(guest, "Again")
  expect(await app.database.db.select().from(chatThreads)).toMatchObject([{ reportReason: "Again" }])
  const asked = (await app.database.db.select().from(outbox)).filter(({ kind }) => kind === "chat.reported")
  expect(asked.map(({ payload }) => payload)).toEqual([{ threadId: id }, { threadId: id }])
})

test.each([undefined, "", " ", 5, null, "a\0b", "é".repeat(501)])(
  "a report because of %j is refused",
  async (reason) => {
    await write(guest, "Hi")
    const answer = await report(guest, reason)
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ["reason"]])
    expect((await report(guest, "é".repeat(500))).statusCode).toBe(204)
  },
)

test("five reports in an hour are enough", async () => {
  await write(guest, "Hi")
  for (let one = 0; one < 5; one++) expect((await report(guest, "Rude")).statusCode).toBe(204)
  const more = await report(guest, "Rude")
  expect([more.statusCode, more.json().code, more.headers["retry-after"]]).toEqual([429, "rate.limited", "3600"])
  app.setNow(new Date("2026-01-02T04:04:05Z"))
  expect((await report(guest, "Rude")).statusCode).toBe(204)
})

test("one address begins thirty conversations in twelve hours; who has one there goes on", async () => {
  app.setNow(new Date("2026-01-02T03:04:05Z"))
  for (let one = 0; one < 30; one++) {
    app.setNow(new Date(Date.UTC(2026, 0, 2, 3, 4, 5 + 10 * one)))
    expect([one, await outcome(write(one === 0 ? guest : at("203.0.113.7"), "Hi"))]).toEqual([one, 201])
  }
  const more = await write(at("203.0.113.7"), "Hi")
  expect([more.statusCode, more.json().code, more.headers["retry-after"], more.cookies]).toEqual([
    429,
    "rate.limited",
    String(12 * 3600 - 290),
    [],
  ])
  expect([await outcome(write(guest, "Hi")), await outcome(write(at("203.0.113.8"), "Hi"))]).toEqual([201, 201])
  app.setNow(new Date("2026-01-02T15:04:05Z"))
  expect(await outcome(write(at("203.0.113.7"), "Hi"))).toBe(201)
})

test("a conversation takes sixty messages in five minutes, whatever address they come from", async () => {
  await write(guest, "0")
  const elsewhere = openBrowser(app, { "x-forwarded-for": "203.0.113.9", cookie: guest.cookie() })
  const send = (one: number) => write(one % 2 ? guest : elsewhere, `${one}`)
  const answers = await Promise.all(Array.from({ length: 60 }, (_, one) => send(one)))
  expect(answers.every(({ statusCode }) => statusCode === 201)).toBe(true)
  const more = await write(guest, "more")
  expect([more.statusCode, more.headers["retry-after"]]).toEqual([429, "300"])
  expect(await app.database.db.select().from(chatThreads)).toMatchObject([{ lastSequence: 61 }])
  app.setNow(new Date("2026-01-02T03:09:05Z"))
  expect(await outcome(write(guest, "more"))).toBe(201)
})
