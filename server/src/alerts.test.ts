import { setTimeout as pause } from "node:timers/promises"
import { expect, inject, onTestFinished, test } from "vitest"
import { freshDatabase } from "#platform/db/testing.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { createMetrics } from "#platform/metrics.ts"
import { createTestApp, type TestApp } from "./testing.ts"
import { firingAlerts, readMetrics, type Scrape, scrape } from "./testing-alerts.ts"

const SLOTS = "/api/appointments/slots?date=2026-01-15"

const promtool = inject("promtool")
const DAY_S = 86_400
const inDays = (days: number) => async () => Date.now() / 1000 + days * DAY_S
const backups = (newestAt: () => Promise<number>) => ({
  newestAt,
  make: async () => undefined,
  noteDeletion: async () => undefined,
})

type Options = Parameters<typeof createTestApp>[0]

/** The alerts that fire when each minute is like the one in which `fault` happened. */
async function alertsAfter(fault: (app: TestApp) => Promise<Scrape | void>, options: Options = {}) {
  const app = await createTestApp(options)
  onTestFinished(app.close)
  await app.send({ url: SLOTS })
  await scrape(app)
  const well = await scrape(app)
  const broken = (await fault(app)) ?? (await scrape(app))
  return firingAlerts(promtool ?? "", { well, broken })
}

const readOften = (app: TestApp, times: number) =>
  Promise.all(Array.from({ length: times }, () => app.send({ url: SLOTS })))

/** While a statement of another program locks a table, which every read then waits for. */
async function whileLocked(app: TestApp, run: () => Promise<unknown>): Promise<void> {
  const { pool } = app.database
  const locked = pool.query("begin; lock table available_time_slots; select pg_sleep(1.3); commit")
  await pause(100)
  await Promise.all([locked, run()])
}

async function waitingEmails(app: TestApp, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    await enqueue(app.database.db, { kind: "account.welcome", key: `email ${number}`, payload: {} })
  }
}

test.skipIf(!promtool)("a server that is well fires no alert", async () => {
  const options = { backups: backups(inDays(-0.5)), certificateEnd: inDays(60) }
  expect(await alertsAfter(async (app) => void (await readOften(app, 20)), options)).toEqual([])
})

test.skipIf(!promtool)("a server that is gone", async () => {
  const app = await createTestApp()
  onTestFinished(app.close)
  expect(firingAlerts(promtool ?? "", { well: await scrape(app), broken: null })).toEqual(["HaiTechDown"])
})

test.skipIf(!promtool)("a database that is away, and requests that are refused", async () => {
  const database = await freshDatabase()
  onTestFinished(database.release)
  const fault = async (app: TestApp) => {
    await app.database.pool.end()
    await readOften(app, 20)
    await expect.poll(async () => (await app.send({ url: "/readyz" })).statusCode).toBe(503)
  }
  expect(await alertsAfter(fault, { database })).toEqual(["HaiTechBusy", "HaiTechDatabaseDown"])
})

test.skipIf(!promtool)("notifications that do not arrive", async () => {
  const fault = (app: TestApp) => app.database.listener.close()
  expect(await alertsAfter(fault)).toEqual(["HaiTechNotificationsLost"])
})

test.skipIf(!promtool)("a bug", async () => {
  const fault = async (app: TestApp) => {
    await app.database.sql`alter table available_time_slots rename to others`
    await readOften(app, 2)
    await app.database.sql`alter table others rename to available_time_slots`
  }
  expect(await alertsAfter(fault)).toEqual(["HaiTechServerErrors"])
})

test.skipIf(!promtool)("slow reads", async () => {
  expect(await alertsAfter((app) => whileLocked(app, () => readOften(app, 3)))).toEqual(["HaiTechSlow"])
})

test.skipIf(!promtool)("a pool without a free connection", async () => {
  const fault = async (app: TestApp) => {
    let during: Scrape | undefined
    await whileLocked(app, async () => {
      const reads = readOften(app, 12)
      await expect.poll(() => app.database.pool.usage().waiting).toBeGreaterThan(0)
      during = await scrape(app)
      await reads
    })
    return during
  }
  expect(await alertsAfter(fault)).toContain("HaiTechPoolExhausted")
})

test.skipIf(!promtool)("an event loop that is blocked", async () => {
  const fault = async () => {
    // The lag is measured from one tick of a timer to the next.
    await pause(50)
    const end = performance.now() + 700
    while (performance.now() < end);
    await pause(20)
  }
  expect(await alertsAfter(fault)).toEqual(["HaiTechEventLoopBlocked"])
})

test.skipIf(!promtool)("a mail server that refuses for an hour, and for a day", async () => {
  const onSend = () => Promise.reject(new Error("connection refused"))
  const fault = async (app: TestApp) => {
    await waitingEmails(app, 21)
    await app.deliver()
    await app.database.sql`update outbox set created_at = created_at - interval '1 hour'`
  }
  expect(await alertsAfter(fault, { onSend })).toEqual(["HaiTechEmailsWait"])
  const longer = async (app: TestApp) => {
    await waitingEmails(app, 1)
    await app.deliver()
    await app.database.sql`update outbox set created_at = created_at - interval '25 hours'`
  }
  expect(await alertsAfter(longer, { onSend })).toEqual(["HaiTechEmailWaitsForADay"])
})

test.skipIf(!promtool)("emails that are given up", async () => {
  const fault = async (app: TestApp) => {
    await waitingEmails(app, 11)
    await app.database.sql`update outbox set failed_at = now(), attempts = 30`
  }
  expect(await alertsAfter(fault)).toEqual(["HaiTechEmailsFailed"])
})

test.skipIf(!promtool)("a flood of requests over the limits", async () => {
  const fault = async (app: TestApp) => {
    const payload = { name: "Ada", email: "ada@example.org" }
    for (let sent = 0; sent < 120; sent++) await app.send({ method: "POST", url: "/api/membership", payload })
  }
  expect(await alertsAfter(fault, { rateLimits: true })).toEqual(["HaiTechManyRateLimited"])
})

test.skipIf(!promtool)("an old backup, and a certificate that is not renewed", async () => {
  const options = { backups: backups(inDays(-2)), certificateEnd: inDays(13) }
  expect(await alertsAfter(async () => undefined, options)).toEqual(["HaiTechBackupOld", "HaiTechCertificateEnds"])
})

test.skipIf(!promtool).each([
  { name: "a full disk", broken: { free: 5e9, lagSeconds: 1 }, alert: "HaiTechDiskFull" },
  { name: "a replica that is not read", broken: { free: 5e10, lagSeconds: 61 }, alert: "HaiTechReplicaBehind" },
])("$name", async ({ broken, alert }) => {
  const read = async ({ free, lagSeconds }: typeof broken) =>
    readMetrics(
      await createMetrics({
        newestBackup: undefined,
        certificateEnd: undefined,
        disk: async () => ({ free, size: 1e11 }),
        isBusConnected: () => true,
        isDatabaseUp: async () => true,
        outbox: async () => ({ waiting: 0, failed: 0, oldestAgeSeconds: 0 }),
        pool: () => ({ busy: 0, idle: 1, max: 5, waiting: 0 }),
        reads: () => ({ replica: 0, primary: 0, repeated: 0, lagSeconds }),
        requestsInFlight: () => 0,
        slowStatements: () => 0,
        sockets: () => 0,
      }).text(),
    )
  const well = await read({ free: 5e10, lagSeconds: 1 })
  expect(firingAlerts(promtool ?? "", { well, broken: await read(broken) })).toEqual([alert])
})
