import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { outbox } from "#platform/jobs/table.ts"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { readTexts, resetDb, respond, signInAsNewAdmin, threadIdOf, write } from "#testing-chat.ts"
import { chatThreads } from "./table.ts"

let app: TestApp
let admin: Browser
let guest: Browser
let before: number
beforeAll(async () => {
  app = await createTestApp({ rateLimits: true })
})
beforeEach(async () => {
  await resetDb(app)
  admin = await signInAsNewAdmin(app, "root")
  guest = openBrowser(app, { "accept-language": "fr" })
  await write(guest, "Une question", { email: "ada@example.org" })
  before = app.emails.length
})
afterAll(() => app.close())

const threads = () => app.database.db.select().from(chatThreads).orderBy(chatThreads.id)
const unreadJobs = async () =>
  (await app.database.db.select().from(outbox)).filter(({ kind }) => kind === "chat.unread")
const sendAnswer = async (message: string, by = guest) => respond(admin, await threadIdOf(by), message)

/** Delivers the outbox and returns the emails about answers; the test clock is in the past, so every job is due. */
async function deliverAnswers() {
  await app.deliver()
  return app.emails.slice(before).filter(({ key }) => key.startsWith("chat.unread"))
}

test("an unseen answer is emailed after five minutes, in the visitor's language, with the question", async () => {
  await sendAnswer("Bien sûr <b>!</b>")
  expect(await unreadJobs()).toMatchObject([{ dueAt: new Date("2026-01-02T03:09:05Z"), sentAt: null }])
  const [email, ...rest] = await deliverAnswers()
  expect([email, rest]).toMatchObject([
    { to: "ada@example.org", language: "fr", subject: "HaiTech\u00a0: une réponse à ton message" },
    [],
  ])
  expect(email?.text).toMatch(
    /Bonjour Ada[^]+Bien sûr <b>!<\/b>[^]+> Une question[^]+http:\/\/localhost:3000\/fr#chat=/,
  )
  expect(email?.html).toContain("Bien sûr &lt;b&gt;!&lt;/b&gt;")
  expect(await threads()).toMatchObject([{ mailedSequence: 2, seenSequence: 0 }])
})

test("the job's payload holds neither text nor address, and is cleared once the email is sent", async () => {
  await sendAnswer("canary")
  expect((await unreadJobs()).map(({ payload }) => payload)).toEqual([{ threadId: await threadIdOf(guest) }])
  await deliverAnswers()
  expect(await unreadJobs()).toMatchObject([{ payload: null, sentAt: expect.any(Date) }])
})

test("several answers share one email, and a later answer gets an email of its own", async () => {
  for (const message of ["Un.", "Deux.", "Trois."]) await sendAnswer(message)
  expect(await deliverAnswers()).toMatchObject([{ text: expect.stringMatching(/Un\.[^]+Deux\.[^]+Trois\./) }])
  await sendAnswer("Quatre.")
  const [, later, ...rest] = await deliverAnswers()
  expect([later?.text, rest]).toEqual([expect.stringContaining("Quatre."), []])
  expect(later?.text).not.toContain("Trois.")
})

test("the email contains only answers that the visitor has not seen", async () => {
  await sendAnswer("Un.")
  await guest.send("POST", "/api/chat/seen", { sequence: 2 })
  expect(await deliverAnswers()).toEqual([])
  await sendAnswer("Deux.")
  const [email, ...rest] = await deliverAnswers()
  expect([email?.text.includes("Deux."), email?.text.includes("Un."), rest]).toEqual([true, false, []])
})

test("running the job again sends no second email", async () => {
  await sendAnswer("Un.")
  await deliverAnswers()
  await app.database.sql`update outbox set sent_at = null, payload = ${{ threadId: await threadIdOf(guest) }}`
  expect(await deliverAnswers()).toHaveLength(1)
})

test("an email contains at most twenty answers, and the rest follows in another one", async () => {
  for (let index = 1; index <= 21; index++) await sendAnswer(`Réponse ${index}.`)
  const emails = await deliverAnswers()
  expect(emails.map(({ text }) => text.match(/Réponse \d+/g)?.length)).toEqual([20, 1])
  expect(await threads()).toMatchObject([{ mailedSequence: 22 }])
})

test("answers to a guest without an email address are not emailed", async () => {
  const silent = openBrowser(app)
  await write(silent, "Hi")
  await sendAnswer("Hello", silent)
  expect([await unreadJobs(), await deliverAnswers()]).toEqual([[], []])
})

test("a member gets the email at the account's address, with a link to the dashboard", async () => {
  const ada = await register(app, "grace")
  await write(ada, "Hi", { email: "typed@example.org" })
  await sendAnswer("Hello", ada)
  const [email, ...rest] = await deliverAnswers()
  expect([email, rest]).toMatchObject([{ to: "grace@example.org", language: "en" }, []])
  expect(email?.text).toMatch(/http:\/\/localhost:3000\/member-dashboard#chat\n/)
})

/** The token of the link in the last email. */
async function linkToken() {
  const [, token = ""] = /#chat=(\S+)/.exec((await deliverAnswers()).at(-1)?.text ?? "") ?? []
  return token
}

const resume = (by: Browser, token: unknown) => by.send("POST", "/api/chat/resume", { token })

test("the link in the email opens the conversation in another browser, and the first browser keeps it", async () => {
  await sendAnswer("Un.")
  const other = openBrowser(app)
  const opened = await resume(other, await linkToken())
  expect([opened.statusCode, opened.cookies]).toMatchObject([204, [{ name: "guest", httpOnly: true, sameSite: "Lax" }]])
  await write(other, "Merci")
  const all = ["Une question", "Un.", "Merci"]
  expect([await readTexts(other), await readTexts(guest)]).toEqual([all, all])
  expect(other.cookie()).not.toBe(guest.cookie())
})

test("a link does not replace the conversation of a browser that has one", async () => {
  await sendAnswer("Un.")
  const other = openBrowser(app)
  await write(other, "Mine")
  const link = await linkToken()
  expect((await resume(other, link)).json()).toMatchObject({ code: "chat_link.other" })
  expect(await readTexts(other)).toEqual(["Mine"])
  expect((await resume(guest, link)).statusCode).toBe(204)
  expect(await threads()).toHaveLength(2)
})

test("a link expires after thirty days", async () => {
  await sendAnswer("Un.")
  const link = await linkToken()
  for (const [now, status] of [
    ["2026-02-01T03:04:05Z", 204],
    ["2026-02-03T03:04:05Z", 400],
  ] as const) {
    app.setNow(new Date(now))
    expect([now, (await resume(openBrowser(app), link)).statusCode]).toEqual([now, status])
  }
})

test("a forged link is refused and sets no cookie", async () => {
  await sendAnswer("Un.")
  const link = await linkToken()
  const [id = "", day = "", signature = ""] = link.split(".")
  const other = openBrowser(app)
  await write(other, "Mine")
  const forged = [
    `${await threadIdOf(other)}.${day}.${signature}`,
    `${id}.${Number(day) + 1}.${signature}`,
    `${id}.99999999.${signature}`,
    `${id}.${day}.${signature.replace(/^./, (digit) => (digit === "0" ? "1" : "0"))}`,
    `${id}.${day}.`,
    `${id}.${day}`,
    `${id}.${day}.${signature.toUpperCase()}`,
    `${link}.x`.slice(0, -3),
    id,
    "x",
  ]
  for (const token of forged) {
    const refused = await resume(openBrowser(app), token)
    expect([token, refused.statusCode, refused.json().code, refused.cookies]).toEqual([
      token,
      400,
      "chat_link.expired",
      [],
    ])
  }
})

test.each([undefined, null, "", 5, ["x"], "a b", "x".repeat(201), "../x"])("the token %j is refused", async (token) => {
  const refused = await resume(openBrowser(app), token)
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["token"]])
})

test("a link stops working once the conversation belongs to a member", async () => {
  await sendAnswer("Un.")
  const link = await linkToken()
  await app.database.sql`update users set created_at = '2100-01-01'`
  const [{ id } = { id: "" }] = await app.database.sql<{ id: string }[]>`select id from users`
  await app.database.sql`update chat_threads set user_id = ${id}`
  expect((await resume(openBrowser(app), link)).json().code).toBe("chat_link.expired")
})

test("a signed-in member who follows a link is refused and the guest keeps the conversation", async () => {
  await sendAnswer("Un.")
  const link = await linkToken()
  expect((await resume(await register(app, "newcomer"), link)).json().code).toBe("chat_link.signed_in")
  expect(await readTexts(guest)).toEqual(["Une question", "Un."])
})

test("the thirty-first link within an hour from one network address is refused", async () => {
  const tries = await Promise.all(Array.from({ length: 31 }, () => resume(openBrowser(app), "x")))
  expect(tries.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(30).fill(400), 429])
})

/** Delivers the outbox and returns the emails about waiting visitors. */
async function deliverAlerts() {
  await app.deliver()
  return app.emails.slice(before).filter(({ key }) => key.startsWith("chat.waiting"))
}

test("absent administrators get one email per quarter of an hour about waiting visitors", async () => {
  await write(openBrowser(app), "canary")
  const [email, ...rest] = await deliverAlerts()
  expect([email, rest]).toMatchObject([
    { to: "root@example.org", text: expect.stringContaining("/admin/chat?isUnread=true") },
    [],
  ])
  expect(email?.text).not.toMatch(/canary|Ada|question/)
  await write(guest, "Encore")
  expect(await deliverAlerts()).toHaveLength(1)
  app.setNow(new Date("2026-01-02T03:20:00Z"))
  await write(guest, "Encore")
  expect(await deliverAlerts()).toHaveLength(2)
})

test("while an administrator is present but reads nothing, the check runs again a quarter of an hour later", async () => {
  app.setNow(new Date("2026-01-02T03:15:30Z"))
  await admin.send("GET", "/api/admin/chat/threads")
  expect(await deliverAlerts()).toEqual([])
  const jobs = await app.database.sql`select key from outbox where kind = 'chat.waiting' order by key`
  expect(jobs.map(({ key }) => key.slice(-13, -5))).toEqual(["03:15:00", "03:30:00"])
})

test.each<[string, () => Promise<unknown>]>([
  ["an administrator is present", () => admin.send("GET", "/api/admin/chat/threads")],
  [
    "the message was read",
    async () => admin.send("POST", `/api/admin/chat/threads/${await threadIdOf(guest)}/reading`, { sequence: 1 }),
  ],
  [
    "the conversation is done",
    async () => admin.send("PATCH", `/api/admin/chat/threads/${await threadIdOf(guest)}`, { state: "done" }),
  ],
  [
    "its visitor is blocked",
    async () => admin.send("PATCH", `/api/admin/chat/threads/${await threadIdOf(guest)}`, { isBlocked: true }),
  ],
])("no email is sent about waiting visitors when %s", async (_, action) => {
  await action()
  expect(await deliverAlerts()).toEqual([])
})
