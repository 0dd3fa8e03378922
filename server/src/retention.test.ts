import { expect, onTestFinished, test } from "vitest"
import { sweep } from "./app.ts"
import { knownDevices, passwordResetTokens, sessions, users } from "./features/accounts/table.ts"
import { contacts } from "./features/outreach/table.ts"
import { outbox } from "./platform/jobs/table.ts"
import { rateLimits } from "./platform/limits/table.ts"
import { openHouse, register, signInAsAdmin } from "./testing.ts"

/** What went to the outbox stands there under the real clock. */
const in400Days = () => new Date(Date.now() + 400 * 86_400_000)
const RUNS_OUT = [sessions, knownDevices, passwordResetTokens, rateLimits, outbox, contacts]

test("of what runs out nothing is left 400 days later, and of what is in use nothing goes before", async () => {
  const house = await openHouse({ limits: true })
  onTestFinished(() => house.close())
  const ada = await register(house, "ada")
  await ada.send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
  const written = { name: "Eve", email: "eve@example.org", message: "Buy now" }
  const { id } = (await ada.send("POST", "/api/contact", written)).json()
  const admin = await signInAsAdmin(house, "root")
  await admin.send("DELETE", `/api/admin/contacts/${id}`)
  await house.deliver()
  const { db } = house.database
  const rows = () => Promise.all(RUNS_OUT.map((table) => db.$count(table)))
  const before = await rows()
  expect(before.every((count) => count > 0)).toBe(true)
  await sweep(house.deps)
  expect(await rows()).toEqual(before)
  expect((await ada.send("GET", "/api/auth/user")).statusCode).toBe(200)
  house.setNow(in400Days())
  await sweep(house.deps)
  expect([await rows(), await db.$count(users)]).toEqual([[0, 0, 0, 0, 0, 0], 2])
})
