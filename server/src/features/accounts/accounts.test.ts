import type { LightMyRequestResponse } from "fastify"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, readPageRequest, type TestApp } from "#testing.ts"
import { sessions, users } from "./table.ts"

const ADA = {
  firstName: "Ada",
  lastName: "Pierre",
  username: "Ada",
  email: "Ada@example.org",
  password: "anba pye mango a",
  loginProvider: "haitech",
}
const PUBLIC = {
  email: ADA.email,
  username: "Ada",
  firstName: "Ada",
  lastName: "Pierre",
  profileImageUrl: null,
  role: "student",
}

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
})
afterEach(() => app.close())

const register = (more: object = {}, headers = {}) =>
  app.send({ method: "POST", url: "/api/auth/register", payload: { ...ADA, ...more }, headers })
const login = (usernameOrEmail: unknown, password: unknown, headers = {}) =>
  app.send({ method: "POST", url: "/api/auth/login", payload: { usernameOrEmail, password }, headers })
const readUser = (cookie = "") => app.send({ url: "/api/auth/user", headers: cookie ? { cookie } : {} })
const postForm = (url: string, fields: Record<string, string>, cookie?: string) =>
  app.send({
    method: "POST",
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: "http://localhost:3000",
      ...(cookie && { cookie }),
    },
  })
const rows = () => app.database.db.select().from(users).orderBy(users.id)
const sessionRows = () => app.database.db.select().from(sessions)

/** The session cookie as a browser sends it. */
function cookieOf({ cookies }: LightMyRequestResponse): string {
  const cookie = cookies.find(({ name }) => name === "session")
  return cookie ? `session=${cookie.value}` : expect.fail("no session began")
}

test("a registration signs the user in and ignores fields that the form does not have", async () => {
  const response = await register({ isAdmin: true, approved: false, id: "x", emailVerifiedAt: "2026-01-01T00:00:00Z" })
  const [row] = await rows()
  expect([response.statusCode, response.json()]).toEqual([201, { id: row?.id, ...PUBLIC }])
  expect(row).toMatchObject({ role: "student", isAdmin: false, approved: true, loginProvider: "haitech" })
  expect(row?.passwordHash).toMatch(/^\$argon2id\$/)
  expect((await readUser(cookieOf(response))).json()).toEqual({ id: row?.id, ...PUBLIC })
})

test("the program that somebody chose when joining is the new member's, also from a plain form", async () => {
  const programsOf = async (response: LightMyRequestResponse) =>
    (await app.send({ url: "/api/user/profile", headers: { cookie: cookieOf(response) } })).json().programs
  expect(await programsOf(await register({ program: "coding" }))).toEqual(["coding"])
  const fields = { ...ADA, confirmPassword: ADA.password, page: "/" }
  const plain = (name: string, program: string) =>
    postForm("/api/auth/register", { ...fields, username: name, email: `${name}@example.org`, program })
  expect(await programsOf(await plain("bea", "languages"))).toEqual(["languages"])
  expect(await programsOf(await plain("cleo", "general"))).toEqual([])
  expect(await programsOf(await plain("dina", ""))).toEqual([])
  const refused = await register({ username: "eve", email: "eve@example.org", program: "cooking" })
  expect([refused.statusCode, refused.json().fields]).toEqual([400, { program: expect.any(String) }])
})

test("scripts cannot read the session cookie, and the stored hash is no valid session", async () => {
  const response = await register()
  const cookie = response.cookies.find(({ name }) => name === "session")
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" })
  expect(cookie?.domain).toBeUndefined()
  const hint = response.cookies.find(({ name }) => name === "signed_in")
  expect(hint).not.toHaveProperty("httpOnly")
  expect(hint?.value).toMatch(/^[0-9a-f]{16}$/)
  expect(cookie?.value).not.toContain(hint?.value)
  const [row] = await sessionRows()
  expect(row?.sid).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(row)).not.toContain(cookie?.value)
  expect((await readUser(`session=${row?.sid}`)).statusCode).toBe(401)
})

test.each(["ada", "ADA", "ada@example.org", "  Ada@Example.ORG "])(
  "%j signs in with the right password",
  async (name) => {
    await register()
    const response = await login(name, ADA.password)
    expect([response.statusCode, response.json().username]).toEqual([200, "Ada"])
    expect((await readUser(cookieOf(response))).statusCode).toBe(200)
  },
)

test.each([
  ["ada", "anba pye mango A"],
  ["nobody", "anba pye mango a"],
  ["ada", "anba pye mango a "],
])("the login %j with the password %j is refused with a general message", async (name, password) => {
  await register()
  const response = await login(name, password)
  expect([response.statusCode, response.json()]).toEqual([
    401,
    { code: "login.refused", message: "Invalid username/email or password. Please try again." },
  ])
  expect([response.cookies, (await sessionRows()).length]).toEqual([[], 1])
})

test("a closed account cannot sign in or stay signed in, and an account without a password cannot sign in", async () => {
  const cookie = cookieOf(await register())
  await app.database.db.update(users).set({ approved: false })
  expect([(await login("ada", ADA.password)).statusCode, (await readUser(cookie)).statusCode]).toEqual([401, 401])
  await app.database.db.update(users).set({ approved: true, passwordHash: null })
  expect((await login("ada", "nobody has this password")).statusCode).toBe(401)
})

test("a taken user name or email is refused in upper and lower case, with the taken fields", async () => {
  await register()
  const both = await register({ username: "ADA", email: "ada@EXAMPLE.org" })
  expect([both.statusCode, both.json().code, both.json().fields]).toEqual([
    409,
    "account.taken",
    { username: "This username is taken", email: "There is already an account with this email" },
  ])
  expect((await register({ email: "eve@example.org" })).json().fields).toEqual({ username: "This username is taken" })
  expect([(await rows()).length, (await sessionRows()).length]).toEqual([1, 1])
})

test("of concurrent registrations of one name in two processes one succeeds", async () => {
  await app.close()
  app = await createTestApp()
  const otherApp = await createTestApp({ database: app.database })
  const send = (index: number) =>
    (index % 2 ? app : otherApp).send({
      method: "POST",
      url: "/api/auth/register",
      payload: { ...ADA, email: `ada${index}@example.org` },
    })
  const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => send(index)))
  await otherApp.close()
  const statuses = responses.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([201, ...Array(9).fill(409)])
  expect(await rows()).toHaveLength(1)
})

test.each([
  [{ username: "ad" }, { username: "Username must be at least 3 characters" }],
  [{ username: "eve@example.org" }, { username: "A username cannot contain @" }],
  [{ password: "12345" }, { password: "Password must be at least 6 characters" }],
  [{ password: "x".repeat(100_000) }, undefined],
  [{ firstName: "" }, { firstName: "First name is required" }],
  [{ email: "ada" }, { email: "Please enter a valid email address" }],
  [{ loginProvider: "google" }, { loginProvider: expect.any(String) }],
  [{ role: "admin" }, { role: "Please choose a role" }],
  [{ role: "mentor" }, { password: "Password needs an uppercase and a lowercase letter, a number and one of @$!%*?&" }],
  [
    { role: "ambassador", username: "Ada P", password: "Aa1!" },
    {
      username: "Username can only contain letters, numbers, hyphens and underscores",
      password: "Password must be at least 12 characters",
    },
  ],
])("a registration with %j is refused", async (invalid, fields) => {
  const response = await register(invalid)
  expect([response.statusCode, response.json().fields]).toEqual([fields ? 400 : 413, fields])
  expect(await rows()).toEqual([])
})

test("a sign-in with values other than strings is refused", async () => {
  for (const [name, password] of [
    [{ $ne: "" }, "x"],
    ["ada", ["x"]],
    [null, null],
    ["ada", { length: 9 }],
  ]) {
    expect((await login(name, password)).statusCode).toBe(400)
  }
})

test("requests from another origin can neither sign a user in nor out", async () => {
  const cookie = cookieOf(await register())
  const evil = { cookie, origin: "https://evil.test" }
  for (const url of ["/api/auth/logout", "/api/auth/login", "/api/auth/register"]) {
    expect((await app.send({ method: "POST", url, headers: evil, payload: {} })).statusCode).toBe(403)
  }
  expect((await readUser(cookie)).statusCode).toBe(200)
})

test("plain forms register and sign out without JavaScript, and a failed sign-in form omits the password", async () => {
  const registered = await postForm("/api/auth/register", { ...ADA, confirmPassword: ADA.password, page: "/fr/about" })
  expect([registered.statusCode, registered.headers.location]).toEqual([303, "/fr/member-dashboard"])
  const cookie = cookieOf(registered)
  const signedOut = await postForm("/api/auth/logout", { page: "/" }, cookie)
  expect([signedOut.statusCode, signedOut.headers.location]).toEqual([303, "/"])
  expect((await readUser(cookie)).statusCode).toBe(401)
  const wrong = await postForm("/api/auth/login", { usernameOrEmail: "ada", password: "wrong!", page: "/about" })
  expect([wrong.statusCode, readPageRequest(wrong).form]).toEqual([
    401,
    {
      name: "login",
      sent: false,
      values: { usernameOrEmail: "ada", page: "/about" },
      fields: {},
      message: "Invalid username/email or password. Please try again.",
    },
  ])
})
