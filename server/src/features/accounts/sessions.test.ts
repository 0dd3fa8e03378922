import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { sweepAccounts } from "./service/sweep.ts"
import { knownDevices, sessions, users } from "./table.ts"

const PHONE = "Mozilla/5.0 (Linux; Android 14; SM-A057) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"
const LAPTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
  app.setNow(new Date("2026-01-01T00:00:00Z"))
})
afterEach(() => app.close())

type Browser = ReturnType<typeof openBrowser>
const signIn = async (usernameOrEmail: string, headers = {}, browser = openBrowser(app, headers)) => {
  await browser.send("POST", "/api/auth/login", { usernameOrEmail, password: PASSWORD })
  return browser
}
const status = async (browser: Browser) => (await browser.send("GET", "/api/auth/user")).statusCode
const open = () => app.database.db.select().from(sessions)
const on = (day: string) => app.setNow(new Date(`${day}T00:00:00Z`))

test("a new sign-in is a new session: what was planted before opens nothing", async () => {
  await register(app, "ada")
  const planted = { cookie: "session=planted-by-somebody" }
  const answer = await openBrowser(app, planted).send("POST", "/api/auth/login", {
    usernameOrEmail: "ada",
    password: PASSWORD,
  })
  expect(answer.cookies.find(({ name }) => name === "session")?.value).toMatch(/^[\w-]{43}$/)
  expect(await status(openBrowser(app, planted))).toBe(401)
})

test("whoever signs in again in the same browser has one session there, and it is the new one", async () => {
  const ada = await register(app, "ada")
  const before = ada.cookie()
  await signIn("ada", {}, ada)
  const old = await app.send({ url: "/api/auth/user", headers: { cookie: before } })
  expect([old.statusCode, await status(ada), (await open()).length]).toEqual([401, 200, 1])
})

test("a session lives on with use, for thirty days in all, and fourteen without", async () => {
  const ada = await register(app, "ada")
  const statuses = []
  for (const day of ["2026-01-14", "2026-01-27", "2026-01-30", "2026-01-31"]) {
    on(day)
    statuses.push(await status(ada))
  }
  expect(statuses).toEqual([200, 200, 200, 401])
  const idle = await signIn("ada")
  app.setNow(new Date("2026-02-14T00:00:01Z"))
  expect(await status(idle)).toBe(401)
})

test("an administrator's session lives for half an hour without use, and twelve hours in all", async () => {
  const admin = await signInAsAdmin(app, "root")
  const statuses = []
  for (let minute = 29; minute < 12 * 60; minute += 29) {
    app.setNow(new Date(Date.UTC(2026, 0, 1, 0, minute)))
    statuses.push(await status(admin))
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
  app.setNow(new Date("2026-01-01T12:00:00Z"))
  expect(await status(admin)).toBe(401)
  const idle = await signInAsAdmin(app, "idle")
  app.setNow(new Date("2026-01-01T12:30:00Z"))
  expect(await status(idle)).toBe(401)
})

test("what ran out is swept away, what is open stays", async () => {
  await register(app, "ada")
  on("2026-01-10")
  const later = await signIn("ada")
  on("2026-01-16")
  await sweepAccounts(app.deps)
  expect([(await open()).length, await status(later)]).toEqual([1, 200])
  on("2027-03-01")
  await sweepAccounts(app.deps)
  expect([await open(), await app.database.db.select().from(knownDevices)]).toEqual([[], []])
})

test("signing out ends this session in every process at once, and others go on", async () => {
  const [first, second] = [await register(app, "ada"), await signIn("ada")]
  const twin = await createTestApp({ database: app.database })
  const cookie = first.cookie()
  const answer = await first.send("POST", "/api/auth/logout")
  expect([answer.statusCode, answer.body]).toEqual([204, ""])
  expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
    ["session", ""],
    ["signed_in", ""],
  ])
  const elsewhere = await twin.send({ url: "/api/auth/user", headers: { cookie } })
  expect([elsewhere.statusCode, await status(first), await status(second)]).toEqual([401, 401, 200])
  await twin.close()
  expect((await app.send({ method: "POST", url: "/api/auth/logout" })).statusCode).toBe(204)
})

test("a member sees where the account is signed in, this device first, and nobody else's", async () => {
  await register(app, "eve")
  const ada = await register(app, "ada", { "user-agent": PHONE })
  on("2026-01-02")
  const laptop = await signIn("ada", { "user-agent": LAPTOP })
  on("2026-01-04")
  await status(laptop)
  const list = await ada.send("GET", "/api/user/sessions")
  expect([list.statusCode, list.json()]).toEqual([
    200,
    [
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        device: "Chrome, Android",
        isCurrent: true,
        beganAt: "2026-01-01T00:00:00.000Z",
        usedAt: "2026-01-04T00:00:00.000Z",
      },
      {
        id: expect.any(String),
        device: "Firefox, Windows",
        isCurrent: false,
        beganAt: "2026-01-02T00:00:00.000Z",
        usedAt: "2026-01-04T00:00:00.000Z",
      },
    ],
  ])
})

test("a member ends one session, and never another member's", async () => {
  const [ada, eve] = [await register(app, "ada"), await register(app, "eve")]
  const phone = await signIn("ada")
  const [current, other] = (await ada.send("GET", "/api/user/sessions")).json<{ id: string }[]>()
  const end = (browser: Browser, id = "") => browser.send("DELETE", `/api/user/sessions/${id}`)
  expect((await end(eve, other?.id)).json().code).toBe("session.unknown")
  expect([(await end(ada, other?.id)).statusCode, (await end(ada, other?.id)).statusCode]).toEqual([204, 404])
  expect([await status(phone), await status(ada), await status(eve)]).toEqual([401, 200, 200])
  const left = await end(ada, current?.id)
  expect([left.statusCode, left.cookies.map(({ value }) => value)]).toEqual([204, ["", ""]])
  expect(await status(ada)).toBe(401)
})

test("a member signs out everywhere, also in another process, and others stay", async () => {
  const [ada, eve, phone] = [await register(app, "ada"), await register(app, "eve"), await signIn("ada")]
  const twin = await createTestApp({ database: app.database })
  expect((await ada.send("DELETE", "/api/user/sessions")).statusCode).toBe(204)
  const elsewhere = await twin.send({ url: "/api/auth/user", headers: { cookie: phone.cookie() } })
  await twin.close()
  expect([elsewhere.statusCode, await status(ada), await status(eve)]).toEqual([401, 401, 200])
})

test("a sign-in from a device that is not known is told by mail, once, in the reader's language", async () => {
  const ada = await register(app, "ada", { "accept-language": "fr", "user-agent": PHONE })
  await ada.send("POST", "/api/auth/logout")
  await signIn("ada", {}, ada)
  const laptop = await signIn("ada", { "user-agent": LAPTOP })
  await laptop.send("POST", "/api/auth/logout")
  await signIn("ada", {}, laptop)
  const told = (await app.deliver()).filter(({ subject }) => subject.includes("appareil"))
  expect(told).toMatchObject([{ to: ada.email, language: "fr" }])
  expect(told[0]?.text.replace(/\s+/g, " ")).toContain("Firefox, Windows, 31 décembre 2025, 19:00 (heure de New York)")
})

const changeRole = (by: Browser, sent: object) => by.send("POST", "/api/admin/users/role", sent)

test("an administrator gives a role, and the user's sessions end at once", async () => {
  const [admin, ada] = [await signInAsAdmin(app, "root"), await register(app, "ada")]
  const answer = await changeRole(admin, { userId: ada.id, role: "volunteer", approved: "true" })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { id: ada.id, role: "volunteer", approved: "true", email: ada.email },
  ])
  expect([answer.body.includes("assword"), await status(ada), await status(admin)]).toEqual([false, 401, 200])
})

test("who is not approved neither stays signed in nor signs in; the same again ends nothing", async () => {
  const [admin, ada] = [await signInAsAdmin(app, "root"), await register(app, "ada")]
  await changeRole(admin, { userId: ada.id, role: "student", approved: false })
  expect([await status(ada), await status(await signIn("ada"))]).toEqual([401, 401])
  await changeRole(admin, { userId: ada.id, role: "student", approved: true })
  const again = await signIn("ada")
  await changeRole(admin, { userId: ada.id, role: "student", approved: "true" })
  expect(await status(again)).toBe(200)
})

test("the last administrator stays one, also when two let each other go at once in two processes", async () => {
  const root = await signInAsAdmin(app, "root")
  const [own] = await app.database.db.select().from(users)
  for (const sent of [
    { role: "student", approved: true },
    { role: "admin", approved: false },
  ])
    expect((await changeRole(root, { userId: own?.id, ...sent })).json().code).toBe("admin.last")
  const twin = await createTestApp({ database: app.database })
  const second = await signInAsAdmin(twin, "second")
  const [other] = (await app.database.db.select().from(users)).filter(({ username }) => username === "second")
  const answers = await Promise.all([
    changeRole(root, { userId: other?.id, role: "student", approved: true }),
    changeRole(second, { userId: own?.id, role: "student", approved: true }),
  ])
  await twin.close()
  const admins = (await app.database.db.select().from(users)).filter(({ isAdmin }) => isAdmin)
  expect([answers.map(({ statusCode }) => statusCode).sort()[0], admins.length]).toEqual([200, 1])
})

test("a member session of an administrator has no rights of one, and a former one's session none", async () => {
  const admin = await signInAsAdmin(app, "root")
  const [own] = await app.database.db.select().from(users)
  const asMember = await signIn("root")
  const sent = { userId: own?.id, role: "admin", approved: true }
  expect((await changeRole(asMember, sent)).statusCode).toBe(403)
  await app.database.db.update(users).set({ isAdmin: false })
  expect((await changeRole(admin, sent)).statusCode).toBe(403)
})

test.each([
  [{ role: "king" }, { role: "Please choose a role" }],
  [{ approved: "yes" }, { approved: expect.any(String) }],
  [{ userId: "1" }, { userId: expect.any(String) }],
  [{ userId: undefined }, { userId: "User ID is required" }],
])("%j gives nobody a role", async (sent, fields) => {
  const admin = await signInAsAdmin(app, "root")
  const [own] = await app.database.db.select().from(users)
  const answer = await changeRole(admin, { userId: own?.id, role: "admin", approved: "true", ...sent })
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
})
