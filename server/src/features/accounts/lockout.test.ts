import { afterEach, beforeEach, expect, test } from "vitest"
import { Problem } from "#platform/problem.ts"
import { createTestApp, openBrowser, PASSWORD, register, type TestApp } from "#testing.ts"

const STRONG = "Anba-pye-mango-7!"

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
  ada = await register(app, "ada")
})
afterEach(() => app.close())

/** Sends a request repeatedly while the server has no capacity to hash passwords. */
async function whileBusy(times: number, send: () => Promise<{ readonly statusCode: number }>): Promise<Set<number>> {
  const { passwords } = app.deps
  const { expectCapacity } = passwords
  passwords.expectCapacity = async () => {
    throw new Problem("server.busy")
  }
  const statuses = new Set<number>()
  for (let attempt = 0; attempt < times; attempt++) statuses.add((await send()).statusCode)
  passwords.expectCapacity = expectCapacity
  return statuses
}

const resetByCode = (usernameOrEmail: string, code: string) =>
  openBrowser(app).send("POST", "/api/auth/password/reset-by-code", { usernameOrEmail, code, newPassword: STRONG })

test("a busy server uses up no attempts at the current password", async () => {
  const change = () =>
    ada.send("POST", "/api/auth/password/change", { currentPassword: PASSWORD, newPassword: "lòt mo sekrè" })
  expect(await whileBusy(11, change)).toEqual(new Set([503]))
  expect((await change()).statusCode).toBe(200)
})

test("a busy server uses up no attempts at a reset code", async () => {
  await openBrowser(app).send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
  const [code = ""] = /\b\d{6}\b/.exec((await app.deliver()).at(-1)?.text.split("code")[1] ?? "") ?? []
  expect(await whileBusy(16, () => resetByCode("ada", code))).toEqual(new Set([503]))
  expect((await resetByCode("ada", code)).statusCode).toBe(200)
})

test("the reset codes of one account allow 15 attempts per hour, by user name and email together", async () => {
  const logins = ["ada", ada.email]
  for (let attempt = 0; attempt < 15; attempt++)
    expect((await resetByCode(logins[attempt % 2] ?? "", "000000")).json().code).toBe("reset.expired")
  for (const login of logins) expect((await resetByCode(login, "000000")).statusCode).toBe(429)
})
