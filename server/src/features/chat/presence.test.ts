import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { empty, respond, signInAsStaff, textsOf, threadOf, write } from "#testing-chat.ts"
import { chatThreads } from "./table.ts"

let app: TestApp
let guest: Browser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await empty(app)
  guest = openBrowser(app)
})
afterAll(() => app.close())

const chatStatus = async (by: Browser) => (await by.send("GET", "/api/chat/desk")).json()
const NOBODY = { userId: null, threadId: null, name: null, email: null }

test("a guest has a cookie that no script reads before the first message, and keeps it", async () => {
  const answer = await guest.send("GET", "/api/chat/desk")
  expect(answer.json()).toEqual({ isStaffHere: false, opensAt: "2026-01-02T14:00:00.000Z", ...NOBODY })
  expect(answer.headers["cache-control"]).toBe("no-store")
  expect(answer.cookies).toEqual([
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
  expect([guest.cookie(), await chatStatus(guest)]).toMatchObject([first, { threadId: await threadOf(guest) }])
  expect(guest.cookie()).toBe(first)
})

test("a guest who never asked for the desk gets the cookie with the first message", async () => {
  const answer = await write(guest, "Hi")
  expect(answer.cookies).toMatchObject([{ name: "guest", httpOnly: true, sameSite: "Lax", path: "/" }])
  expect(await textsOf(guest)).toEqual(["Hi"])
})

test("over https the cookie is the site's alone", async () => {
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

test("a member's desk is the account's, without a cookie of its own", async () => {
  const ada = await register(app, "ada")
  const answer = await ada.send("GET", "/api/chat/desk")
  const known = { userId: ada.id, threadId: null, name: "ada Pierre", email: "ada@example.org" }
  expect([answer.json(), answer.cookies]).toEqual([{ isStaffHere: false, opensAt: expect.any(String), ...known }, []])
  await write(ada, "Hi")
  expect((await chatStatus(ada)).threadId).toMatch(/^[0-9a-f-]{36}$/)
})

test("within its hours the office is open, outside it says when it opens", async () => {
  for (const [now, opensAt] of [
    ["2026-01-02T14:00:00Z", null],
    ["2026-01-02T23:00:00Z", "2026-01-03T15:00:00.000Z"],
    ["2026-01-04T12:00:00Z", "2026-01-05T14:00:00.000Z"],
  ] as const) {
    app.setNow(new Date(now))
    expect([now, (await chatStatus(guest)).opensAt]).toEqual([now, opensAt])
  }
})

test("an administrator who looks at the list is here for seventy-five seconds, and a member is not", async () => {
  const admin = await signInAsStaff(app, "root")
  await write(await register(app, "ada"), "Hi")
  expect((await chatStatus(guest)).isStaffHere).toBe(false)
  const at = Date.UTC(2026, 0, 2, 3, 4, 5)
  const look = () => admin.send("GET", "/api/admin/chat/threads")
  const here = async (seconds: number) => {
    app.setNow(new Date(at + seconds * 1000))
    return (await chatStatus(guest)).isStaffHere
  }
  await look()
  expect([await here(0), await here(74), await here(75)]).toEqual([true, true, false])
  app.setNow(new Date(at + 100_000))
  await look()
  expect([await here(174), await here(176)]).toEqual([true, false])
  const staff = async () => (await admin.send("GET", "/api/admin/chat/staff")).json()
  expect([await staff(), app.setNow(new Date(at + 174_000)), await staff()]).toMatchObject([
    [{ id: admin.id, name: "root Pierre", isHere: false }],
    undefined,
    [{ isHere: true }],
  ])
})

/** A conversation of so many messages, without writing each. */
async function long(count: number) {
  await write(guest, "1")
  const { sql } = app.database
  await sql`
    insert into chat_messages (id, thread_id, sequence, name, message)
    select gen_random_uuid(), id, number, 'Ada', number::text from chat_threads, generate_series(2, ${count}) number`
  await sql`update chat_threads set last_sequence = ${count}`
}

test("a long conversation comes in parts of a hundred: the last, those before a number, those after one", async () => {
  await long(205)
  const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`)
  for (const [query, wanted] of [
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
    expect([query, await textsOf(guest, query)]).toEqual([query, wanted])
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
])("a conversation asked for with ?%s is refused", async (query) => {
  const answer = await guest.send("GET", `/api/chat?${query}`)
  expect([answer.statusCode, answer.json().code]).toEqual([400, "request.invalid"])
})

test("what was seen only grows, and never beyond the last message", async () => {
  const see = async (sequence: unknown) => (await guest.send("POST", "/api/chat/seen", { sequence })).statusCode
  const seen = async () => (await app.database.db.select().from(chatThreads))[0]?.seenSequence
  expect(await see(1)).toBe(404)
  await long(7)
  for (const [sequence, after] of [
    [3, 3],
    [2, 3],
    [3, 3],
    [999_999_999, 7],
    [1, 7],
  ] as const)
    expect([sequence, await see(sequence), await seen()]).toEqual([sequence, 204, after])
  for (const wrong of [0, -1, 1.5, "1", null, undefined, 1_000_000_000, 2 ** 31, 2 ** 40, 1e300, [1]])
    expect([wrong, await see(wrong)]).toEqual([wrong, 400])
  expect((await guest.send("POST", "/api/chat/seen", { sequence: 1, threadId: "x" })).statusCode).toBe(400)
  await Promise.all([5, 7, 6, 4].map((sequence) => see(sequence)))
  expect(await seen()).toBe(7)
})

test("the office's answer is one more message of the visitor's conversation", async () => {
  const admin = await signInAsStaff(app, "root")
  await write(guest, "Hi")
  await respond(admin, await threadOf(guest), "Hello")
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
