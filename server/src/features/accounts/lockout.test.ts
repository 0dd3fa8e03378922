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

/** Asks so many times while there is no room to look at a password. */
async function whileBusy(times: number, ask: () => Promise<{ readonly statusCode: number }>): Promise<Set<number>> {
  const { passwords } = app.deps
  const { expectCapacity } = passwords
  passwords.expectCapacity = async () => {
    throw new Problem("server.busy")
  }
  const statuses = new Set<number>()
  for (let time = 0; time < times; time++) statuses.add((await ask()).statusCode)
  passwords.expectCapacity = expectCapacity
  return statuses
}

const resetByCode = (usernameOrEmail: string, code: string) =>
  openBrowser(app).send("POST", "/api/auth/password/reset-by-code", { usernameOrEmail, code, newPassword: STRONG })

test("a busy server costs none of the tries at a password", async () => {
  const change = () =>
    ada.send("POST", "/api/auth/password/change", { currentPassword: PASSWORD, newPassword: "lòt mo sekrè" })
  expect(await whileBusy(11, change)).toEqual(new Set([503]))
  expect((await change()).statusCode).toBe(200)
})

test("a busy server costs none of the tries at a letter's code", async () => {
  await openBrowser(app).send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
  const [code = ""] = /\b\d{6}\b/.exec((await app.deliver()).at(-1)?.text.split("code")[1] ?? "") ?? []
  expect(await whileBusy(16, () => resetByCode("ada", code))).toEqual(new Set([503]))
  expect((await resetByCode("ada", code)).statusCode).toBe(200)
})

test("the codes of one account may be tried fifteen times in an hour, by whichever name", async () => {
  const names = ["ada", ada.email]
  for (let time = 0; time < 15; time++)
    expect((await resetByCode(names[time % 2] ?? "", "000000")).json().code).toBe("reset.expired")
  for (const name of names) expect((await resetByCode(name, "000000")).statusCode).toBe(429)
})
