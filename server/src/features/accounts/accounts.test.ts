import type { LightMyRequestResponse } from "fastify"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, drawn, type TestApp } from "#testing.ts"
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
const me = (cookie = "") => app.send({ url: "/api/auth/user", headers: cookie ? { cookie } : {} })
const form = (url: string, fields: Record<string, string>, cookie?: string) =>
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
const rows = () => app.database.db.select().from(users)
const open = () => app.database.db.select().from(sessions)

/** The session cookie as a browser would send it back. */
function cookieOf({ cookies }: LightMyRequestResponse): string {
  const found = cookies.find(({ name }) => name === "session")
  return found ? `session=${found.value}` : expect.fail("no session began")
}

test("who registers is signed in, and is what the page asked for and nothing more", async () => {
  const answer = await register({ isAdmin: true, approved: false, id: "x", emailVerifiedAt: "2026-01-01T00:00:00Z" })
  const [row] = await rows()
  expect([answer.statusCode, answer.json()]).toEqual([201, { id: row?.id, ...PUBLIC }])
  expect(row).toMatchObject({ role: "student", isAdmin: false, approved: true, loginProvider: "haitech" })
  expect(row?.passwordHash).toMatch(/^\$argon2id\$/)
  expect((await me(cookieOf(answer))).json()).toEqual({ id: row?.id, ...PUBLIC })
})

test("the cookie is nobody's to read, and the table opens no session", async () => {
  const answer = await register()
  const cookie = answer.cookies.find(({ name }) => name === "session")
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" })
  expect(cookie?.domain).toBeUndefined()
  expect(answer.cookies.find(({ name }) => name === "signed_in")).not.toHaveProperty("httpOnly")
  const [row] = await open()
  expect(row?.sid).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(row)).not.toContain(cookie?.value)
  expect((await me(`session=${row?.sid}`)).statusCode).toBe(401)
})

test.each(["ada", "ADA", "ada@example.org", "  Ada@Example.ORG "])(
  "%j signs in with the right password",
  async (name) => {
    await register()
    const answer = await login(name, ADA.password)
    expect([answer.statusCode, answer.json().username]).toEqual([200, "Ada"])
    expect((await me(cookieOf(answer))).statusCode).toBe(200)
  },
)

test.each([
  ["ada", "anba pye mango A"],
  ["nobody", "anba pye mango a"],
  ["ada", "anba pye mango a "],
])("%j with %j is refused, and says no more than that", async (name, password) => {
  await register()
  const answer = await login(name, password)
  expect([answer.statusCode, answer.json()]).toEqual([
    401,
    { code: "login.refused", message: "Invalid username/email or password. Please try again." },
  ])
  expect([answer.cookies, (await open()).length]).toEqual([[], 1])
})

test("an account that was closed neither signs in nor stays signed in; one without a password does not sign in", async () => {
  const cookie = cookieOf(await register())
  await app.database.db.update(users).set({ approved: false })
  expect([(await login("ada", ADA.password)).statusCode, (await me(cookie)).statusCode]).toEqual([401, 401])
  await app.database.db.update(users).set({ approved: true, passwordHash: null })
  expect((await login("ada", "nobody has this password")).statusCode).toBe(401)
})

test("a user name and an address are given once, in any case, and the page is told which", async () => {
  await register()
  const both = await register({ username: "ADA", email: "ada@EXAMPLE.org" })
  expect([both.statusCode, both.json().code, both.json().fields]).toEqual([
    409,
    "account.taken",
    { username: "This username is taken", email: "There is an account with this email already" },
  ])
  expect((await register({ email: "eve@example.org" })).json().fields).toEqual({ username: "This username is taken" })
  expect([(await rows()).length, (await open()).length]).toEqual([1, 1])
})

test("of many who want one name at once, in two processes, one gets it", async () => {
  await app.close()
  app = await createTestApp()
  const twin = await createTestApp({ database: app.database })
  const ask = (at: number) =>
    (at % 2 ? app : twin).send({
      method: "POST",
      url: "/api/auth/register",
      payload: { ...ADA, email: `ada${at}@example.org` },
    })
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => ask(at)))
  await twin.close()
  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([201, ...Array(9).fill(409)])
  expect(await rows()).toHaveLength(1)
})

test("who will work with minors registers by the stricter rules, and is what was chosen", async () => {
  expect((await register({ role: "mentor", password: "Anba-pye-mango-7!" })).statusCode).toBe(201)
  expect(await rows()).toMatchObject([{ role: "mentor", isAdmin: false }])
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
])("%j makes no account", async (sent, fields) => {
  const answer = await register(sent)
  expect([answer.statusCode, answer.json().fields]).toEqual([fields ? 400 : 413, fields])
  expect(await rows()).toEqual([])
})

test("signing in takes texts only", async () => {
  for (const [name, password] of [
    [{ $ne: "" }, "x"],
    ["ada", ["x"]],
    [null, null],
    ["ada", { length: 9 }],
  ]) {
    expect((await login(name, password)).statusCode).toBe(400)
  }
})

test("another website can neither sign somebody in nor out", async () => {
  const cookie = cookieOf(await register())
  const evil = { cookie, origin: "https://evil.test" }
  for (const url of ["/api/auth/logout", "/api/auth/login", "/api/auth/register"]) {
    expect((await app.send({ method: "POST", url, headers: evil, payload: {} })).statusCode).toBe(403)
  }
  expect((await me(cookie)).statusCode).toBe(200)
})

test("without script a reader signs in by a plain post, and out again; a wrong password brings the page, without it", async () => {
  const made = await form("/api/auth/register", { ...ADA, confirmPassword: ADA.password, page: "/fr/about" })
  expect([made.statusCode, made.headers.location]).toEqual([303, "/fr/member-dashboard"])
  const cookie = cookieOf(made)
  const left = await form("/api/auth/logout", { page: "/" }, cookie)
  expect([left.statusCode, left.headers.location]).toEqual([303, "/"])
  expect((await me(cookie)).statusCode).toBe(401)
  const wrong = await form("/api/auth/login", { usernameOrEmail: "ada", password: "wrong!", page: "/about" })
  expect([wrong.statusCode, drawn(wrong).form]).toEqual([
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
