import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createTestApp, openBrowser, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { authenticateMember } from "./service/sessions.ts"
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
const sessionRows = () => app.database.db.select().from(sessions)
const setDay = (day: string) => app.setNow(new Date(`${day}T00:00:00Z`))

test("a sign-in replaces a session cookie that was planted in the browser", async () => {
  await register(app, "ada")
  const planted = { cookie: "session=planted-by-somebody" }
  const response = await openBrowser(app, planted).send("POST", "/api/auth/login", {
    usernameOrEmail: "ada",
    password: PASSWORD,
  })
  expect(response.cookies.find(({ name }) => name === "session")?.value).toMatch(/^[\w-]{43}$/)
  expect(await status(openBrowser(app, planted))).toBe(401)
})

test("a second sign-in in the same browser replaces the first session", async () => {
  const ada = await register(app, "ada")
  const before = ada.cookie()
  await signIn("ada", {}, ada)
  const old = await app.send({ url: "/api/auth/user", headers: { cookie: before } })
  expect([old.statusCode, await status(ada), (await sessionRows()).length]).toEqual([401, 200, 1])
})

test("requests that arrive together share a query, and each gets its own session", async () => {
  const [ada, guy, ended] = [await register(app, "ada"), await register(app, "guy"), await register(app, "toto")]
  const secrets = [ada, guy, ada, ended].map((browser) => /session=([\w-]+)/.exec(browser.cookie())?.[1] ?? "")
  await ended.send("POST", "/api/auth/logout")
  const query = vi.spyOn(app.database.pool, "query")
  const members = await Promise.all([...secrets, "unknown"].map((secret) => authenticateMember(app.deps, secret)))
  expect(query).toHaveBeenCalledTimes(1)
  const ids = new Map((await app.database.db.select().from(users)).map(({ id, username }) => [id, username]))
  expect(members.map((member) => member && ids.get(member.id))).toEqual(["ada", "guy", "ada", null, null])
})

test("a member's session expires after 14 idle days and after 30 days at most", async () => {
  const ada = await register(app, "ada")
  const statuses = []
  for (const day of ["2026-01-14", "2026-01-27", "2026-01-30", "2026-01-31"]) {
    setDay(day)
    statuses.push(await status(ada))
  }
  expect(statuses).toEqual([200, 200, 200, 401])
  const idle = await signIn("ada")
  app.setNow(new Date("2026-02-14T00:00:01Z"))
  expect(await status(idle)).toBe(401)
})

test("an administrator's session expires after 30 idle minutes and after 12 hours at most", async () => {
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

test("the sweep deletes expired sessions and devices and keeps open sessions", async () => {
  await register(app, "ada")
  setDay("2026-01-10")
  const later = await signIn("ada")
  setDay("2026-01-16")
  await sweepAccounts(app.deps)
  expect([(await sessionRows()).length, await status(later)]).toEqual([1, 200])
  setDay("2027-03-01")
  await sweepAccounts(app.deps)
  expect([await sessionRows(), await app.database.db.select().from(knownDevices)]).toEqual([[], []])
})

test("signing out ends this session in every process and keeps the others", async () => {
  const [first, second] = [await register(app, "ada"), await signIn("ada")]
  const otherApp = await createTestApp({ database: app.database })
  const cookie = first.cookie()
  const response = await first.send("POST", "/api/auth/logout")
  expect(response.headers["clear-site-data"]).toBe('"cache"')
  expect([response.statusCode, response.body]).toEqual([204, ""])
  expect(response.cookies.map(({ name, value }) => [name, value])).toEqual([
    ["session", ""],
    ["signed_in", ""],
  ])
  const otherResponse = await otherApp.send({ url: "/api/auth/user", headers: { cookie } })
  expect([otherResponse.statusCode, await status(first), await status(second)]).toEqual([401, 401, 200])
  await otherApp.close()
  expect((await app.send({ method: "POST", url: "/api/auth/logout" })).statusCode).toBe(204)
})

test("the session list shows the member's own sessions, the current one first", async () => {
  await register(app, "eve")
  const ada = await register(app, "ada", { "user-agent": PHONE })
  setDay("2026-01-02")
  const laptop = await signIn("ada", { "user-agent": LAPTOP })
  setDay("2026-01-04")
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

test("a member can end one of their own sessions, but not another member's", async () => {
  const [ada, eve] = [await register(app, "ada"), await register(app, "eve")]
  const phone = await signIn("ada")
  const [current, other] = (await ada.send("GET", "/api/user/sessions")).json<{ id: string }[]>()
  const endSession = (browser: Browser, id = "") => browser.send("DELETE", `/api/user/sessions/${id}`)
  expect((await endSession(eve, other?.id)).json().code).toBe("session.unknown")
  expect([(await endSession(ada, other?.id)).statusCode, (await endSession(ada, other?.id)).statusCode]).toEqual([
    204, 404,
  ])
  expect([await status(phone), await status(ada), await status(eve)]).toEqual([401, 200, 200])
  const response = await endSession(ada, current?.id)
  expect([response.statusCode, response.cookies.map(({ value }) => value)]).toEqual([204, ["", ""]])
  expect(await status(ada)).toBe(401)
})

test("signing out everywhere ends all sessions of the member in every process and no others", async () => {
  const [ada, eve, phone] = [await register(app, "ada"), await register(app, "eve"), await signIn("ada")]
  const otherApp = await createTestApp({ database: app.database })
  expect((await ada.send("DELETE", "/api/user/sessions")).statusCode).toBe(204)
  const otherResponse = await otherApp.send({ url: "/api/auth/user", headers: { cookie: phone.cookie() } })
  await otherApp.close()
  expect([otherResponse.statusCode, await status(ada), await status(eve)]).toEqual([401, 401, 200])
})

test("a sign-in from a new device sends one email in the user's language", async () => {
  const ada = await register(app, "ada", { "accept-language": "fr", "user-agent": PHONE })
  await ada.send("POST", "/api/auth/logout")
  await signIn("ada", {}, ada)
  const laptop = await signIn("ada", { "user-agent": LAPTOP })
  await laptop.send("POST", "/api/auth/logout")
  await signIn("ada", {}, laptop)
  const notices = (await app.deliver()).filter(({ subject }) => subject.includes("appareil"))
  expect(notices).toMatchObject([{ to: ada.email, language: "fr" }])
  expect(notices[0]?.text.replace(/\s+/g, " ")).toContain(
    "Firefox, Windows, 31 décembre 2025, 19:00 (heure de New York)",
  )
})

const changeRole = (by: Browser, body: object) => by.send("POST", "/api/admin/users/role", body)

test("a change of role ends the user's sessions", async () => {
  const [admin, ada] = [await signInAsAdmin(app, "root"), await register(app, "ada")]
  const response = await changeRole(admin, { userId: ada.id, role: "volunteer", approved: "true" })
  expect([response.statusCode, response.json()]).toMatchObject([
    200,
    { id: ada.id, role: "volunteer", approved: "true", email: ada.email },
  ])
  expect([response.body.includes("assword"), await status(ada), await status(admin)]).toEqual([false, 401, 200])
})

test("closing an account ends its sessions and refuses sign-ins, and a repeated approval ends no session", async () => {
  const [admin, ada] = [await signInAsAdmin(app, "root"), await register(app, "ada")]
  await changeRole(admin, { userId: ada.id, role: "student", approved: false })
  expect([await status(ada), await status(await signIn("ada"))]).toEqual([401, 401])
  await changeRole(admin, { userId: ada.id, role: "student", approved: true })
  const again = await signIn("ada")
  await changeRole(admin, { userId: ada.id, role: "student", approved: "true" })
  expect(await status(again)).toBe(200)
})

test("the last administrator cannot be removed, even by two concurrent requests in two processes", async () => {
  const root = await signInAsAdmin(app, "root")
  const [own] = await app.database.db.select().from(users)
  for (const change of [
    { role: "student", approved: true },
    { role: "admin", approved: false },
  ])
    expect((await changeRole(root, { userId: own?.id, ...change })).json().code).toBe("admin.last")
  const otherApp = await createTestApp({ database: app.database })
  const second = await signInAsAdmin(otherApp, "second")
  const [other] = (await app.database.db.select().from(users)).filter(({ username }) => username === "second")
  const responses = await Promise.all([
    changeRole(root, { userId: other?.id, role: "student", approved: true }),
    changeRole(second, { userId: own?.id, role: "student", approved: true }),
  ])
  await otherApp.close()
  const admins = (await app.database.db.select().from(users)).filter(({ isAdmin }) => isAdmin)
  expect([responses.map(({ statusCode }) => statusCode).sort()[0], admins.length]).toEqual([200, 1])
})

test("an administrator's member session and a former administrator's session have no admin rights", async () => {
  const admin = await signInAsAdmin(app, "root")
  const [own] = await app.database.db.select().from(users)
  const asMember = await signIn("root")
  const body = { userId: own?.id, role: "admin", approved: true }
  expect((await changeRole(asMember, body)).statusCode).toBe(403)
  await app.database.db.update(users).set({ isAdmin: false })
  expect((await changeRole(admin, body)).statusCode).toBe(403)
})

test.each([
  [{ role: "king" }, { role: "Please choose a role" }],
  [{ approved: "yes" }, { approved: expect.any(String) }],
  [{ userId: "1" }, { userId: expect.any(String) }],
  [{ userId: undefined }, { userId: "User ID is required" }],
])("a change of role with %j is refused", async (invalid, fields) => {
  const admin = await signInAsAdmin(app, "root")
  const [own] = await app.database.db.select().from(users)
  const response = await changeRole(admin, { userId: own?.id, role: "admin", approved: "true", ...invalid })
  expect([response.statusCode, response.json().fields]).toEqual([400, fields])
})
