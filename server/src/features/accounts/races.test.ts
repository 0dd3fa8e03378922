import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { sessions, users } from "./table.ts"

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
beforeEach(async () => {
  app = await createTestApp()
  await signInAsAdmin(app, "root")
  ada = await register(app, "ada")
})
afterEach(() => app.close())

const db = () => app.database.db
const updateByName = (username: string, changes: Partial<typeof users.$inferInsert>) =>
  db().update(users).set(changes).where(eq(users.username, username))
const sessionCount = () => db().$count(sessions)

/** Runs `change` once, after the next password comparison and before its result is used. */
function afterNextComparison(change: () => Promise<unknown>): void {
  const { passwords } = app.deps
  const { matches } = passwords
  passwords.matches = async (storedHash, password) => {
    passwords.matches = matches
    const isRight = await matches(storedHash, password)
    await change()
    return isRight
  }
}

const SIGN_INS = [
  ["/api/auth/login", { usernameOrEmail: "root", password: PASSWORD }, "login.refused"],
  ["/api/admin/login", { username: "root", password: PASSWORD }, "admin_login.refused"],
] as const
const EVENTS = [
  ["got another password", () => updateByName("root", { passwordHash: "another" })],
  ["was closed", () => updateByName("root", { approved: false })],
  ["was deleted", () => db().delete(users).where(eq(users.username, "root"))],
] as const

test.each(SIGN_INS.flatMap((signIn) => EVENTS.map((event) => [...signIn, ...event] as const)))(
  "%s with %j is refused (%s) when the account %s during the password check",
  async (url, credentials, code, _, change) => {
    const before = await sessionCount()
    afterNextComparison(change)
    const response = await openBrowser(app).send("POST", url, credentials)
    expect([response.statusCode, response.json().code, await sessionCount()]).toEqual([401, code, before])
  },
)

test.each([
  ["DELETE", "/api/user", {}],
  ["PATCH", "/api/user/profile", { email: "eve@example.org" }],
] as const)("%s %s changes nothing when the password changes during the password check", async (method, url, body) => {
  afterNextComparison(() => updateByName("ada", { passwordHash: "another" }))
  const response = await ada.send(method, url, { ...body, currentPassword: PASSWORD })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ["currentPassword"]])
  expect(await db().$count(users, eq(users.email, ada.email))).toBe(1)
})
