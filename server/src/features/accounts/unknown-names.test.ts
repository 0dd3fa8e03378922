import { expect, test } from "vitest"
import { createTestApp, openBrowser, register } from "#testing.ts"

test.each([
  ["/api/auth/login", { usernameOrEmail: "nobody", password: "guess" }],
  ["/api/admin/login", { username: "nobody", password: "guess" }],
])("POST %s compares a password also for a name that nobody has", async (url, body) => {
  const app = await createTestApp()
  await register(app, "ada")
  const compared: [string | null, string][] = []
  const { passwords } = app.deps
  const { matches } = passwords
  passwords.matches = (hash, password) => {
    compared.push([hash, password])
    return matches(hash, password)
  }
  expect((await openBrowser(app).send("POST", url, body)).statusCode).toBe(401)
  expect(compared).toEqual([[null, "guess"]])
  await app.close()
})
