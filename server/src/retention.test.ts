import { expect, onTestFinished, test } from "vitest"
import { knownDevices, passwordResetTokens, sessions, users } from "./features/accounts/table.ts"
import { contacts } from "./features/outreach/table.ts"
import { webVitals } from "./features/system/table.ts"
import { outbox } from "./platform/jobs/table.ts"
import { sentEmails } from "./platform/mail/table.ts"
import { rateLimits } from "./platform/rate-limits/table.ts"
import { sweep } from "./sweep.ts"
import { createTestApp, register, signInAsAdmin } from "./testing.ts"

/** From the real clock, which the outbox uses. */
const in400Days = () => new Date(Date.now() + 400 * 86_400_000)
const EXPIRING = [sessions, knownDevices, passwordResetTokens, rateLimits, outbox, contacts, sentEmails, webVitals]

test("expiring rows are deleted within 400 days, and rows in use are not deleted early", async () => {
  const app = await createTestApp({ rateLimits: true })
  onTestFinished(() => app.close())
  const ada = await register(app, "ada")
  await ada.send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
  const contact = { name: "Eve", email: "eve@example.org", message: "Buy now" }
  const { id } = (await ada.send("POST", "/api/contact", contact)).json()
  const admin = await signInAsAdmin(app, "root")
  await admin.send("DELETE", `/api/admin/contacts/${id}`)
  const bounds = { LCP: 2500 }
  await ada.send("POST", "/api/web-vitals", { page: "/", language: "en", line: "4g", bounds })
  await app.deps.webVitals?.flush()
  await app.deliver()
  const { db } = app.database
  const rows = () => Promise.all(EXPIRING.map((table) => db.$count(table)))
  const before = await rows()
  expect(before.every((count) => count > 0)).toBe(true)
  await sweep(app.deps)
  expect(await rows()).toEqual(before)
  expect((await ada.send("GET", "/api/auth/user")).statusCode).toBe(200)
  app.setNow(in400Days())
  await sweep(app.deps)
  expect([await rows(), await db.$count(users)]).toEqual([[0, 0, 0, 0, 0, 0, 0, 0], 2])
})
