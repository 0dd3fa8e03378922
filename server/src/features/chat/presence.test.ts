import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { readTexts, resetDb, respond, signInAsNewAdmin, threadIdOf, write } from "#testing-chat.ts"
import { chatThreads } from "./table.ts"

let app: TestApp
let guest: Browser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await resetDb(app)
  guest = openBrowser(app)
})
afterAll(() => app.close())

const chatStatus = async (by: Browser) => (await by.send("GET", "/api/chat/desk")).json()
const NOBODY = { userId: null, threadId: null, name: null, email: null }

test("a guest gets an HttpOnly cookie before the first message and keeps it", async () => {
  const response = await guest.send("GET", "/api/chat/desk")
  expect(response.json()).toEqual({ isStaffHere: false, opensAt: "2026-01-02T14:00:00.000Z", ...NOBODY })
  expect(response.headers["cache-control"]).toBe("private, no-store")
  expect(response.cookies).toEqual([
    {
      name: "guest",
      value: expect.stringMatching(/^[\w-]{43}$/),
      path: "/",
      maxAge: 15_552_000,
      httpOnly: true,
      sameSite: "Lax",
    },
  ])
  const first = guest.cookie()
  await write(guest, "Hi")
  expect([guest.cookie(), await chatStatus(guest)]).toMatchObject([first, { threadId: await threadIdOf(guest) }])
  expect(guest.cookie()).toBe(first)
})

test("a guest without a status request gets the cookie with the first message", async () => {
  const response = await write(guest, "Hi")
  expect(response.cookies).toMatchObject([{ name: "guest", httpOnly: true, sameSite: "Lax", path: "/" }])
  expect(await readTexts(guest)).toEqual(["Hi"])
})

test("over https the cookie has the __Host- prefix and is Secure", async () => {
  const secure = await createTestApp({ database: app.database, siteUrl: "https://haitech.example" })
  const { cookies } = await secure.send({ method: "GET", url: "/api/chat/desk" })
  const [{ name, value } = { name: "", value: "" }] = cookies
  expect(cookies).toMatchObject([{ name: "__Host-guest", secure: true, httpOnly: true, sameSite: "Lax", path: "/" }])
  expect(cookies[0]).not.toHaveProperty("domain")
  const headers = { origin: "https://haitech.example", cookie: `${name}=${value}` }
  await secure.send({ method: "POST", url: "/api/chat", headers, payload: { name: "Ada", message: "Hi" } })
  const read = (cookie: string) => secure.send({ method: "GET", url: "/api/chat", headers: { cookie } })
  expect((await read(headers.cookie)).json()).toMatchObject([{ message: "Hi" }])
  expect((await read(`guest=${value}`)).json()).toEqual([])
  await secure.close()
})

test("a member's chat status has the account's data and sets no cookie", async () => {
  const ada = await register(app, "ada")
  const response = await ada.send("GET", "/api/chat/desk")
  const account = { userId: ada.id, threadId: null, name: "ada Pierre", email: "ada@example.org" }
  expect([response.json(), response.cookies]).toEqual([
    { isStaffHere: false, opensAt: expect.any(String), ...account },
    [],
  ])
  await write(ada, "Hi")
  expect((await chatStatus(ada)).threadId).toMatch(/^[0-9a-f-]{36}$/)
})

test("opensAt is null during opening hours, otherwise the next opening", async () => {
  for (const [now, opensAt] of [
    ["2026-01-02T14:00:00Z", null],
    ["2026-01-02T23:00:00Z", "2026-01-03T15:00:00.000Z"],
    ["2026-01-04T12:00:00Z", "2026-01-05T14:00:00.000Z"],
  ] as const) {
    app.setNow(new Date(now))
    expect([now, (await chatStatus(guest)).opensAt]).toEqual([now, opensAt])
  }
})

test("an administrator who loads the list is present for seventy-five seconds; a member never is", async () => {
  const admin = await signInAsNewAdmin(app, "root")
  await write(await register(app, "ada"), "Hi")
  expect((await chatStatus(guest)).isStaffHere).toBe(false)
  const start = Date.UTC(2026, 0, 2, 3, 4, 5)
  const loadList = () => admin.send("GET", "/api/admin/chat/threads")
  const isPresentAfter = async (seconds: number) => {
    app.setNow(new Date(start + seconds * 1000))
    return (await chatStatus(guest)).isStaffHere
  }
  await loadList()
  expect([await isPresentAfter(0), await isPresentAfter(74), await isPresentAfter(75)]).toEqual([true, true, false])
  app.setNow(new Date(start + 100_000))
  await loadList()
  expect([await isPresentAfter(174), await isPresentAfter(176)]).toEqual([true, false])
  const staff = async () => (await admin.send("GET", "/api/admin/chat/staff")).json()
  expect([await staff(), app.setNow(new Date(start + 174_000)), await staff()]).toMatchObject([
    [{ id: admin.id, name: "root Pierre", isHere: false }],
    undefined,
    [{ isHere: true }],
  ])
})

/** Inserts a conversation of `count` messages with SQL. */
async function fillConversation(count: number) {
  await write(guest, "1")
  const { sql } = app.database
  await sql`
    insert into chat_messages (id, thread_id, sequence, name, message)
    select gen_random_uuid(), id, number, 'Ada', number::text from chat_threads, generate_series(2, ${count}) number`
  await sql`update chat_threads set last_sequence = ${count}`
}

test("a long conversation is read in pages of a hundred, from the end, before or after a sequence number", async () => {
  await fillConversation(205)
  const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`)
  for (const [query, expected] of [
    ["", between(106, 205)],
    ["?before=106", between(6, 105)],
    ["?before=6", between(1, 5)],
    ["?before=1", []],
    ["?after=0", between(1, 100)],
    ["?after=100", between(101, 200)],
    ["?after=204", ["205"]],
    ["?after=205", []],
    ["?after=999999999", []],
    ["?after=10&before=13", ["11", "12"]],
  ] as const)
    expect([query, await readTexts(guest, query)]).toEqual([query, expected])
})

test.each([
  "after=-1",
  "after=x",
  "after=1.5",
  "after=",
  "after=1&after=2",
  "before=1000000000",
  "before=1e3",
  "after=%00",
])("the query ?%s is refused", async (query) => {
  const response = await guest.send("GET", `/api/chat?${query}`)
  expect([response.statusCode, response.json().code]).toEqual([400, "request.invalid"])
})

test("the seen sequence only grows, and never beyond the last message", async () => {
  const markSeen = async (sequence: unknown) => (await guest.send("POST", "/api/chat/seen", { sequence })).statusCode
  const seenSequence = async () => (await app.database.db.select().from(chatThreads))[0]?.seenSequence
  expect(await markSeen(1)).toBe(404)
  await fillConversation(7)
  for (const [sequence, expected] of [
    [3, 3],
    [2, 3],
    [3, 3],
    [999_999_999, 7],
    [1, 7],
  ] as const)
    expect([sequence, await markSeen(sequence), await seenSequence()]).toEqual([sequence, 204, expected])
  for (const wrong of [0, -1, 1.5, "1", null, undefined, 1_000_000_000, 2 ** 31, 2 ** 40, 1e300, [1]])
    expect([wrong, await markSeen(wrong)]).toEqual([wrong, 400])
  expect((await guest.send("POST", "/api/chat/seen", { sequence: 1, threadId: "x" })).statusCode).toBe(400)
  await Promise.all([5, 7, 6, 4].map((sequence) => markSeen(sequence)))
  expect(await seenSequence()).toBe(7)
})

test("the visitor reads an administrator's answer as the next message", async () => {
  const admin = await signInAsNewAdmin(app, "root")
  await write(guest, "Hi")
  await respond(admin, await threadIdOf(guest), "Hello")
  expect((await guest.send("GET", "/api/chat?after=1")).json()).toEqual([
    {
      id: expect.any(String),
      sequence: 2,
      clientId: expect.any(String),
      senderType: "admin",
      name: "root",
      message: "Hello",
      createdAt: "2026-01-02T03:04:05.000Z",
    },
  ])
})
