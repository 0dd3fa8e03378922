import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, type TestApp } from "#testing.ts"
import { contacts, memberships } from "./table.ts"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

test.each([
  ["/api/contact", { name: "Ada", email: "ada@example.org", message: "Hello" }],
  ["/api/membership", { name: "Ada", email: "ada@example.org" }],
])("POST %s stores nothing when its email cannot be enqueued", async (url, body) => {
  const { db, sql } = app.database
  await sql`alter table outbox rename to outbox_away`
  expect((await openBrowser(app).send("POST", url, body)).statusCode).toBe(500)
  expect([await db.$count(contacts), await db.$count(memberships)]).toEqual([0, 0])
  await sql`alter table outbox_away rename to outbox`
  expect((await openBrowser(app).send("POST", url, body)).statusCode).toBe(201)
})
