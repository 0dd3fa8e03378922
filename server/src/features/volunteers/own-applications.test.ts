import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { createId } from "#platform/db/columns.ts"
import { createTestApp, openBrowser, PASSWORD, register, type TestApp } from "#testing.ts"
import { APPLICATION, applyAsGuest, emailedToken } from "#testing-applications.ts"
import { listedKeys } from "#testing-mail.ts"
import { volunteerApplications } from "./table.ts"

const URL = "/api/volunteer-applications"
const DAY_MS = 86_400_000
const STRICT = "Anba pye mango 7!"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const db = () => app.database.db
const rows = () => db().select().from(volunteerApplications).orderBy(volunteerApplications.id)
const set = (values: object) => db().update(volunteerApplications).set(values)
const lookUp = (token: unknown, more: object = {}) => openBrowser(app).send("POST", `${URL}/lookup`, { token, ...more })
const withdraw = (token: unknown) => openBrowser(app).send("POST", `${URL}/withdrawals`, { token })

async function signUp(application: string, more: object = {}) {
  const browser = openBrowser(app)
  const { firstName, lastName, email, role } = APPLICATION
  const account = { firstName, lastName, email, role, username: "widline-jean", password: STRICT }
  const payload = { ...account, loginProvider: "haitech", application, ...more }
  const response = await browser.send("POST", "/api/auth/register", payload)
  return { ...browser, response, id: response.json().id as string }
}

test("the link in the email shows where the application stands, and nothing that administrators noted", async () => {
  await applyAsGuest(app, { phone: "+509 3700 0000" })
  const token = await emailedToken(app)
  await set({ adminNotes: "canary notes", nextStep: "canary step", nextStepOn: "2026-01-05", assignedAdmin: null })
  const response = await lookUp(token)
  const { consent: _consent, ...fields } = APPLICATION
  expect([response.statusCode, response.json()]).toMatchObject([
    200,
    {
      ...fields,
      phone: "+509 3700 0000",
      status: "new",
      nextOn: "2026-01-05",
      isLate: false,
      canWithdraw: true,
      hasAccount: false,
    },
  ])
  expect(response.body).not.toContain("canary")
})

test.each([
  ["new", true],
  ["interview", true],
  ["screening", true],
  ["training", true],
  ["active", false],
  ["paused", false],
  ["alumni", false],
  ["declined", false],
] as const)(
  "an application that is %s says until when the next step comes, while it is open",
  async (status, isOpen) => {
    const nextOn = isOpen ? "2026-01-08" : null
    await applyAsGuest(app)
    const token = await emailedToken(app)
    await set({ status })
    expect((await lookUp(token)).json()).toMatchObject({ status, nextOn, canWithdraw: isOpen })
    if (!nextOn) return
    app.setNow(new Date(Date.parse(`${nextOn}T12:00:00Z`) + DAY_MS))
    expect((await lookUp(token)).json()).toMatchObject({ nextOn, isLate: true })
  },
)

test("a link with another signature, of another application or a year old is refused", async () => {
  await applyAsGuest(app)
  const token = await emailedToken(app)
  const [id = "", signature = ""] = token.split(".")
  const forged = [id, `${id}.${"0".repeat(64)}`, `${createId()}.${signature}`, `${token}.x`, ".", "a.b"]
  for (const call of [lookUp, withdraw]) {
    for (const other of forged)
      expect([other, (await call(other)).json().code]).toEqual([other, "application_link.expired"])
    for (const invalid of [undefined, 5, "", "a b", "x".repeat(201)])
      expect([invalid, (await call(invalid)).statusCode]).toEqual([invalid, 400])
  }
  expect((await lookUp(token, { id })).statusCode).toBe(400)
  app.setNow(new Date(Date.parse("2026-01-02T03:04:05Z") + 366 * DAY_MS))
  expect((await lookUp(token)).json().code).toBe("application_link.expired")
  expect(await rows()).toHaveLength(1)
})

test("the token of the reply to a repeated application opens nothing", async () => {
  await applyAsGuest(app)
  const { token } = (await applyAsGuest(app)).json()
  expect((await lookUp(token)).json().code).toBe("application_link.expired")
})

test("withdrawing deletes the application once, and an email says so", async () => {
  await applyAsGuest(app)
  const token = await emailedToken(app)
  const responses = await Promise.all([withdraw(token), withdraw(token)])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400])
  expect(await rows()).toEqual([])
  expect((await lookUp(token)).json().code).toBe("application_link.expired")
  const emails = await app.deliver()
  expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
    [APPLICATION.email, "Nou resevwa aplikasyon ou an pou vin mantò"],
    [APPLICATION.email, "Aplikasyon ou an retire"],
  ])
  expect(await listedKeys(app)).toEqual([emails[0]?.key])
})

test("an application that was withdrawn before its email was sent has no email about it", async () => {
  const { token } = (await applyAsGuest(app)).json()
  await withdraw(token)
  expect((await app.deliver()).map(({ subject }) => subject)).toEqual(["Aplikasyon ou an retire"])
})

test.each(["active", "paused", "alumni", "declined"] as const)("one that is %s is not withdrawn", async (status) => {
  await applyAsGuest(app)
  const token = await emailedToken(app)
  await set({ status })
  expect((await withdraw(token)).json().code).toBe("application.final")
  expect(await rows()).toHaveLength(1)
})

test("the account that follows has the application and its role, which waits", async () => {
  const { token } = (await applyAsGuest(app)).json()
  const member = await signUp(token)
  expect([member.response.statusCode, member.response.json().role]).toEqual([201, "mentor"])
  expect(await rows()).toMatchObject([{ userId: member.id }])
  expect((await member.send("GET", URL)).json()).toMatchObject([{ role: "mentor", hasAccount: true }])
  expect((await member.send("GET", "/api/user/profile")).json()).toMatchObject({ isRoleWaiting: true })
})

test("an application is connected once, and a token of nothing makes an account of nothing", async () => {
  const { token } = (await applyAsGuest(app)).json()
  const first = await signUp(token)
  const second = await signUp(token, { username: "eve", email: "eve@example.org" })
  const third = await signUp("0198c0de.x", { username: "rose", email: "rose@example.org" })
  expect([second.response.statusCode, third.response.statusCode]).toEqual([201, 201])
  expect(await rows()).toMatchObject([{ userId: first.id }])
  for (const other of [second, third]) expect((await other.send("GET", URL)).json()).toEqual([])
})

test.each([
  ["a short password", { password: "Mango 7!ab" }, { password: "Password must be at least 12 characters" }],
  ["a simple password", { password: PASSWORD }, { password: expect.stringContaining("@$!%*?&") }],
  [
    "a username with a dot",
    { username: "widline.jean" },
    { username: "Username can only contain letters, numbers, hyphens and underscores" },
  ],
  ["no email address", { email: "widline" }, { email: "Valid email address is required" }],
])("the account refuses %s, and the application stays without one", async (_case, more, fields) => {
  const { token } = (await applyAsGuest(app)).json()
  const { response } = await signUp(token, more)
  expect([response.statusCode, response.json().fields]).toEqual([400, fields])
  expect(await rows()).toMatchObject([{ userId: null }])
})

test("a plain form's account is connected as well", async () => {
  const { token } = (await applyAsGuest(app)).json()
  const { firstName, lastName, email, role } = APPLICATION
  const fields = { firstName, lastName, email, role, username: "widline", password: STRICT, confirmPassword: STRICT }
  const response = await app.send({
    method: "POST",
    url: "/api/auth/register",
    payload: new URLSearchParams({ ...fields, loginProvider: "haitech", application: token, page: "/" }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  })
  expect(response.statusCode).toBe(303)
  expect(await rows()).toMatchObject([{ userId: expect.any(String) }])
})

test("a member sees what was sent from the address only once it is verified, and nobody else's", async () => {
  const ada = await register(app, "ada")
  await applyAsGuest(app, { email: "ADA@example.org" })
  await applyAsGuest(app)
  expect((await ada.send("GET", URL)).json()).toEqual([])
  await db().update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ada.id))
  expect((await ada.send("GET", URL)).json()).toMatchObject([{ email: "ADA@example.org", hasAccount: false }])
})

test("an application with somebody else's address stays its sender's", async () => {
  const sender = await register(app, "zoe")
  const ada = await register(app, "ada")
  await sender.send("POST", URL, { ...APPLICATION, email: "ada@example.org" })
  await set({ adminNotes: "canary notes" })
  await db().update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ada.id))
  expect((await ada.send("GET", URL)).json()).toEqual([])
  expect((await ada.send("GET", "/api/user/export")).body).not.toContain("canary notes")
  expect((await ada.send("DELETE", "/api/user", { currentPassword: PASSWORD })).statusCode).toBe(204)
  expect(await rows()).toMatchObject([{ userId: sender.id }])
})

test("a member who withdraws gives up the role that waits, but not one that was approved", async () => {
  const { token } = (await applyAsGuest(app)).json()
  const member = await signUp(token)
  const [row] = await rows()
  const response = await member.send("POST", `${URL}/${row?.id}/withdrawal`)
  expect([response.statusCode, await rows()]).toEqual([204, []])
  expect((await member.send("POST", `${URL}/${row?.id}/withdrawal`)).statusCode).toBe(404)
  expect((await member.send("GET", "/api/user/profile")).json()).toMatchObject({
    role: "student",
    isRoleWaiting: false,
  })
  await db().update(users).set({ role: "mentor", roleApprovedAt: new Date() }).where(eq(users.id, member.id))
  const { id } = (await member.send("POST", URL, APPLICATION)).json()
  await member.send("POST", `${URL}/${id}/withdrawal`)
  expect((await member.send("GET", "/api/user/profile")).json()).toMatchObject({ role: "mentor" })
})

test("reading changes nothing", async () => {
  await applyAsGuest(app)
  const before = await rows()
  await lookUp(await emailedToken(app))
  expect(await rows()).toEqual(before)
})

test("an account takes its applications with it, also those of another address", async () => {
  const ada = await register(app, "ada")
  await ada.send("POST", URL, APPLICATION)
  await applyAsGuest(app, { email: "other@example.org" })
  const exported = (await ada.send("GET", "/api/user/export")).json()
  expect(exported.volunteer_applications).toMatchObject([{ email: APPLICATION.email }])
  await ada.send("DELETE", "/api/user", { currentPassword: PASSWORD })
  expect((await rows()).map(({ email }) => email)).toEqual(["other@example.org"])
})
