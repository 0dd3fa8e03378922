import type { SystemReport } from "@haitech/contract/admin/system"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest"
import type { Backups } from "#platform/backups.ts"
import { outbox } from "#platform/jobs/table.ts"
import { checkDatabase } from "#platform/system/database.ts"
import { finding } from "#platform/system/finding.ts"
import { checkJobs } from "#platform/system/jobs.ts"
import { type Browser, createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"

let app: TestApp
let admin: Browser
let backups: Backups & { made: number }
beforeEach(async () => {
  backups = {
    made: 0,
    async make() {
      this.made++
    },
    async noteDeletion() {},
    newestAt: async () => 1_767_000_000,
  }
  app = await createTestApp({
    rateLimits: true,
    backups,
    checkSystem: async () => [finding("disk_low", { gigabytes: "1.5" })],
  })
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

test("a press makes one backup, and three in an hour are enough", async () => {
  const press = () => admin.send("POST", "/api/admin/system/backups")
  const both = await Promise.all([press(), press()])
  expect(both.map((response) => [response.statusCode, response.json()])).toEqual([
    [202, {}],
    [202, {}],
  ])
  await app.deliver()
  expect(backups.made).toBe(1)
  app.setNow(new Date(app.deps.now().getTime() + 60_000))
  expect((await press()).statusCode).toBe(202)
  await app.deliver()
  expect(backups.made).toBe(2)
  expect((await press()).json().code).toBe("rate.limited")
})

test("without settings for backups none begins, and the reply says how to set them up", async () => {
  const other = await createTestApp()
  onTestFinished(other.close)
  const response = await (await signInAsAdmin(other, "root")).send("POST", "/api/admin/system/backups")
  expect([response.statusCode, response.json().code]).toEqual([409, "backup.off"])
  expect(await other.database.db.$count(outbox, eq(outbox.kind, "system.backup_now"))).toBe(0)
})

test("the time of the newest backup and the free disk are metrics", async () => {
  const { body } = await app.send({ url: "/metrics" })
  expect(body).toContain("\nbackup_newest_timestamp_seconds 1767000000\n")
  const [free, size] = ["free", "size"].map((name) => Number(body.match(`\ndisk_${name}_bytes (\\S+)`)?.[1]))
  expect(free).toBeGreaterThan(0)
  expect(size).toBeGreaterThanOrEqual(free ?? 0)
})

test("without backups there is no time of the newest one, so that no alert fires", async () => {
  const other = await createTestApp()
  onTestFinished(other.close)
  expect((await other.send({ url: "/metrics" })).body).toContain("\nbackup_newest_timestamp_seconds Nan\n")
})

test.each(["/api/admin/system/test-email", "/api/admin/system/backups"])("nobody else may POST %s", async (url) => {
  const member = await signInAs(app, (await register(app, "ada")).id, "member")
  const before = await app.database.db.$count(outbox)
  expect((await member.send("POST", url)).statusCode).toBe(403)
  expect((await openBrowser(app).send("POST", url)).statusCode).toBe(401)
  const foreign = await app.send({
    method: "POST",
    url,
    headers: { origin: "https://evil.example", cookie: admin.cookie() },
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
