import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { WATCHED_TABLES } from "#platform/db/changes.ts"
import { createTestApp, signInAsAdmin, type TestApp } from "./testing.ts"

let app: TestApp
let refreshed: (string | undefined)[]
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => {
  refreshed = []
  app.pages.refresh = (table) => void refreshed.push(table)
})
afterAll(() => app.close())

test("exactly the watched tables notify of their changes", async () => {
  const rows = await app.database.sql<{ name: string }[]>`
    select tgrelid::regclass::text as name from pg_trigger where tgfoid = 'notify_change'::regproc order by 1`
  expect(rows.map(({ name }) => name)).toEqual(WATCHED_TABLES)
})

test("pages are told of each committed change of a table, and of nothing that was rolled back", async () => {
  const { sql } = app.database
  const failing = sql.begin(async (tx) => {
    await tx`delete from tutors`
    throw new Error("rolled back")
  })
  await expect(failing).rejects.toThrow("rolled back")
  for (const table of WATCHED_TABLES)
    await (table === "users" ? sql`update users set role = role` : sql`delete from ${sql(table)}`)
  await sql`update users set first_name = first_name`
  await expect.poll(() => new Set(refreshed)).toEqual(new Set(WATCHED_TABLES))
  expect(refreshed).toHaveLength(WATCHED_TABLES.length)
})

test("what an administrator publishes is told at once", async () => {
  const admin = await signInAsAdmin(app, "root")
  const testimonial = { name: "Ada", role: "Learner", content: "Good.", imageUrl: "https://example.org/a.webp" }
  const response = await admin.send("POST", "/api/admin/testimonials", testimonial)
  expect(response.statusCode).toBe(201)
  await expect.poll(() => refreshed).toContain("testimonials")
})
