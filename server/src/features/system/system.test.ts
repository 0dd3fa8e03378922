import type { SystemReport } from "@haitech/contract/admin/system"
import { afterEach, beforeEach, expect, test } from "vitest"
import { outbox } from "#platform/jobs/table.ts"
import { checkDatabase } from "#platform/system/database.ts"
import { finding } from "#platform/system/finding.ts"
import { checkJobs } from "#platform/system/jobs.ts"
import { type Browser, createTestApp, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"

let app: TestApp
let admin: Browser
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true, checkSystem: async () => [finding("disk_low", { gigabytes: "1.5" })] })
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

test("an administrator reads what was found, and when", async () => {
  const response = await admin.send("GET", "/api/admin/system")
  expect([response.statusCode, response.json<SystemReport>()]).toEqual([
    200,
    { findings: [{ code: "disk_low", values: { gigabytes: "1.5" } }], checkedAt: app.deps.now().toISOString() },
  ])
})

test("the checks are limited, because they ask other servers", async () => {
  for (let count = 0; count < 30; count++) {
    expect((await admin.send("GET", "/api/admin/system")).statusCode).toBe(200)
  }
  expect((await admin.send("GET", "/api/admin/system")).json().code).toBe("rate.limited")
})

test("a test email goes to the administrator's own address, in the own language", async () => {
  const response = await admin.send("POST", "/api/admin/system/test-email")
  const { to } = response.json()
  expect(response.statusCode).toBe(202)
  const [email] = (await app.deliver()).filter(({ key }) => key.startsWith("system.test_email/"))
  expect(email).toMatchObject({ to, subject: "Test email" })
  expect(email?.text).toContain(`${app.deps.site.url}/admin/system`)
})

test("nobody else sends one", async () => {
  const member = await signInAs(app, (await register(app, "ada")).id, "member")
  const before = await app.database.db.$count(outbox)
  expect((await member.send("POST", "/api/admin/system/test-email")).statusCode).toBe(403)
  const foreign = await app.send({
    method: "POST",
    url: "/api/admin/system/test-email",
    headers: { origin: "https://evil.example" },
  })
  expect([foreign.statusCode, await app.database.db.$count(outbox)]).toEqual([403, before])
})

test("the database of a test is ready", async () => {
  const codes = (await checkDatabase(app.deps.db, true)).map(({ code }) => code)
  expect(codes.filter((code) => code !== "database_crowded")).toEqual(["database_embedded"])
})

test("jobs that wait too long or were given up are told", async () => {
  await app.deliver()
  expect(await checkJobs(app.deps.db)).toEqual([finding("jobs_done", { count: 0 })])
  const [minute, now] = [60_000, Date.now()]
  const job = (key: string, more: object) => ({ kind: "membership.welcome", key, payload: {}, ...more })
  await app.database.db
    .insert(outbox)
    .values([
      job("late", { dueAt: new Date(now - 20 * minute), createdAt: new Date(now - 20 * minute) }),
      job("failed", { failedAt: new Date(now) }),
    ])
  expect(await checkJobs(app.deps.db)).toEqual([
    finding("jobs_late", { count: 1, minutes: 20 }),
    finding("jobs_failed", { count: 1 }),
  ])
  await app.database.sql`drop table outbox cascade`
  expect(await checkJobs(app.deps.db)).toEqual([])
})
