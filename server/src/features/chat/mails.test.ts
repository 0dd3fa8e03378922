import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { outbox } from "#platform/jobs/table.ts"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { empty, respond, signInAsStaff, textsOf, threadOf, write } from "#testing-chat.ts"
import { chatThreads } from "./table.ts"

let app: TestApp
let admin: Browser
let guest: Browser
let before: number
beforeAll(async () => {
  app = await createTestApp({ rateLimits: true })
})
beforeEach(async () => {
  await empty(app)
  admin = await signInAsStaff(app, "root")
  guest = openBrowser(app, { "accept-language": "fr" })
  await write(guest, "Une question", { email: "ada@example.org" })
  before = app.emails.length
})
afterAll(() => app.close())

const threads = () => app.database.db.select().from(chatThreads)
const asked = async () => (await app.database.db.select().from(outbox)).filter(({ kind }) => kind === "chat.unread")
const answer = async (message: string, by = guest) => respond(admin, await threadOf(by), message)

/** The letters about answers; the test's clock is long past, so that what waits is due. */
async function emails() {
  await app.deliver()
  return app.emails.slice(before).filter(({ key }) => key.startsWith("chat.unread"))
}

test("an answer that is not seen goes out five minutes later, in the visitor's language, with what was asked", async () => {
  await answer("Bien sûr <b>!</b>")
  expect(await asked()).toMatchObject([{ dueAt: new Date("2026-01-02T03:09:05Z"), sentAt: null }])
  const [email, ...rest] = await emails()
  expect([email, rest]).toMatchObject([
    { to: "ada@example.org", language: "fr", subject: "HaiTech\u00a0: une réponse à votre message" },
    [],
  ])
  expect(email?.text).toMatch(
    /Bonjour Ada[^]+Bien sûr <b>!<\/b>[^]+> Une question[^]+http:\/\/localhost:3000\/fr#chat=/,
  )
  expect(email?.html).toContain("Bien sûr &lt;b&gt;!&lt;/b&gt;")
  expect(await threads()).toMatchObject([{ mailedSequence: 2, seenSequence: 0 }])
})

test("what was asked for holds no words and no address, and nothing at all once it is done", async () => {
  await answer("canary")
  expect((await asked()).map(({ payload }) => payload)).toEqual([{ threadId: await threadOf(guest) }])
  await emails()
  expect(await asked()).toMatchObject([{ payload: null, sentAt: expect.any(Date) }])
})

test("several answers are one letter, and a later one is a later letter with that one alone", async () => {
  for (const message of ["Un.", "Deux.", "Trois."]) await answer(message)
  expect(await emails()).toMatchObject([{ text: expect.stringMatching(/Un\.[^]+Deux\.[^]+Trois\./) }])
  await answer("Quatre.")
  const [, later, ...rest] = await emails()
  expect([later?.text, rest]).toEqual([expect.stringContaining("Quatre."), []])
  expect(later?.text).not.toContain("Trois.")
})

test("what was seen does not go out, and of the rest only what was not", async () => {
  await answer("Un.")
  await guest.send("POST", "/api/chat/seen", { sequence: 2 })
  expect(await emails()).toEqual([])
  await answer("Deux.")
  const [email, ...rest] = await emails()
  expect([email?.text.includes("Deux."), email?.text.includes("Un."), rest]).toEqual([true, false, []])
})

test("the same again sends nothing new, whoever does it and however often", async () => {
  await answer("Un.")
  await emails()
  await app.database.sql`update outbox set sent_at = null, payload = ${{ threadId: await threadOf(guest) }}`
  expect(await emails()).toHaveLength(1)
})

test("a long silence's worth of answers goes out in letters of twenty", async () => {
  for (let one = 1; one <= 21; one++) await answer(`Réponse ${one}.`)
  const both = await emails()
  expect(both.map(({ text }) => text.match(/Réponse \d+/g)?.length)).toEqual([20, 1])
  expect(await threads()).toMatchObject([{ mailedSequence: 22 }])
})

test("without an address there is nothing to send", async () => {
  const silent = openBrowser(app)
  await write(silent, "Hi")
  await answer("Hello", silent)
  expect([await asked(), await emails()]).toEqual([[], []])
})

test("a member has it at the account's address, and goes on by signing in", async () => {
  const ada = await register(app, "grace")
  await write(ada, "Hi", { email: "typed@example.org" })
  await answer("Hello", ada)
  const [email, ...rest] = await emails()
  expect([email, rest]).toMatchObject([{ to: "grace@example.org", language: "en" }, []])
  expect(email?.text).toMatch(/http:\/\/localhost:3000\/member-dashboard#chat\n/)
})

/** The secret of the last letter's link. */
async function token() {
  const [, found = ""] = /#chat=(\S+)/.exec((await emails()).at(-1)?.text ?? "") ?? []
  return found
}

const resume = (by: Browser, sent: unknown) => by.send("POST", "/api/chat/resume", { token: sent })

test("the letter's link opens the conversation in another browser, and the first one keeps it", async () => {
  await answer("Un.")
  const other = openBrowser(app)
  const opened = await resume(other, await token())
  expect([opened.statusCode, opened.cookies]).toMatchObject([204, [{ name: "guest", httpOnly: true, sameSite: "Lax" }]])
  await write(other, "Merci")
  const all = ["Une question", "Un.", "Merci"]
  expect([await textsOf(other), await textsOf(guest)]).toEqual([all, all])
  expect(other.cookie()).not.toBe(guest.cookie())
})

test("a browser with a conversation of its own keeps it, whatever link somebody sends", async () => {
  await answer("Un.")
  const other = openBrowser(app)
  await write(other, "Mine")
  const link = await token()
  expect((await resume(other, link)).json()).toMatchObject({ code: "chat_link.other" })
  expect(await textsOf(other)).toEqual(["Mine"])
  expect((await resume(guest, link)).statusCode).toBe(204)
  expect(await threads()).toHaveLength(2)
})

test("a link works for thirty days, and not a month later", async () => {
  await answer("Un.")
  const link = await token()
  for (const [now, status] of [
    ["2026-02-01T03:04:05Z", 204],
    ["2026-02-03T03:04:05Z", 400],
  ] as const) {
    app.setNow(new Date(now))
    expect([now, (await resume(openBrowser(app), link)).statusCode]).toEqual([now, status])
  }
})

test("a link that is bent opens nothing, and sets no cookie", async () => {
  await answer("Un.")
  const link = await token()
  const [id = "", day = "", mark = ""] = link.split(".")
  const other = openBrowser(app)
  await write(other, "Mine")
  const bent = [
    `${await threadOf(other)}.${day}.${mark}`,
    `${id}.${Number(day) + 1}.${mark}`,
    `${id}.99999999.${mark}`,
    `${id}.${day}.${mark.replace(/^./, (sign) => (sign === "0" ? "1" : "0"))}`,
    `${id}.${day}.`,
    `${id}.${day}`,
    `${id}.${day}.${mark.toUpperCase()}`,
    `${link}.x`.slice(0, -3),
    id,
    "x",
  ]
  for (const wrong of bent) {
    const refused = await resume(openBrowser(app), wrong)
    expect([wrong, refused.statusCode, refused.json().code, refused.cookies]).toEqual([
      wrong,
      400,
      "chat_link.expired",
      [],
    ])
  }
})

test.each([undefined, null, "", 5, ["x"], "a b", "x".repeat(201), "../x"])("%j is no link", async (sent) => {
  const refused = await resume(openBrowser(app), sent)
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["token"]])
})

test("once a member has the conversation its letter opens nothing any more", async () => {
  await answer("Un.")
  const link = await token()
  await app.database.sql`update users set created_at = '2100-01-01'`
  const [{ id } = { id: "" }] = await app.database.sql<{ id: string }[]>`select id from users`
  await app.database.sql`update chat_threads set user_id = ${id}`
  expect((await resume(openBrowser(app), link)).json().code).toBe("chat_link.expired")
})

test("who is signed in is told to sign out, and keeps what is theirs", async () => {
  await answer("Un.")
  const link = await token()
  expect((await resume(await register(app, "newcomer"), link)).json().code).toBe("chat_link.signed_in")
  expect(await textsOf(guest)).toEqual(["Une question", "Un."])
})

test("thirty links in an hour are enough for one address", async () => {
  const tries = await Promise.all(Array.from({ length: 31 }, () => resume(openBrowser(app), "x")))
  expect(tries.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(30).fill(400), 429])
})

/** The letters about who waits. */
async function alarms() {
  await app.deliver()
  return app.emails.slice(before).filter(({ key }) => key.startsWith("chat.waiting"))
}

test("where nobody is here to see who writes, the administrators have one letter in a quarter of an hour", async () => {
  await write(openBrowser(app), "canary")
  const [email, ...rest] = await alarms()
  expect([email, rest]).toMatchObject([
    { to: "root@example.org", text: expect.stringContaining("/admin/chat?isUnread=true") },
    [],
  ])
  expect(email?.text).not.toMatch(/canary|Ada|question/)
  await write(guest, "Encore")
  expect(await alarms()).toHaveLength(1)
  app.setNow(new Date("2026-01-02T03:20:00Z"))
  await write(guest, "Encore")
  expect(await alarms()).toHaveLength(2)
})

test("where somebody is here and reads nothing, it is looked at again a quarter of an hour later", async () => {
  app.setNow(new Date("2026-01-02T03:15:30Z"))
  await admin.send("GET", "/api/admin/chat/threads")
  expect(await alarms()).toEqual([])
  const asked = await app.database.sql`select key from outbox where kind = 'chat.waiting' order by key`
  expect(asked.map(({ key }) => key.slice(-13, -5))).toEqual(["03:15:00", "03:30:00"])
})

test.each<[string, () => Promise<unknown>]>([
  ["somebody of the office is here", () => admin.send("GET", "/api/admin/chat/threads")],
  [
    "the message was read",
    async () => admin.send("POST", `/api/admin/chat/threads/${await threadOf(guest)}/reading`, { sequence: 1 }),
  ],
  [
    "the conversation is done",
    async () => admin.send("PATCH", `/api/admin/chat/threads/${await threadOf(guest)}`, { state: "done" }),
  ],
  [
    "its visitor is blocked",
    async () => admin.send("PATCH", `/api/admin/chat/threads/${await threadOf(guest)}`, { isBlocked: true }),
  ],
])("where %s, there is no such letter", async (_, happens) => {
  await happens()
  expect(await alarms()).toEqual([])
})
