import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, PASSWORD, readPageRequest, register, type TestApp } from "#testing.ts"
import { passwordResetTokens, sessions, users } from "./table.ts"

const STRONG = "Anba-pye-mango-7!"

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
  ada = await register(app, "ada")
})
afterEach(() => app.close())

const visitor = () => openBrowser(app)
const login = (password: string) => visitor().send("POST", "/api/auth/login", { usernameOrEmail: "ada", password })
const requestReset = (usernameOrEmail: string) =>
  visitor().send("POST", "/api/auth/password/forgot", { usernameOrEmail })
const reset = (body: object) =>
  visitor().send("POST", "/api/auth/password/reset", { userId: ada.id, newPassword: STRONG, ...body })
const resetByCode = (code: unknown, more: object = {}) =>
  visitor().send("POST", "/api/auth/password/reset-by-code", {
    usernameOrEmail: "ada",
    code,
    newPassword: STRONG,
    ...more,
  })
const tokens = () => app.database.db.select().from(passwordResetTokens)
const wait = (minutes: number) => app.setNow(new Date(app.deps.now().getTime() + minutes * 60_000))

/** The recipient, link and code of the newest reset email. */
async function readResetEmail() {
  const newest = (await app.deliver()).filter(({ subject }) => subject.includes("new password")).at(-1)
  const [, user, token] = /#user=([\w-]+)&token=(\w+)/.exec(newest?.text ?? "") ?? []
  const [code = ""] = /\b\d{6}\b/.exec(newest?.text.split("code")[1] ?? "") ?? []
  return { to: newest?.to, html: newest?.html ?? "", user, token, code }
}

async function sendResetEmail() {
  await requestReset("ada")
  return readResetEmail()
}

test("the response is the same with and without an account, and only an account gets an email", async () => {
  const responses = [await requestReset("ada"), await requestReset("ADA@example.org"), await requestReset("nobody")]
  expect(responses.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(3).fill([202, ""]))
  const emails = await app.deliver()
  expect(emails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    [ada.email, "A new password for HaiTech"],
    [ada.email, "A new password for HaiTech"],
    [ada.email, "Your account at HaiTech"],
  ])
})

test("the link sets a new password once and ends every session", async () => {
  const eve = await register(app, "eve")
  const { user, token, to, html } = await sendResetEmail()
  expect([user, to]).toEqual([ada.id, ada.email])
  expect(html).toContain(`http://localhost:3000/reset-password#user=${user}&amp;token=${token}`)
  const response = await reset({ token })
  expect([response.statusCode, response.json()]).toEqual([200, { sessionsEnded: 1 }])
  expect([(await ada.send("GET", "/api/auth/user")).statusCode, (await login(PASSWORD)).statusCode]).toEqual([401, 401])
  expect([(await login(STRONG)).statusCode, (await eve.send("GET", "/api/auth/user")).statusCode]).toEqual([200, 200])
  expect([(await reset({ token })).statusCode, (await reset({ token })).json().code]).toEqual([400, "reset.expired"])
  expect((await app.deliver()).map((email) => [email.to, email.subject])).toContainEqual([
    ada.email,
    "Your password was changed",
  ])
  const [row] = await app.database.db.select().from(users).where(eq(users.id, ada.id))
  expect(row?.emailVerifiedAt).toBeInstanceOf(Date)
})

test("the code sets a new password, also when typed with a space", async () => {
  const { code, token } = await sendResetEmail()
  const response = await resetByCode(`${code.slice(0, 3)} ${code.slice(3)}`, { usernameOrEmail: "Ada@Example.org" })
  expect([response.statusCode, (await login(STRONG)).statusCode]).toEqual([200, 200])
  expect([(await resetByCode(code)).statusCode, (await reset({ token })).statusCode]).toEqual([400, 400])
})

test("the database stores neither the token nor the code in plain text", async () => {
  const { token = "", code } = await sendResetEmail()
  const stored = JSON.stringify([await tokens(), await app.database.sql`select * from outbox`])
  expect(stored).not.toContain(token)
  expect(stored).not.toMatch(new RegExp(`\\b${code}\\b`))
})

test("a reset email expires after 30 minutes", async () => {
  const { token, code } = await sendResetEmail()
  wait(31)
  expect([(await reset({ token })).statusCode, (await resetByCode(code)).statusCode]).toEqual([400, 400])
  const newer = await sendResetEmail()
  wait(29)
  expect((await reset({ token: newer.token })).statusCode).toBe(200)
})

test("a newer reset email invalidates the older one", async () => {
  const [older, newer] = [await sendResetEmail(), await sendResetEmail()]
  expect((await reset({ token: older.token })).statusCode).toBe(400)
  expect([await tokens(), (await reset({ token: newer.token })).statusCode]).toMatchObject([[{}], 200])
})

test("a retried job sends the same reset email", async () => {
  const first = await sendResetEmail()
  await app.database
    .sql`update outbox set sent_at = null, payload = '{"usernameOrEmail":"ada"}' where kind = 'account.forgotten'`
  expect(await readResetEmail()).toEqual(first)
})

test("a code allows five attempts, after which the right code is refused", async () => {
  const { code, token } = await sendResetEmail()
  const wrong = code === "000000" ? "000001" : "000000"
  for (let attempt = 0; attempt < 5; attempt++) expect((await resetByCode(wrong)).statusCode).toBe(400)
  expect((await resetByCode(code)).json().code).toBe("reset.expired")
  expect((await reset({ token })).statusCode).toBe(200)
})

test("an administrator's email has no code, and a code never resets an administrator", async () => {
  const { code } = await sendResetEmail()
  await app.database.db.update(users).set({ isAdmin: true, role: "admin" }).where(eq(users.id, ada.id))
  expect((await resetByCode(code)).json().code).toBe("reset.expired")
  const again = await sendResetEmail()
  expect([again.code, again.token]).toEqual(["", expect.any(String)])
  expect((await reset({ token: again.token })).statusCode).toBe(200)
})

test("the codes of all accounts together allow 300 attempts an hour, and links still work then", async () => {
  const { token } = await sendResetEmail()
  const rule = { name: "reset.all", limit: 300, windowSeconds: 3600 }
  for (let attempt = 0; attempt < 299; attempt++) await app.deps.limiter.take(rule, "all")
  expect((await resetByCode("000000", { usernameOrEmail: "eve" })).statusCode).toBe(400)
  expect((await resetByCode("000000", { usernameOrEmail: "mel" })).json().code).toBe("rate.limited")
  expect((await reset({ token })).statusCode).toBe(200)
})

test("a wrong name costs the same statements as a wrong code", async () => {
  const { code } = await sendResetEmail()
  const statements: string[] = []
  const { pool } = app.database
  const query = pool.query.bind(pool)
  pool.query = ((...input: Parameters<typeof query>) => {
    statements.push(typeof input[0] === "string" ? input[0] : (input[0] as { text: string }).text)
    return query(...input)
  }) as typeof pool.query
  const count = async (usernameOrEmail: string) => {
    statements.length = 0
    expect((await resetByCode(code === "000000" ? "000001" : "000000", { usernameOrEmail })).statusCode).toBe(400)
    return [...statements]
  }
  expect(await count("nobody")).toEqual(await count("ada"))
  expect(statements.length).toBeGreaterThan(2)
})

test("of concurrent resets with one token in two processes one succeeds", async () => {
  const { token } = await sendResetEmail()
  const otherApp = await createTestApp({ database: app.database })
  const send = (index: number) =>
    (index % 2 ? app : otherApp).send({
      method: "POST",
      url: "/api/auth/password/reset",
      payload: { userId: ada.id, token, newPassword: `${STRONG}${index}` },
    })
  const responses = await Promise.all(Array.from({ length: 8 }, (_, index) => send(index)))
  await otherApp.close()
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(400)])
})

test("one account gets three reset emails per hour, and further requests get the same response", async () => {
  for (let count = 0; count < 6; count++) expect((await requestReset("ada")).statusCode).toBe(202)
  const emails = (await app.deliver()).filter(({ subject }) => subject.includes("new password"))
  expect(emails).toHaveLength(3)
})

test("a closed account gets no reset email, and its token is refused", async () => {
  const { token } = await sendResetEmail()
  await app.database.db.update(users).set({ approved: false })
  expect((await reset({ token })).statusCode).toBe(400)
  await requestReset("ada")
  expect((await app.deliver()).filter(({ subject }) => subject.includes("new password"))).toHaveLength(1)
})

test.each([
  [{ token: "" }, { token: "Reset token is required" }],
  [{ token: undefined }, { token: "Reset token is required" }],
  [{ token: {} }, { token: "Reset token is required" }],
  [{ token: "x", userId: undefined }, { userId: "User ID is required" }],
  [{ token: "x", newPassword: "Aa1!aa1!aa1" }, { newPassword: "Password must be at least 12 characters" }],
  [
    { token: "x", newPassword: "anba pye mango a" },
    { newPassword: "Password needs an uppercase and a lowercase letter, a number and one of @$!%*?&" },
  ],
  [{ token: "x", isAdmin: true }, undefined],
])("a reset with %j is refused", async (invalid, fields) => {
  const response = await reset(invalid)
  expect([response.statusCode, response.json().fields]).toEqual([400, fields])
})

test.each([[{}], [["1"]], [null], ["12345"], ["1234567"], [123456]])(
  "the code %j is refused as malformed",
  async (code) => {
    expect((await resetByCode(code)).json().fields).toEqual({ code: "Please enter the six digits from the email" })
  },
)

const post = (url: string, fields: Record<string, string>) =>
  app.send({
    method: "POST",
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:3000" },
  })

test("plain forms request a reset email and set the password without JavaScript", async () => {
  const requested = await post("/api/auth/password/forgot", { usernameOrEmail: "ada", page: "/about" })
  expect([requested.statusCode, requested.headers.location]).toEqual([303, "/reset-password"])
  const fields = { usernameOrEmail: "ada", code: (await readResetEmail()).code, newPassword: STRONG, page: "/about" }
  const mismatch = await post("/api/auth/password/reset-by-code", { ...fields, confirmPassword: "something else" })
  expect([mismatch.statusCode, readPageRequest(mismatch).form]).toMatchObject([
    400,
    {
      name: "reset",
      values: { usernameOrEmail: "ada", code: fields.code, page: "/about" },
      fields: { confirmPassword: "password.mismatch" },
    },
  ])
  const done = await post("/api/auth/password/reset-by-code", { ...fields, confirmPassword: STRONG })
  expect([done.statusCode, done.headers.location, (await login(STRONG)).statusCode]).toEqual([303, "/login", 200])
})

const change = (body: object, by = ada) =>
  by.send("POST", "/api/auth/password/change", { currentPassword: PASSWORD, newPassword: "lòt mo sekrè", ...body })

test("a password change keeps the current session and ends the others", async () => {
  const phone = visitor()
  await phone.send("POST", "/api/auth/login", { usernameOrEmail: "ada", password: PASSWORD })
  const response = await change({})
  expect([response.statusCode, response.json()]).toEqual([200, { sessionsEnded: 1 }])
  expect((await ada.send("GET", "/api/auth/user")).statusCode).toBe(200)
  expect([(await phone.send("GET", "/api/auth/user")).statusCode, (await login(PASSWORD)).statusCode]).toEqual([
    401, 401,
  ])
  // The same password with a decomposed ò.
  expect((await login("lòt mo sekrè".normalize("NFD"))).statusCode).toBe(200)
  expect((await app.deliver()).map(({ subject }) => subject)).toContain("Your password was changed")
})

test.each([
  [{ currentPassword: "wrong" }, { currentPassword: "This is not your current password" }],
  [{ currentPassword: "" }, { currentPassword: "Password is required" }],
  [{ newPassword: "12345" }, { newPassword: "Password must be at least 6 characters" }],
  [{ newPassword: "x".repeat(257) }, { newPassword: "Password is too long" }],
  [{ newPassword: ["secret"] }, { newPassword: "Password must be at least 6 characters" }],
  [{ userId: "x" }, undefined],
])("a password change with %j is refused and ends no session", async (invalid, fields) => {
  const phone = visitor()
  await phone.send("POST", "/api/auth/login", { usernameOrEmail: "ada", password: PASSWORD })
  const response = await change(invalid)
  expect([response.statusCode, response.json().fields]).toEqual([400, fields])
  expect([(await login(PASSWORD)).statusCode, (await phone.send("GET", "/api/auth/user")).statusCode]).toEqual([
    200, 200,
  ])
})

test("of two concurrent password changes one succeeds", async () => {
  const responses = await Promise.all([change({ newPassword: "first one" }), change({ newPassword: "second one" })])
  const statuses = responses.map(({ statusCode }) => statusCode)
  expect(statuses.sort()).toEqual([200, 400])
})

test("a session allows ten attempts at the current password", async () => {
  for (let attempt = 0; attempt < 10; attempt++) await change({ currentPassword: `guess ${attempt}` })
  expect((await change({})).statusCode).toBe(429)
  expect(await app.database.db.select().from(sessions)).toHaveLength(1)
})
