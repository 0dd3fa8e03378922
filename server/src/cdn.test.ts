import { eq } from "drizzle-orm"
import { beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { PermanentFailure } from "#platform/jobs/permanent-failure.ts"
import { outbox } from "#platform/jobs/table.ts"
import { createTestApp, signInAsAdmin, type TestApp } from "./testing.ts"

const purge = vi.fn<() => Promise<void>>()
const AT_START = "2026-01-02T03:04:10.000Z"

beforeEach(() => void purge.mockReset().mockResolvedValue(undefined))

async function openApps(count: number): Promise<TestApp[]> {
  const first = await createTestApp({ cdn: { purge } })
  const others = Array.from({ length: count - 1 }, () => createTestApp({ cdn: { purge }, database: first.database }))
  const apps = [first, ...(await Promise.all(others))]
  onTestFinished(async () => {
    for (const app of apps.toReversed()) await app.close()
  })
  await expect.poll(() => purgesOf(first)).toEqual([AT_START])
  return apps
}

async function purgesOf({ deps }: TestApp): Promise<string[]> {
  const rows = await deps.db.select().from(outbox).where(eq(outbox.kind, "cdn.purge")).orderBy(outbox.key)
  return rows.map(({ key }) => key.replace("cdn.purge/", ""))
}

function setNow(apps: readonly TestApp[], time: string): void {
  for (const app of apps) app.setNow(new Date(time))
}

const publish = ({ database: { sql } }: TestApp) => sql`delete from testimonials`

test("a change that all processes hear is one purge, some seconds later, and so is a burst", async () => {
  const apps = await openApps(3)
  const [app] = apps as [TestApp]
  setNow(apps, "2026-01-02T04:00:00.001Z")
  for (let at = 0; at < 20; at++) await publish(app)
  await expect.poll(() => purgesOf(app)).toEqual([AT_START, "2026-01-02T04:00:10.000Z"])
  setNow(apps, "2026-01-02T04:00:05.000Z")
  await publish(app)
  setNow(apps, "2026-01-02T04:00:05.001Z")
  await publish(app)
  const last = "2026-01-02T04:00:15.000Z"
  await expect.poll(() => purgesOf(app)).toEqual([AT_START, "2026-01-02T04:00:10.000Z", last])
  await app.deliver()
  expect(purge).toHaveBeenCalled()
  expect(await app.database.sql`select 1 from outbox where kind = 'cdn.purge' and sent_at is null`).toEqual([])
})

test("what an administrator publishes is purged, and what no page shows is not", async () => {
  const [app] = (await openApps(1)) as [TestApp]
  const admin = await signInAsAdmin(app, "root")
  setNow([app], "2026-01-02T03:10:00Z")
  await app.database.sql`delete from assets`
  await app.database.sql`delete from contacts`
  const testimonial = { name: "Ada", role: "Learner", content: "Good.", imageUrl: "https://example.org/a.webp" }
  expect((await admin.send("POST", "/api/admin/testimonials", testimonial)).statusCode).toBe(201)
  await expect.poll(() => purgesOf(app)).toEqual([AT_START, "2026-01-02T03:10:05.000Z"])
})

test("a change that comes while a purge runs gets another one", async () => {
  const [app] = (await openApps(1)) as [TestApp]
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  purge.mockImplementationOnce(async () => {
    begin()
    await mayEnd
  })
  const delivered = app.deliver()
  await hasBegun
  setNow([app], "2026-01-02T03:04:10Z")
  await publish(app)
  await expect.poll(() => purgesOf(app)).toEqual([AT_START, "2026-01-02T03:04:15.000Z"])
  end()
  await delivered
  expect(purge).toHaveBeenCalledTimes(2)
})

test("a page that shows something else after a while is purged", async () => {
  let redraw = () => {}
  const pages = { onRedraw: (listener: () => void) => void (redraw = listener) }
  const app = await createTestApp({ cdn: { purge }, pages })
  onTestFinished(() => app.close())
  await expect.poll(() => purgesOf(app)).toEqual([AT_START])
  setNow([app], "2026-01-02T03:30:00Z")
  redraw()
  await expect.poll(() => purgesOf(app)).toEqual([AT_START, "2026-01-02T03:30:05.000Z"])
})

test("after an outage one purge is enough, and a refusal is listed as failed", async () => {
  const [app] = (await openApps(1)) as [TestApp]
  const refusal = Object.assign(new Error("refused"), { name: "cdn 403" })
  purge.mockRejectedValueOnce(Object.assign(new Error("away"), { name: "cdn 500" }))
  await app.deliver()
  setNow([app], "2026-01-02T03:05:00Z")
  await publish(app)
  await expect.poll(() => purgesOf(app)).toHaveLength(2)
  await app.deliver()
  await app.database.sql`update outbox set due_at = now() where sent_at is null`
  await app.deliver()
  expect(purge).toHaveBeenCalledTimes(2)
  setNow([app], "2026-01-02T03:06:00Z")
  purge.mockRejectedValueOnce(new PermanentFailure("refused", { cause: refusal }))
  await publish(app)
  await expect.poll(() => purgesOf(app)).toHaveLength(3)
  await app.deliver()
  const admin = await signInAsAdmin(app, "root")
  expect((await admin.send("GET", "/api/admin/failed-jobs")).json()).toMatchObject([
    { kind: "cdn.purge", error: "cdn 403" },
  ])
})

test("without a CDN nothing is enqueued", async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  await publish(app)
  const admin = await signInAsAdmin(app, "root")
  expect(admin.id).toBeTruthy()
  expect(await purgesOf(app)).toEqual([])
})
