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
const change = (username: string, changes: Partial<typeof users.$inferInsert>) =>
  db().update(users).set(changes).where(eq(users.username, username))
const sessionCount = () => db().$count(sessions)

/** Between the look at a password and what it was looked at for. */
function meanwhile(act: () => Promise<unknown>): void {
  const { passwords } = app.deps
  const { matches } = passwords
  passwords.matches = async (known, password) => {
    passwords.matches = matches
    const isRight = await matches(known, password)
    await act()
    return isRight
  }
}

const SIGN_INS = [
  ["/api/auth/login", { usernameOrEmail: "root", password: PASSWORD }, "login.refused"],
  ["/api/admin/login", { username: "root", password: PASSWORD }, "admin_login.refused"],
] as const
const EVENTS = [
  ["got another password", () => change("root", { passwordHash: "another" })],
  ["was closed", () => change("root", { approved: false })],
  ["was deleted", () => db().delete(users).where(eq(users.username, "root"))],
] as const

test.each(SIGN_INS.flatMap((signIn) => EVENTS.map((event) => [...signIn, ...event] as const)))(
  "%s with %j is refused (%s) when the account meanwhile %s",
  async (url, asked, code, _, act) => {
    const before = await sessionCount()
    meanwhile(act)
    const answer = await openBrowser(app).send("POST", url, asked)
    expect([answer.statusCode, answer.json().code, await sessionCount()]).toEqual([401, code, before])
  },
)

test.each([
  ["DELETE", "/api/user", {}],
  ["PATCH", "/api/user/profile", { email: "eve@example.org" }],
] as const)("%s %s does nothing when the password meanwhile became another", async (method, url, sent) => {
  meanwhile(() => change("ada", { passwordHash: "another" }))
  const answer = await ada.send(method, url, { ...sent, currentPassword: PASSWORD })
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ["currentPassword"]])
  expect(await db().$count(users, eq(users.email, ada.email))).toBe(1)
})
