import { expect, onTestFinished, test } from "vitest"
import { sweep } from "./app.ts"
import { knownDevices, passwordResetTokens, sessions, users } from "./features/accounts/table.ts"
import { contacts } from "./features/outreach/table.ts"
import { outbox } from "./platform/jobs/table.ts"
import { rateLimits } from "./platform/rate-limits/table.ts"
import { createTestApp, register, signInAsAdmin } from "./testing.ts"

/** What went to the outbox stands there under the real clock. */
const in400Days = () => new Date(Date.now() + 400 * 86_400_000)
const RUNS_OUT = [sessions, knownDevices, passwordResetTokens, rateLimits, outbox, contacts]

test("of what runs out nothing is left 400 days later, and of what is in use nothing goes before", async () => {
  const app = await createTestApp({ rateLimits: true })
  onTestFinished(() => app.close())
  const ada = await register(app, "ada")
  await ada.send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
  const written = { name: "Eve", email: "eve@example.org", message: "Buy now" }
  const { id } = (await ada.send("POST", "/api/contact", written)).json()
  const admin = await signInAsAdmin(app, "root")
  await admin.send("DELETE", `/api/admin/contacts/${id}`)
  await app.deliver()
  const { db } = app.database
  const rows = () => Promise.all(RUNS_OUT.map((table) => db.$count(table)))
  const before = await rows()
  expect(before.every((count) => count > 0)).toBe(true)
  await sweep(app.deps)
  expect(await rows()).toEqual(before)
  expect((await ada.send("GET", "/api/auth/user")).statusCode).toBe(200)
  app.setNow(in400Days())
  await sweep(app.deps)
  expect([await rows(), await db.$count(users)]).toEqual([[0, 0, 0, 0, 0, 0], 2])
})
