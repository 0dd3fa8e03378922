import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { insertSession, sessionEffects, storedSession } from "#testing-sessions.ts"

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const change = (id: string, body: object) => admin.send("PATCH", `/api/admin/appointments/${id}`, body)
const effects = async () => (await sessionEffects(app)).map(({ kind }) => kind)

test("an approval tells the student once and schedules two reminders", async () => {
  const { id } = await insertSession(app)
  const response = await change(id, { was: "pending", status: "approved" })
  expect([response.statusCode, response.json()]).toMatchObject([200, { id, status: "approved", scheduledAt: null }])
  expect(await storedSession(app, id)).toMatchObject({ revision: 1, calendarEventId: `${id}@localhost` })
  expect(await effects()).toEqual(["appointment.changed", "appointment.reminder", "appointment.reminder"])
})
