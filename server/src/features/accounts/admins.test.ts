import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"

const CODE = "AB12-CD34-EF56"
const FOUNDER = { username: "root", email: "root@example.org", firstName: "Ada", lastName: "Pierre" }
const SETUP = { ...FOUNDER, password: "12345678" }

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const post = (browser: Browser, call: string, body: object) => browser.send("POST", `/api/admin/${call}`, body)

async function actions(): Promise<string[]> {
  const rows = await app.database.sql<{ action: string }[]>`select action from audit_log order by created_at, id`
  return rows.map(({ action }) => action)
}

test("while there is no administrator the office is set up, once, and whoever did it is in", async () => {
  const browser = openBrowser(app)
  expect((await browser.send("GET", "/api/admin/exists")).json()).toEqual({ hasAdmin: false, asksForCode: false })
  const answer = await post(browser, "setup", SETUP)
  expect([answer.statusCode, answer.json()]).toEqual([201, { id: expect.any(String), ...FOUNDER }])
  expect((await browser.send("GET", "/api/admin/session")).json()).toMatchObject(FOUNDER)
  expect((await browser.send("GET", "/api/admin/exists")).json()).toMatchObject({ hasAdmin: true })
  const again = await post(openBrowser(app), "setup", { ...SETUP, username: "eve", email: "eve@example.org" })
  expect([again.statusCode, again.json().code]).toEqual([409, "admin.exists"])
  expect(await actions()).toEqual(["admin.created"])
})

test("of twenty who set the office up at once, in two processes, one does", async () => {
  const other = await createTestApp({ database: app.database })
  const tries = Array.from({ length: 20 }, (_, at) =>
    post(openBrowser(at % 2 ? app : other), "setup", {
      ...SETUP,
      username: `root${at}`,
      email: `root${at}@example.org`,
    }),
  )
  const codes = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
  await other.close()
  expect(codes.filter((code) => code === 201)).toHaveLength(1)
  expect(codes.filter((code) => code === 409 || code === 503)).toHaveLength(19)
  const [{ count }] = await app.database.sql<[{ count: number }]>`select count(*)::int from users where is_admin`
  expect(count).toBe(1)
})

test("where the setup asks for a code, only who knows it gets in; dashes and case do not matter", async () => {
  const guarded = await createTestApp({ database: app.database, admin: { setupCode: CODE, resetInReply: false } })
  const browser = openBrowser(guarded)
  expect((await browser.send("GET", "/api/admin/exists")).json()).toEqual({ hasAdmin: false, asksForCode: true })
  for (const setupCode of [undefined, "", "AB12-CD34-EF57", "AB12-CD34"]) {
    const answer = await post(browser, "setup", { ...SETUP, ...(setupCode !== undefined && { setupCode }) })
    expect([setupCode, answer.statusCode, answer.json().code]).toEqual([setupCode, 403, "setup_code.wrong"])
  }
  expect((await post(browser, "setup", { ...SETUP, setupCode: " ab12cd34 ef56" })).statusCode).toBe(201)
  await guarded.close()
})

test.each([
  [{ username: "" }, "username"],
  [{ username: " " }, "username"],
  [{ email: "root" }, "email"],
  [{ firstName: "" }, "firstName"],
  [{ lastName: undefined }, "lastName"],
  [{ password: "1234567" }, "password"],
  [{ password: "x".repeat(257) }, "password"],
  [{ password: 12345678 }, "password"],
])("a setup with %j is refused, and there is still no administrator", async (wrong, field) => {
  const answer = await post(openBrowser(app), "setup", { ...SETUP, ...wrong })
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]])
  expect((await openBrowser(app).send("GET", "/api/admin/exists")).json().hasAdmin).toBe(false)
})

test("what the setup does not know is refused, and so is a name that a member has", async () => {
  expect((await post(openBrowser(app), "setup", { ...SETUP, isAdmin: true })).statusCode).toBe(400)
  await register(app, "root")
  const answer = await post(openBrowser(app), "setup", SETUP)
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([409, ["username", "email"]])
})

test("an administrator signs in by name or address; a member with the right password does not", async () => {
  await post(openBrowser(app), "setup", SETUP)
  await register(app, "ada")
  for (const username of ["root", "ROOT", "root@example.org", " root "]) {
    const browser = openBrowser(app)
    const answer = await post(browser, "login", { username, password: SETUP.password })
    expect([username, answer.statusCode, answer.json()]).toEqual([
      username,
      200,
      { id: expect.any(String), ...FOUNDER },
    ])
    expect((await browser.send("GET", "/api/admin/session")).statusCode).toBe(200)
  }
  for (const [username, password] of [
    ["root", "wrong"],
    ["nobody", SETUP.password],
    ["ada", PASSWORD],
  ]) {
    const answer = await post(openBrowser(app), "login", { username, password })
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { code: "admin_login.refused", message: "Invalid username or password" },
    ])
  }
})

test("a member's session of the same person has no rights of an administrator", async () => {
  await post(openBrowser(app), "setup", SETUP)
  const member = openBrowser(app)
  const asked = { usernameOrEmail: "root", password: SETUP.password }
  expect((await member.send("POST", "/api/auth/login", asked)).statusCode).toBe(200)
  expect((await member.send("GET", "/api/admin/session")).statusCode).toBe(403)
  expect((await member.send("GET", "/api/admin/users")).statusCode).toBe(403)
})

test("signing out ends the rights, and twice is as good as once", async () => {
  const browser = openBrowser(app)
  await post(browser, "setup", SETUP)
  const stolen = browser.cookie()
  expect((await post(browser, "logout", {})).statusCode).toBe(204)
  expect((await post(browser, "logout", {})).statusCode).toBe(204)
  const thief = openBrowser(app, { cookie: stolen })
  expect((await thief.send("GET", "/api/admin/session")).statusCode).toBe(401)
})

test("an administrator's rights lapse after thirty minutes without a call, and after twelve hours in all", async () => {
  const admin = await signInAsAdmin(app, "root")
  const began = app.deps.now().getTime()
  const minutesLater = async (minutes: number) => {
    app.setNow(new Date(began + minutes * 60_000))
    return (await admin.send("GET", "/api/admin/session")).statusCode
  }
  for (let minutes = 29; minutes < 12 * 60; minutes += 29)
    expect([minutes, await minutesLater(minutes)]).toEqual([minutes, 200])
  expect(await minutesLater(12 * 60 + 1)).toBe(401)
  const idle = await signInAsAdmin(app, "idle")
  app.setNow(new Date(app.deps.now().getTime() + 31 * 60_000))
  expect((await idle.send("GET", "/api/admin/session")).statusCode).toBe(401)
})

test("the cookie lasts as long as a session in use does: an administrator's twelve hours, a member's thirty days", async () => {
  const { cookies } = await post(openBrowser(app), "setup", SETUP)
  const member = await openBrowser(app).send("POST", "/api/auth/login", {
    usernameOrEmail: "root",
    password: SETUP.password,
  })
  const hours = [cookies, member.cookies].map((set) => {
    const end = set.find(({ name }) => name === "session")?.expires?.getTime() ?? 0
    return (end - app.deps.now().getTime()) / 3_600_000
  })
  expect(hours).toEqual([12, 30 * 24])
})

test("a forgotten password is set anew by the letter, whose link leads to the office and works once", async () => {
  await post(openBrowser(app), "setup", SETUP)
  const browser = openBrowser(app)
  const asked = await post(browser, "password/forgot", { usernameOrEmail: "root" })
  expect([asked.statusCode, asked.json()]).toEqual([202, {}])
  const [email] = await app.deliver()
  const [, userId, token] = email?.text.match(/\/admin#user=([\w-]+)&token=(\w+)/) ?? []
  for (const wrong of [{ newPassword: "1234567" }, { token: "x" }, { userId: "x" }, { token: {} }, { more: 1 }]) {
    const answer = await post(browser, "password/reset", { userId, token, newPassword: "87654321", ...wrong })
    expect([wrong, answer.statusCode]).toEqual([wrong, 400])
  }
  expect((await post(browser, "password/reset", { userId, token, newPassword: "87654321" })).statusCode).toBe(204)
  const again = await post(browser, "password/reset", { userId, token, newPassword: "99999999" })
  expect([again.statusCode, again.json().code]).toEqual([400, "reset.expired"])
  expect((await post(browser, "login", { username: "root", password: "87654321" })).statusCode).toBe(200)
  expect(await actions()).toEqual(["admin.created", "admin.password_reset", "admin.signed_in"])
})

test("nobody but an administrator gets such a letter, and a member's letter does not open this way", async () => {
  await post(openBrowser(app), "setup", SETUP)
  const { id } = await register(app, "ada")
  await app.deliver()
  const sent = app.emails.length
  const browser = openBrowser(app)
  for (const usernameOrEmail of ["ada", "nobody@example.org"]) {
    const answer = await post(browser, "password/forgot", { usernameOrEmail })
    expect([answer.statusCode, answer.json()]).toEqual([202, {}])
  }
  await app.deliver()
  expect(app.emails).toHaveLength(sent)
  await browser.send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
  const email = (await app.deliver()).at(-1)
  const [, token] = email?.text.match(/&token=(\w+)/) ?? []
  const answer = await post(browser, "password/reset", { userId: id, token, newPassword: "87654321" })
  expect([answer.statusCode, answer.json().code]).toEqual([400, "reset.expired"])
})

test("only where a setting for tests says so the answer holds what the letter would", async () => {
  const told = await createTestApp({ database: app.database, admin: { setupCode: undefined, resetInReply: true } })
  const browser = openBrowser(told)
  await post(browser, "setup", SETUP)
  await register(app, "ada")
  expect((await post(browser, "password/forgot", { usernameOrEmail: "ada" })).json()).toEqual({})
  const { resetToken, userId } = (await post(browser, "password/forgot", { usernameOrEmail: "root" })).json()
  const reset = { userId, token: resetToken, newPassword: "87654321" }
  expect((await post(openBrowser(told), "password/reset", reset)).statusCode).toBe(204)
  expect((await browser.send("GET", "/api/admin/session")).statusCode).toBe(401)
  await told.close()
})

test("another password needs the current one, ends the other sessions, and is written down", async () => {
  const here = openBrowser(app)
  await post(here, "setup", SETUP)
  const there = openBrowser(app)
  await post(there, "login", { username: "root", password: SETUP.password })
  const change = (currentPassword: string, newPassword: string) =>
    post(here, "change-password", { currentPassword, newPassword })
  expect((await change("wrong", "87654321")).json().fields).toEqual({ currentPassword: expect.any(String) })
  expect((await change(SETUP.password, "1234567")).statusCode).toBe(400)
  expect((await change(SETUP.password, "87654321")).statusCode).toBe(204)
  expect((await here.send("GET", "/api/admin/session")).statusCode).toBe(200)
  expect((await there.send("GET", "/api/admin/session")).statusCode).toBe(401)
  expect(await actions()).toEqual(["admin.created", "admin.signed_in", "admin.password_changed"])
})

test("the members' page sets an administrator's password by the office's rule, and it is written down", async () => {
  const root = await signInAsAdmin(app, "root")
  const change = (newPassword: string) =>
    root.send("POST", "/api/auth/password/change", { currentPassword: PASSWORD, newPassword })
  expect((await change("1234567")).json().fields).toEqual({ newPassword: expect.stringContaining("8 characters") })
  expect(await actions()).toEqual([])
  expect((await change("12345678")).statusCode).toBe(200)
  expect(await actions()).toEqual(["admin.password_changed"])
})

test("a page of another website sets nothing up and signs nobody in", async () => {
  const foreign = openBrowser(app, { origin: "https://evil.example", "sec-fetch-site": "cross-site" })
  expect((await post(foreign, "setup", SETUP)).statusCode).toBe(403)
  await post(openBrowser(app), "setup", SETUP)
  expect((await post(foreign, "login", { username: "root", password: SETUP.password })).statusCode).toBe(403)
})

test("a machine that guesses is stopped, for one name and for one address", async () => {
  const limited = await createTestApp({ database: app.database, rateLimits: true })
  await post(openBrowser(limited), "setup", SETUP)
  const guess = (username: string) => post(openBrowser(limited), "login", { username, password: "wrong" })
  for (let at = 0; at < 5; at++) expect((await guess("root")).statusCode).toBe(401)
  expect((await guess("root")).json().code).toBe("challenge.required")
  for (let at = 6; at < 30; at++) expect((await guess(`name${at}`)).statusCode).toBe(401)
  const stopped = await guess("another")
  expect([stopped.statusCode, Number(stopped.headers["retry-after"]) > 0]).toEqual([429, true])
  await limited.close()
})
