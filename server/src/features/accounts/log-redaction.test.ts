import { expect, test } from "vitest"
import { createTestApp, openBrowser, PASSWORD, register } from "#testing.ts"

test("no password, email, name, token, code or cookie reaches the log, even after an error", async () => {
  const lines: string[] = []
  const write = (...entry: unknown[]) => void lines.push(JSON.stringify(entry))
  const app = await createTestApp({ rateLimits: true, log: { info: write, warn: write, error: write, fatal: write } })
  const ada = await register(app, "canary_ada")
  const visitor = openBrowser(app)
  await visitor.send("POST", "/api/auth/login", { usernameOrEmail: "canary_ada", password: "canary wrong" })
  await visitor.send("POST", "/api/auth/password/forgot", { usernameOrEmail: "canary_ada@example.org" })
  const text = (await app.deliver()).at(-1)?.text ?? ""
  const [, token = ""] = /token=(\w+)/.exec(text) ?? []
  const [, code = ""] = /code (\d{6})/.exec(text.replace(/\s+/g, " ")) ?? []
  await visitor.send("POST", "/api/auth/password/reset-by-code", {
    usernameOrEmail: "canary_ada",
    code,
    newPassword: "x",
  })
  await visitor.send("POST", "/api/auth/password/reset", { userId: ada.id, token, newPassword: "canary-Strong-7!" })
  await ada.send("PATCH", "/api/user/profile", { bio: "canary bio", email: "canary2@example.org" })
  await visitor.send("GET", "/login/google/callback?code=canary-code&state=canary-state")
  await ada.send("DELETE", "/api/user", { currentPassword: PASSWORD })
  await app.database.sql`alter table users rename to canary_users`
  await visitor.send("POST", "/api/auth/login", { usernameOrEmail: "canary_ada", password: PASSWORD })
  await app.close()
  const output = lines.join("\n")
  expect(lines.length).toBeGreaterThan(8)
  expect([token.length, code.length]).toEqual([64, 6])
  for (const secret of ["canary", token, code, PASSWORD, ada.cookie()]) expect(output).not.toContain(secret)
})
