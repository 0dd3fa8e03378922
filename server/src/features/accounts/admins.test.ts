import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"

const CODE = "AB12-CD34-EF56"
const FOUNDER = { username: "root", email: "root@example.org", firstName: "Ada", lastName: "Pierre" }
const SETUP = { ...FOUNDER, password: "kokoye-8" }

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const post = (browser: Browser, path: string, body: object) => browser.send("POST", `/api/admin/${path}`, body)

async function actions(): Promise<string[]> {
  const rows = await app.database.sql<{ action: string }[]>`select action from audit_log order by created_at, id`
  return rows.map(({ action }) => action)
}

test("the setup creates the first administrator once and signs them in", async () => {
  const browser = openBrowser(app)
  expect((await browser.send("GET", "/api/admin/exists")).json()).toEqual({ hasAdmin: false, asksForCode: false })
  const response = await post(browser, "setup", SETUP)
  expect([response.statusCode, response.json()]).toEqual([201, { admin: { id: expect.any(String), ...FOUNDER } }])
  expect((await browser.send("GET", "/api/admin/session")).json()).toMatchObject(FOUNDER)
  expect((await browser.send("GET", "/api/admin/exists")).json()).toMatchObject({ hasAdmin: true })
  const again = await post(openBrowser(app), "setup", { ...SETUP, username: "eve", email: "eve@example.org" })
  expect([again.statusCode, again.json().code]).toEqual([409, "admin.exists"])
  expect(await actions()).toEqual(["admin.created"])
})

test("of 20 concurrent setups in two processes one succeeds", async () => {
  const other = await createTestApp({ database: app.database })
  const attempts = Array.from({ length: 20 }, (_, index) =>
    post(openBrowser(index % 2 ? app : other), "setup", {
      ...SETUP,
      username: `root${index}`,
      email: `root${index}@example.org`,
    }),
  )
  const codes = (await Promise.all(attempts)).map(({ statusCode }) => statusCode)
  await other.close()
  expect(codes.filter((code) => code === 201)).toHaveLength(1)
  expect(codes.filter((code) => code === 409 || code === 503)).toHaveLength(19)
  const [{ count }] = await app.database.sql<[{ count: number }]>`select count(*)::int from users where is_admin`
  expect(count).toBe(1)
})

test("a setup with a configured code requires it, regardless of dashes and case", async () => {
  const guarded = await createTestApp({ database: app.database, admin: { setupCode: CODE, resetInReply: false } })
  const browser = openBrowser(guarded)
  expect((await browser.send("GET", "/api/admin/exists")).json()).toEqual({ hasAdmin: false, asksForCode: true })
  for (const setupCode of [undefined, "", "AB12-CD34-EF57", "AB12-CD34"]) {
    const response = await post(browser, "setup", { ...SETUP, ...(setupCode !== undefined && { setupCode }) })
    expect([setupCode, response.statusCode, response.json().code]).toEqual([setupCode, 403, "setup_code.wrong"])
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
])("a setup with %j is refused and creates no administrator", async (invalid, field) => {
  const response = await post(openBrowser(app), "setup", { ...SETUP, ...invalid })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
  expect((await openBrowser(app).send("GET", "/api/admin/exists")).json().hasAdmin).toBe(false)
})

test("a setup with an unknown field or a taken name is refused", async () => {
  expect((await post(openBrowser(app), "setup", { ...SETUP, isAdmin: true })).statusCode).toBe(400)
  await register(app, "root")
  const response = await post(openBrowser(app), "setup", SETUP)
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([409, ["username", "email"]])
})

test("an administrator signs in by user name or email, and a member with the right password is refused", async () => {
  await post(openBrowser(app), "setup", SETUP)
  await register(app, "ada")
  for (const username of ["root", "ROOT", "root@example.org", " root "]) {
    const browser = openBrowser(app)
    const response = await post(browser, "login", { username, password: SETUP.password })
    expect([username, response.statusCode, response.json()]).toEqual([
      username,
      200,
      { admin: { id: expect.any(String), ...FOUNDER } },
    ])
    expect((await browser.send("GET", "/api/admin/session")).statusCode).toBe(200)
  }
  for (const [username, password] of [
    ["root", "wrong"],
    ["nobody", SETUP.password],
    ["ada", PASSWORD],
  ]) {
    const response = await post(openBrowser(app), "login", { username, password })
    expect([response.statusCode, response.json()]).toEqual([
      401,
      { code: "admin_login.refused", message: "Invalid username or password" },
    ])
  }
})

test("a member session of an administrator is refused in the admin area", async () => {
  await post(openBrowser(app), "setup", SETUP)
  const member = openBrowser(app)
  const credentials = { usernameOrEmail: "root", password: SETUP.password }
  expect((await member.send("POST", "/api/auth/login", credentials)).statusCode).toBe(200)
  expect((await member.send("GET", "/api/admin/session")).statusCode).toBe(403)
  expect((await member.send("GET", "/api/admin/users")).statusCode).toBe(403)
})

test("signing out ends the session and is idempotent", async () => {
  const browser = openBrowser(app)
  await post(browser, "setup", SETUP)
  const stolen = browser.cookie()
  expect((await post(browser, "logout", {})).statusCode).toBe(204)
  expect((await post(browser, "logout", {})).statusCode).toBe(204)
  const thief = openBrowser(app, { cookie: stolen })
  expect((await thief.send("GET", "/api/admin/session")).statusCode).toBe(401)
})

test("an administrator's session expires after 30 minutes without a request and after 12 hours at most", async () => {
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

test("the cookie expires with the absolute lifetime: 12 hours for an administrator, 30 days for a member", async () => {
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

test("a reset email links to the admin area and its token sets a password once", async () => {
  await post(openBrowser(app), "setup", SETUP)
  const browser = openBrowser(app)
  const requested = await post(browser, "password/forgot", { usernameOrEmail: "root" })
  expect([requested.statusCode, requested.json()]).toEqual([202, {}])
  const [email] = await app.deliver()
  const [, userId, token] = email?.text.match(/\/admin#user=([\w-]+)&token=(\w+)/) ?? []
  for (const invalid of [{ newPassword: "1234567" }, { token: "x" }, { userId: "x" }, { token: {} }, { more: 1 }]) {
    const response = await post(browser, "password/reset", { userId, token, newPassword: "zaboka-9", ...invalid })
    expect([invalid, response.statusCode]).toEqual([invalid, 400])
  }
  expect((await post(browser, "password/reset", { userId, token, newPassword: "zaboka-9" })).statusCode).toBe(204)
  const again = await post(browser, "password/reset", { userId, token, newPassword: "kachiman" })
  expect([again.statusCode, again.json().code]).toEqual([400, "reset.expired"])
  expect((await post(browser, "login", { username: "root", password: "zaboka-9" })).statusCode).toBe(200)
  expect(await actions()).toEqual(["admin.created", "admin.password_reset", "admin.signed_in"])
})

test("only an administrator gets an admin reset email, and a member's token is refused", async () => {
  await post(openBrowser(app), "setup", SETUP)
  const { id } = await register(app, "ada")
  await app.deliver()
  const count = app.emails.length
  const browser = openBrowser(app)
  for (const usernameOrEmail of ["ada", "nobody@example.org"]) {
    const response = await post(browser, "password/forgot", { usernameOrEmail })
    expect([response.statusCode, response.json()]).toEqual([202, {}])
  }
  await app.deliver()
  expect(app.emails).toHaveLength(count)
  await browser.send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
  const email = (await app.deliver()).at(-1)
  const [, token] = email?.text.match(/&token=(\w+)/) ?? []
  const response = await post(browser, "password/reset", { userId: id, token, newPassword: "zaboka-9" })
  expect([response.statusCode, response.json().code]).toEqual([400, "reset.expired"])
})

test("the response holds the reset token only when resetInReply is set", async () => {
  const revealing = await createTestApp({ database: app.database, admin: { setupCode: undefined, resetInReply: true } })
  const browser = openBrowser(revealing)
  await post(browser, "setup", SETUP)
  await register(app, "ada")
  expect((await post(browser, "password/forgot", { usernameOrEmail: "ada" })).json()).toEqual({})
  const { resetToken, userId } = (await post(browser, "password/forgot", { usernameOrEmail: "root" })).json()
  const reset = { userId, token: resetToken, newPassword: "zaboka-9" }
  expect((await post(openBrowser(revealing), "password/reset", reset)).statusCode).toBe(204)
  expect((await browser.send("GET", "/api/admin/session")).statusCode).toBe(401)
  await revealing.close()
})

test("a password change requires the current password, ends the other sessions and is recorded in the audit log", async () => {
  const current = openBrowser(app)
  await post(current, "setup", SETUP)
  const other = openBrowser(app)
  await post(other, "login", { username: "root", password: SETUP.password })
  const change = (currentPassword: string, newPassword: string) =>
    post(current, "change-password", { currentPassword, newPassword })
  expect((await change("wrong", "zaboka-9")).json().fields).toEqual({ currentPassword: expect.any(String) })
  expect((await change(SETUP.password, "1234567")).statusCode).toBe(400)
  expect((await change(SETUP.password, "zaboka-9")).statusCode).toBe(204)
  expect((await current.send("GET", "/api/admin/session")).statusCode).toBe(200)
  expect((await other.send("GET", "/api/admin/session")).statusCode).toBe(401)
  expect(await actions()).toEqual(["admin.created", "admin.signed_in", "admin.password_changed"])
})

test("the member page requires the admin password length from an administrator and records the change", async () => {
  const root = await signInAsAdmin(app, "root")
  const change = (newPassword: string) =>
    root.send("POST", "/api/auth/password/change", { currentPassword: PASSWORD, newPassword })
  expect((await change("kokoye7")).json().fields).toEqual({ newPassword: expect.stringContaining("8 characters") })
  expect(await actions()).toEqual([])
  expect((await change("kokoye-8")).statusCode).toBe(200)
  expect(await actions()).toEqual(["admin.password_changed"])
})

test("a setup and a sign-in from another site are refused", async () => {
  const foreign = openBrowser(app, { origin: "https://evil.example", "sec-fetch-site": "cross-site" })
  expect((await post(foreign, "setup", SETUP)).statusCode).toBe(403)
  await post(openBrowser(app), "setup", SETUP)
  expect((await post(foreign, "login", { username: "root", password: SETUP.password })).statusCode).toBe(403)
})

test("password guesses are limited per account and per IP address", async () => {
  const limited = await createTestApp({ database: app.database, rateLimits: true })
  await post(openBrowser(limited), "setup", SETUP)
  const guess = (username: string) => post(openBrowser(limited), "login", { username, password: "wrong" })
  for (let count = 0; count < 5; count++) expect((await guess("root")).statusCode).toBe(401)
  expect((await guess("root")).json().code).toBe("challenge.required")
  for (let count = 6; count < 30; count++) expect((await guess(`name${count}`)).statusCode).toBe(401)
  const stopped = await guess("another")
  expect([stopped.statusCode, Number(stopped.headers["retry-after"]) > 0]).toEqual([429, true])
  await limited.close()
})
