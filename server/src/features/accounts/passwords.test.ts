import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, drawn, openBrowser, PASSWORD, register, type TestApp } from "#testing.ts"
import { passwordResetTokens, sessions, users } from "./table.ts"

const STRONG = "Anba-pye-mango-7!"

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
  ada = await register(app, "ada")
})
afterEach(() => app.close())

const guest = () => openBrowser(app)
const login = (password: string) => guest().send("POST", "/api/auth/login", { usernameOrEmail: "ada", password })
const forget = (usernameOrEmail: string) => guest().send("POST", "/api/auth/password/forgot", { usernameOrEmail })
const reset = (sent: object) =>
  guest().send("POST", "/api/auth/password/reset", { userId: ada.id, newPassword: STRONG, ...sent })
const resetByCode = (code: unknown, more: object = {}) =>
  guest().send("POST", "/api/auth/password/reset-by-code", {
    usernameOrEmail: "ada",
    code,
    newPassword: STRONG,
    ...more,
  })
const tokens = () => app.database.db.select().from(passwordResetTokens)
const wait = (minutes: number) => app.setNow(new Date(app.deps.now().getTime() + minutes * 60_000))

/** What the newest letter about a forgotten password says. */
async function email() {
  const newest = (await app.deliver()).filter(({ subject }) => subject.includes("new password")).at(-1)
  const [, user, token] = /#user=([\w-]+)&token=(\w+)/.exec(newest?.text ?? "") ?? []
  const [code = ""] = /\b\d{6}\b/.exec(newest?.text.split("code")[1] ?? "") ?? []
  return { to: newest?.to, html: newest?.html ?? "", user, token, code }
}

async function forgotten() {
  await forget("ada")
  return email()
}

test("the answer is the same for everybody, and a letter goes to whoever has an account", async () => {
  const answers = [await forget("ada"), await forget("ADA@example.org"), await forget("nobody")]
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(3).fill([202, ""]))
  const sent = await app.deliver()
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [ada.email, "Your account at HaiTech"],
    [ada.email, "A new password for HaiTech"],
    [ada.email, "A new password for HaiTech"],
  ])
})

test("the link sets another password once, and signs out everywhere", async () => {
  const elsewhere = await register(app, "eve")
  const { user, token, to, html } = await forgotten()
  expect([user, to]).toEqual([ada.id, ada.email])
  expect(html).toContain(`http://localhost:3000/reset-password#user=${user}&amp;token=${token}`)
  const answer = await reset({ token })
  expect([answer.statusCode, answer.json()]).toEqual([200, { sessionsEnded: 1 }])
  expect([(await ada.send("GET", "/api/auth/user")).statusCode, (await login(PASSWORD)).statusCode]).toEqual([401, 401])
  expect([(await login(STRONG)).statusCode, (await elsewhere.send("GET", "/api/auth/user")).statusCode]).toEqual([
    200, 200,
  ])
  expect([(await reset({ token })).statusCode, (await reset({ token })).json().code]).toEqual([400, "reset.expired"])
  expect((await app.deliver()).map((sent) => [sent.to, sent.subject])).toContainEqual([
    ada.email,
    "Your password was changed",
  ])
  const [row] = await app.database.db.select().from(users).where(eq(users.id, ada.id))
  expect(row?.emailVerifiedAt).toBeInstanceOf(Date)
})

test("the code of the letter does the same, with spaces in it as well", async () => {
  const { code, token } = await forgotten()
  const answer = await resetByCode(`${code.slice(0, 3)} ${code.slice(3)}`, { usernameOrEmail: "Ada@Example.org" })
  expect([answer.statusCode, (await login(STRONG)).statusCode]).toEqual([200, 200])
  expect([(await resetByCode(code)).statusCode, (await reset({ token })).statusCode]).toEqual([400, 400])
})

test("neither link nor code can be read in the database", async () => {
  const { token = "", code } = await forgotten()
  const kept = JSON.stringify([await tokens(), await app.database.sql`select * from outbox`])
  expect(kept).not.toContain(token)
  expect(kept).not.toMatch(new RegExp(`\\b${code}\\b`))
})

test("a letter works for half an hour", async () => {
  const { token, code } = await forgotten()
  wait(31)
  expect([(await reset({ token })).statusCode, (await resetByCode(code)).statusCode]).toEqual([400, 400])
  const fresh = await forgotten()
  wait(29)
  expect((await reset({ token: fresh.token })).statusCode).toBe(200)
})

test("a newer letter voids the older one", async () => {
  const [older, newer] = [await forgotten(), await forgotten()]
  expect((await reset({ token: older.token })).statusCode).toBe(400)
  expect([await tokens(), (await reset({ token: newer.token })).statusCode]).toMatchObject([[{}], 200])
})

test("a letter that is sent twice says the same twice", async () => {
  const first = await forgotten()
  await app.database
    .sql`update outbox set sent_at = null, payload = '{"usernameOrEmail":"ada"}' where kind = 'account.forgotten'`
  expect(await email()).toEqual(first)
})

test("a code may be tried five times, also when the last try is right", async () => {
  const { code, token } = await forgotten()
  const wrong = code === "000000" ? "000001" : "000000"
  for (let time = 0; time < 5; time++) expect((await resetByCode(wrong)).statusCode).toBe(400)
  expect((await resetByCode(code)).json().code).toBe("reset.expired")
  expect((await reset({ token })).statusCode).toBe(200)
})

test("of many who spend one link at once, in two processes, one does", async () => {
  const { token } = await forgotten()
  const twin = await createTestApp({ database: app.database })
  const spend = (at: number) =>
    (at % 2 ? app : twin).send({
      method: "POST",
      url: "/api/auth/password/reset",
      payload: { userId: ada.id, token, newPassword: `${STRONG}${at}` },
    })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => spend(at)))
  await twin.close()
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(400)])
})

test("one account gets three letters in an hour, and nobody is told that there are no more", async () => {
  for (let time = 0; time < 6; time++) expect((await forget("ada")).statusCode).toBe(202)
  const sent = (await app.deliver()).filter(({ subject }) => subject.includes("new password"))
  expect(sent).toHaveLength(3)
})

test("an account that was closed gets no letter and opens by none", async () => {
  const { token } = await forgotten()
  await app.database.db.update(users).set({ approved: false })
  expect((await reset({ token })).statusCode).toBe(400)
  await forget("ada")
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
])("%j resets nothing", async (sent, fields) => {
  const answer = await reset(sent)
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
})

test.each([[{}], [["1"]], [null], ["12345"], ["1234567"], [123456]])("%j is no code", async (code) => {
  expect((await resetByCode(code)).json().fields).toEqual({ code: "Please enter the six digits of the letter" })
})

const post = (url: string, fields: Record<string, string>) =>
  app.send({
    method: "POST",
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:3000" },
  })

test("without script a reader asks for the letter and sets the password by plain posts", async () => {
  const asked = await post("/api/auth/password/forgot", { usernameOrEmail: "ada", page: "/about" })
  expect([asked.statusCode, asked.headers.location]).toEqual([303, "/reset-password"])
  const fields = { usernameOrEmail: "ada", code: (await email()).code, newPassword: STRONG, page: "/about" }
  const differs = await post("/api/auth/password/reset-by-code", { ...fields, confirmPassword: "something else" })
  expect([differs.statusCode, drawn(differs).form]).toMatchObject([
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

const change = (sent: object, by = ada) =>
  by.send("POST", "/api/auth/password/change", { currentPassword: PASSWORD, newPassword: "lòt mo sekrè", ...sent })

test("whoever knows the password changes it, stays, and the other devices are signed out", async () => {
  const phone = guest()
  await phone.send("POST", "/api/auth/login", { usernameOrEmail: "ada", password: PASSWORD })
  const answer = await change({})
  expect([answer.statusCode, answer.json()]).toEqual([200, { sessionsEnded: 1 }])
  expect((await ada.send("GET", "/api/auth/user")).statusCode).toBe(200)
  expect([(await phone.send("GET", "/api/auth/user")).statusCode, (await login(PASSWORD)).statusCode]).toEqual([
    401, 401,
  ])
  // The same word, its ò typed as two signs.
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
])("%j changes nothing and signs nobody out", async (sent, fields) => {
  const phone = guest()
  await phone.send("POST", "/api/auth/login", { usernameOrEmail: "ada", password: PASSWORD })
  const answer = await change(sent)
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
  expect([(await login(PASSWORD)).statusCode, (await phone.send("GET", "/api/auth/user")).statusCode]).toEqual([
    200, 200,
  ])
})

test("of two changes at once one counts", async () => {
  const answers = await Promise.all([change({ newPassword: "first one" }), change({ newPassword: "second one" })])
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.sort()).toEqual([200, 400])
})

test("a stolen session may guess the password ten times", async () => {
  for (let time = 0; time < 10; time++) await change({ currentPassword: `guess ${time}` })
  expect((await change({})).statusCode).toBe(429)
  expect(await app.database.db.select().from(sessions)).toHaveLength(1)
})
