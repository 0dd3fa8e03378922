import ICAL from "ical.js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { insertSession } from "#testing-sessions.ts"

const FEED = "/api/admin/calendar/feed"
const DAY_MS = 86_400_000

let app: TestApp
let admin: Browser & { readonly id: string }
beforeAll(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
  const at = (days: number) => new Date(app.deps.now().getTime() + days * DAY_MS)
  await insertSession(app, { preferredDate: at(3), scheduledAt: at(5), status: "approved", studentName: "Canary" })
  await insertSession(app, { preferredDate: at(4), sessionType: "mentoring", studentEmail: "canary@example.org" })
  await insertSession(app, { preferredDate: at(-29), status: "approved", subject: "career" })
  await insertSession(app, { preferredDate: at(-31), status: "approved", subject: "language" })
  await insertSession(app, { preferredDate: at(6), status: "declined" })
})
afterAll(() => app.close())

const create = async () => {
  const response = await admin.send("POST", FEED)
  expect(response.statusCode).toBe(201)
  return new URL(response.json<{ url: string }>().url).pathname
}
const read = (path: string) => app.send({ method: "GET", url: path })
const since = async () =>
  (await admin.send("GET", "/api/admin/calendar")).json<{ feedSince: string | null }>().feedSince

test("the feed has the open sessions of the last month and of the future, and says nothing about the students", async () => {
  const response = await read(await create())
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"])
  const events = new ICAL.Component(ICAL.parse(response.body)).getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component)
    return [event.summary, event.startDate.toJSDate().getTime(), component.getFirstPropertyValue("status")]
  })
  const at = (days: number) => app.deps.now().getTime() + days * DAY_MS
  expect(events).toEqual([
    ["Tutoring: Career", at(-29), "CONFIRMED"],
    ["Mentoring: Coding", at(4), "TENTATIVE"],
    ["Tutoring: Coding", at(5), "CONFIRMED"],
  ])
  expect(response.body).not.toMatch(/canary|example\.org/i)
})

test("a new address ends the one before it, and a revoked one is unknown", async () => {
  const first = await create()
  const second = await create()
  expect([(await read(first)).statusCode, (await read(second)).statusCode]).toEqual([404, 200])
  expect(await since()).toBe(app.deps.now().toISOString())
  expect((await admin.send("DELETE", FEED)).statusCode).toBe(204)
  expect([(await read(second)).statusCode, await since()]).toEqual([404, null])
})

test.each([{ approved: false }, { isAdmin: false }])(
  "the feed of an administrator with %j is unknown",
  async (change) => {
    await app.database.db.update(users).set({ approved: true, isAdmin: true })
    const path = await create()
    expect((await read(path)).statusCode).toBe(200)
    await app.database.db.update(users).set(change)
    expect((await read(path)).statusCode).toBe(404)
  },
)

test.each(["/api/calendars/x", `/api/calendars/${"a".repeat(44)}`, `/api/calendars/${"%00".repeat(14)}a`])(
  "the address %s is refused",
  async (path) => {
    expect((await read(path)).statusCode).toBeGreaterThanOrEqual(400)
  },
)
