import { createHash, randomBytes } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, signInAs, type TestApp } from "#testing.ts"
import { changeThread, readTexts, resetDb, respond, signInAsNewAdmin, threadIdOf, write } from "#testing-chat.ts"
import { chatKeys, chatThreads } from "./table.ts"

let app: TestApp
let guest: Browser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await resetDb(app)
  guest = openBrowser(app)
  await write(guest, "canary", { email: "ada@example.org" })
})
afterAll(() => app.close())

const threads = () => app.database.db.select().from(chatThreads).orderBy(chatThreads.id)
const registration = (name: string) => ({
  firstName: name,
  lastName: "Pierre",
  username: name,
  email: `${name}@example.org`,
  password: PASSWORD,
  loginProvider: "haitech",
})

/** Expects that a browser can neither read nor write, mark as seen or report the guest's conversation. */
async function expectNoAccess(stranger: Browser) {
  const [before] = await threads()
  const list = await stranger.send("GET", "/api/chat")
  expect([list.statusCode, list.json(), await threadIdOf(stranger)]).toEqual([200, [], null])
  const attempts = await Promise.all([
    stranger.send("POST", "/api/chat/seen", { sequence: 1 }),
    stranger.send("POST", "/api/chat/report", { reason: "Rude" }),
  ])
  expect(attempts.map((response) => [response.statusCode, response.json().code])).toEqual(
    Array(2).fill([404, "thread.unknown"]),
  )
  const written = await write(stranger, "Mine", { email: "ada@example.org" })
  expect(written.statusCode).toBe(201)
  expect(await readTexts(stranger)).toEqual(["Mine"])
  expect((await threads()).find(({ id }) => id === before?.id)).toEqual(before)
}

test("a browser without a cookie cannot access a guest's conversation", async () => {
  await expectNoAccess(openBrowser(app))
  expect(await readTexts(guest)).toEqual(["canary"])
})

test("a guessed, altered or leaked cookie value opens no conversation", async () => {
  const id = await threadIdOf(guest)
  const [key] = await app.database.db.select().from(chatKeys)
  const secret = guest.cookie().slice("guest=".length)
  expect(key).toMatchObject({ threadId: id, keyHash: createHash("sha256").update(secret).digest("hex") })
  const guesses = [
    key?.keyHash,
    id,
    `${secret.slice(1)}A`,
    secret.toLowerCase(),
    `${secret}=`,
    "",
    "%00",
    "' or 1=1 --",
  ]
  for (const cookie of [...guesses, randomBytes(32).toString("base64url")]) {
    const stranger = openBrowser(app, { cookie: `guest=${cookie}` })
    expect([cookie, await readTexts(stranger), await threadIdOf(stranger)]).toEqual([cookie, [], null])
  }
  for (const name of ["session", "__Host-guest", "Guest"])
    expect([name, await readTexts(openBrowser(app, { cookie: `${name}=${secret}` }))]).toEqual([name, []])
})

test("no query parameter or admin path opens another guest's conversation", async () => {
  const id = await threadIdOf(guest)
  const stranger = openBrowser(app)
  for (const query of [`threadId=${id}`, `id=${id}`, "email=ada@example.org", `token=${id}`, "userId=1", "after=0"])
    expect([query, await readTexts(stranger, `?${query}`)]).toEqual([query, []])
  const adminRequests = ["", "/messages"].map((suffix) =>
    stranger.send("GET", `/api/admin/chat/threads/${id}${suffix}`),
  )
  expect((await Promise.all(adminRequests)).map(({ statusCode }) => statusCode)).toEqual([401, 401])
})

test("a signed-in member or administrator sees their own conversation, not an earlier guest's", async () => {
  await app.database.sql`update chat_threads set created_at = '2100-01-01'`
  const eve = await register(app, "eve")
  const signedIn = openBrowser(app, { cookie: `${guest.cookie()}; ${eve.cookie()}` })
  expect([await readTexts(signedIn), await threadIdOf(signedIn)]).toEqual([[], null])
  for (const browser of [eve, await signInAsNewAdmin(app, "root")]) await expectNoAccess(browser)
})

test("a visitor's responses contain neither email addresses nor who read a message", async () => {
  const admin = await signInAsNewAdmin(app, "root")
  await respond(admin, await threadIdOf(guest), "Wi")
  await write(guest, "Mèsi", { email: "ada@example.org" })
  await admin.send("POST", `/api/admin/chat/threads/${await threadIdOf(guest)}/reading`, { sequence: 3 })
  for (const url of ["/api/chat", "/api/chat/desk"])
    expect((await guest.send("GET", url)).body).not.toMatch(/ada@example|root@example|email":"|isRead|readBy|senderId/)
  expect((await guest.send("GET", "/api/chat")).json()[1]).toMatchObject({ senderType: "admin", name: "root" })
})

test("a member's conversation follows the account and is not readable after signing out", async () => {
  const ada = await register(app, "ada")
  await write(ada, "From home")
  const elsewhere = await signInAs(app, ada.id, "member")
  await write(elsewhere, "From school")
  expect([await readTexts(ada), await readTexts(elsewhere)]).toEqual(Array(2).fill(["From home", "From school"]))
  await elsewhere.send("POST", "/api/auth/logout")
  await ada.send("POST", "/api/auth/logout")
  expect(await readTexts(ada)).toEqual([])
})

test("registering in a guest's browser assigns the conversation to the account and removes it from the browser", async () => {
  const thread = await threadIdOf(guest)
  const { id } = (await guest.send("POST", "/api/auth/register", registration("ada"))).json()
  expect([await readTexts(guest), await threadIdOf(guest)]).toEqual([["canary"], thread])
  expect((await write(guest, "As a member")).json()).toMatchObject({ sequence: 2, senderType: "member" })
  expect(await readTexts(await signInAs(app, id, "member"))).toEqual(["canary", "As a member"])
  await guest.send("POST", "/api/auth/logout")
  expect([guest.cookie(), await readTexts(guest), await threadIdOf(guest)]).toEqual([
    expect.stringContaining("guest="),
    [],
    null,
  ])
  await write(guest, "Somebody else here")
  expect(await readTexts(guest)).toEqual(["Somebody else here"])
  expect(await readTexts(await signInAs(app, id, "member"))).toEqual(["canary", "As a member"])
})

test("an account older than the guest's conversation does not take it over", async () => {
  const { id } = await register(app, "ada")
  await app.database.sql`update users set created_at = '2026-01-02T03:03:04.999Z'`
  await guest.send("POST", "/api/auth/login", { usernameOrEmail: "ada", password: PASSWORD })
  expect([await readTexts(guest), await threadIdOf(guest)]).toEqual([[], null])
  await write(guest, "Ada's own")
  await guest.send("POST", "/api/auth/logout")
  expect(await readTexts(guest)).toEqual(["canary"])
  expect(await readTexts(await signInAs(app, id, "member"))).toEqual(["Ada's own"])
})

test("a member who has a conversation keeps it and does not take over the guest's", async () => {
  const ada = await register(app, "ada")
  await write(ada, "Ada's own")
  const signedIn = openBrowser(app, { cookie: `${guest.cookie()}; ${ada.cookie()}` })
  expect([await readTexts(signedIn), await readTexts(guest)]).toEqual([["Ada's own"], ["canary"]])
})

test("twenty concurrent requests in two processes assign a guest's conversation once", async () => {
  await guest.send("POST", "/api/auth/register", registration("ada"))
  const twin = await createTestApp({ database: app.database })
  const twinGuest = openBrowser(twin, { cookie: guest.cookie() })
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => readTexts(index % 2 ? guest : twinGuest)),
  )
  await twin.close()
  expect([responses, (await threads()).length]).toEqual([Array(20).fill(["canary"]), 1])
})

test("a member who starts a conversation elsewhere during the takeover keeps the new one", async () => {
  const { sql } = app.database
  const { id } = (await guest.send("POST", "/api/auth/register", registration("ada"))).json()
  const started = await sql.begin(async (tx) => {
    await tx`select from chat_threads for update`
    const reading = readTexts(guest)
    const waiting = () =>
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(waiting).toHaveLength(1)
    await write(await signInAs(app, id, "member"), "From elsewhere")
    return [reading]
  })
  expect(await started[0]).toEqual(["From elsewhere"])
  await guest.send("POST", "/api/auth/logout")
  expect(await readTexts(guest)).toEqual(["canary"])
})

test("administrators' changes to a conversation do not affect the guest's access", async () => {
  const admin = await signInAsNewAdmin(app, "root")
  const id = await threadIdOf(guest)
  for (const changes of [{ state: "done" }, { assignedTo: admin.id }, { isBlocked: true }, { isBlocked: false }]) {
    await changeThread(admin, id, changes)
    expect([changes, await threadIdOf(guest), await readTexts(guest)]).toEqual([changes, id, ["canary"]])
  }
  expect((await admin.send("GET", `/api/admin/chat/threads/${id}`)).json().state).toBe("done")
  await write(guest, "One more thing")
  expect((await admin.send("GET", `/api/admin/chat/threads/${id}`)).json().state).toBe("open")
})
