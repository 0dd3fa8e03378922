import { asc } from "drizzle-orm"
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { countVitals, sweepVitals } from "./service/web-vitals.ts"
import { webVitals } from "./table.ts"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const VISIT = { page: "/about", language: "ht", line: "3g", bounds: { LCP: 2500, CLS: 10 } } as const
const send = (payload: unknown, to = app) =>
  to.send({
    method: "POST",
    url: "/api/web-vitals",
    payload: payload as object,
    headers: { "content-type": "application/json" },
  })
const rows = () =>
  app.database.db.select().from(webVitals).orderBy(asc(webVitals.day), asc(webVitals.metric), asc(webVitals.bound))

const row = (more: object) => ({ day: "2026-01-02", page: "/about", language: "ht", line: "3g", ...more })

test("visits are counted by day, page, language, line, metric and bucket, and nothing else is stored", async () => {
  expect([(await send(VISIT)).statusCode, (await send(VISIT)).statusCode]).toEqual([202, 202])
  await send({ ...VISIT, bounds: { LCP: 60_000 } })
  expect(await rows()).toEqual([])
  await app.deps.webVitals?.flush()
  expect(await rows()).toEqual([
    row({ metric: "CLS", bound: 10, visits: 2 }),
    row({ metric: "LCP", bound: 2500, visits: 2 }),
    row({ metric: "LCP", bound: 60_000, visits: 1 }),
  ])
})

test.each([
  ["an unknown page", { ...VISIT, page: "/admin" }],
  ["an address", { ...VISIT, page: "https://example.org/about" }],
  ["an unknown language", { ...VISIT, language: "de" }],
  ["an unknown line", { ...VISIT, line: "5g" }],
  ["a value that is no bound", { ...VISIT, bounds: { LCP: 2499 } }],
  ["an unknown metric", { ...VISIT, bounds: { FID: 100 } }],
  ["a field too many", { ...VISIT, id: "a" }],
  ["a wrong type", { ...VISIT, bounds: [2500] }],
  ["no page", { ...VISIT, page: undefined }],
  ["a list", [VISIT]],
  ["a text", JSON.stringify("about")],
])("%s is refused and not counted", async (_, payload) => {
  expect((await send(payload)).statusCode).toBe(400)
  await app.deps.webVitals?.flush()
  expect(await rows()).toEqual([])
})

test("another website cannot send visits", async () => {
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
  const response = await app.send({ method: "POST", url: "/api/web-vitals", payload: VISIT, headers })
  expect([response.statusCode, response.json().code]).toEqual([403, "origin.foreign"])
})

test("two processes that store at once add up", async () => {
  const counters = [1, 2, 3].map(() => countVitals(app.deps))
  for (const counter of counters) for (let visit = 0; visit < 5; visit++) counter.add(VISIT, `${visit}`)
  await Promise.all(counters.map((counter) => counter.flush()))
  expect((await rows()).map(({ visits }) => visits)).toEqual([15, 15])
})

test("visits of a minute are stored when it ends, and those of a closing process at once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] })
  await send(VISIT)
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  await expect.poll(async () => (await rows()).length).toBe(2)
  const other = await createTestApp({ database: app.database })
  await send({ ...VISIT, bounds: { INP: 200 } }, other)
  await other.close()
  expect((await rows()).map(({ metric }) => metric)).toContain("INP")
})

test("what cannot be stored stays counted", async () => {
  await send(VISIT)
  await app.database.sql`alter table web_vitals rename to elsewhere`
  await app.deps.webVitals?.flush()
  await app.database.sql`alter table elsewhere rename to web_vitals`
  await app.deps.webVitals?.flush()
  expect(await rows()).toHaveLength(2)
})

test("an address sends twenty visits a minute, all together six hundred", async () => {
  const statuses = await Promise.all(Array.from({ length: 21 }, async () => (await send(VISIT)).statusCode))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  const refused = await send(VISIT)
  expect([refused.json().code, refused.headers["retry-after"]]).toEqual(["rate.limited", "60"])
  const counter = countVitals(app.deps)
  for (let visit = 0; visit < 600; visit++) counter.add(VISIT, `${visit}`)
  expect(() => counter.add(VISIT, "another")).toThrow()
  await counter.flush()
  expect(() => counter.add(VISIT, "another")).not.toThrow()
})

test("counts are deleted after 400 days", async () => {
  await send(VISIT)
  await app.deps.webVitals?.flush()
  app.setNow(new Date("2027-02-06T23:59:00Z"))
  await sweepVitals(app.deps)
  expect(await rows()).toHaveLength(2)
  app.setNow(new Date("2027-02-07T00:00:00Z"))
  await sweepVitals(app.deps)
  expect(await rows()).toEqual([])
})

test("the administrator reads the bucket that three visits of four do not exceed", async () => {
  const metric = "LCP" as const
  const base = { page: "/about", language: "ht", line: "3g", metric } as const
  await app.database.db.insert(webVitals).values([
    { ...base, day: "2025-12-29", bound: 1000, visits: 1 },
    { ...base, day: "2025-12-30", bound: 2000, visits: 2 },
    { ...base, day: "2026-01-01", bound: 8000, visits: 1 },
    { ...base, day: "2025-12-22", bound: 60_000, visits: 1 },
    { ...base, day: "2026-01-02", page: "/", language: "fr", line: "4g", bound: 500, visits: 7 },
    { ...base, day: "2025-10-09", bound: 12_000, visits: 99 },
  ])
  const admin = await signInAsAdmin(app, "root")
  const response = await admin.send("GET", "/api/admin/system/web-vitals")
  const about = { page: "/about", metric }
  expect(response.json()).toEqual({
    isOn: true,
    weeks: [
      { ...about, week: "2025-12-22", p75: 60_000, visits: 1 },
      { week: "2025-12-29", page: "/", metric, p75: 500, visits: 7 },
      { ...about, week: "2025-12-29", p75: 2000, visits: 4 },
    ],
    groups: expect.arrayContaining([
      { name: "ht", metric, p75: 8000, visits: 5 },
      { name: "fr", metric, p75: 500, visits: 7 },
      { name: "3g", metric, p75: 8000, visits: 5 },
      { name: "4g", metric, p75: 500, visits: 7 },
    ]),
  })
  expect(response.json().groups).toHaveLength(4)
})

test("nobody else reads them", async () => {
  const member = await signInAs(app, (await register(app, "ada")).id, "member")
  expect((await member.send("GET", "/api/admin/system/web-vitals")).statusCode).toBe(403)
  expect((await openBrowser(app).send("GET", "/api/admin/system/web-vitals")).statusCode).toBe(401)
})

test("a process that measures nothing takes nothing", async () => {
  const off = await createTestApp({ webVitals: "off" })
  onTestFinished(off.close)
  expect((await send(VISIT, off)).statusCode).toBe(404)
  const admin = await signInAsAdmin(off, "root")
  const response = await admin.send("GET", "/api/admin/system/web-vitals")
  expect(response.json()).toEqual({ isOn: false, weeks: [], groups: [] })
})
