import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, PASSWORD, register, type TestApp } from "#testing.ts"

const ADA = { username: "ada.pierre", email: "ada.p@example.org", firstName: "Ada", lastName: "Pierre" }
const ACCOUNT = { ...ADA, loginProvider: "haitech", role: "student" }

const GUESSABLE = [
  "123456",
  "PassWord",
  "      ",
  "\u00a0\u3000\u00a0\u00a0\u00a0\u00a0",
  "ada.pierre",
  "Ada.Pierre2008!",
  "ada.p@example.org",
  "haitech",
  "HaiTech2026",
]

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const countUsers = async () => {
  const [row] = await app.database.sql<[{ count: number }]>`select count(*)::int from users`
  return row.count
}

test.each(GUESSABLE)("nobody registers with the password %j", async (password) => {
  const response = await openBrowser(app).send("POST", "/api/auth/register", { ...ACCOUNT, password })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ["password"]])
  expect(response.json().fields.password).toContain("easy to guess")
  expect(await countUsers()).toBe(0)
})

test.each(["admin123", "password", "ada.pierre", "HaiTech2026"])(
  "no administrator is set up with the password %j",
  async (password) => {
    const response = await openBrowser(app).send("POST", "/api/admin/setup", { ...ADA, password })
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ["password"]])
    expect(await countUsers()).toBe(0)
  },
)

test("a member and an administrator cannot change to a guessable password", async () => {
  const ada = await register(app, "ada")
  const change = (newPassword: string) =>
    ada.send("POST", "/api/auth/password/change", { currentPassword: PASSWORD, newPassword })
  for (const newPassword of ["iloveyou", "ada@example.org"]) {
    const response = await change(newPassword)
    expect([newPassword, response.statusCode, Object.keys(response.json().fields)]).toEqual([
      newPassword,
      400,
      ["newPassword"],
    ])
  }
  expect((await change("kokoye vèt")).statusCode).toBe(200)
  const admin = openBrowser(app)
  await admin.send("POST", "/api/admin/setup", { ...ADA, password: PASSWORD })
  const response = await admin.send("POST", "/api/admin/change-password", {
    currentPassword: PASSWORD,
    newPassword: "admin123",
  })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ["newPassword"]])
})

test("a reset with a guessable password is refused, and its email stays valid", async () => {
  const userId = (await openBrowser(app).send("POST", "/api/auth/register", { ...ACCOUNT, password: PASSWORD })).json()
    .id
  await openBrowser(app).send("POST", "/api/auth/password/forgot", { usernameOrEmail: ADA.username })
  const [token] = (await app.deliver()).flatMap(({ text }) => /(?<=&token=)\w+/.exec(text) ?? [])
  const reset = (newPassword: string) =>
    openBrowser(app).send("POST", "/api/auth/password/reset", { userId, token, newPassword })
  const refused = await reset("Ada.P@example.org12")
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["newPassword"]])
  expect((await reset("Anba-pye-mango-7!")).statusCode).toBe(200)
})
