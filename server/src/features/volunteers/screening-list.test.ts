import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { hour, insertBooking, insertSlot, insertTutor } from "#testing-booking.ts"
import { insertGroup } from "#testing-groups.ts"
import { listedKeys } from "#testing-mail.ts"
import { screen } from "#testing-screening.ts"
import { remindOfScreenings } from "./service/screening-reminders.ts"
import { screenings } from "./table.ts"

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const DAY_MS = 86_400_000
const inDays = (count: number) => new Date(app.deps.now().getTime() + count * DAY_MS)
const list = async (query = "") => (await admin.send("GET", `/api/admin/screenings${query}`)).json()
const waiting = async () => (await admin.send("GET", "/api/admin/waiting?kind=screening")).json()
const waitingCount = async () => (await admin.send("GET", "/api/admin/overview")).json().waiting.screening
const forget = (userId: string) => app.database.db.delete(screenings).where(eq(screenings.userId, userId))

test("tutors without a screening wait for an administrator with their hours, sessions and groups", async () => {
  const tutorId = await insertTutor(app)
  await forget(tutorId)
  await insertSlot(app, { tutorId })
  await insertSlot(app, { tutorId, startTime: "10:00", endTime: "11:00", isAvailable: false })
  const next = await insertBooking(app, { tutorId, status: "approved", preferredDate: new Date(hour("14:00")) })
  const past = { preferredDate: new Date("2026-01-01T14:00:00Z"), studentEmail: "eve@example.org" }
  await insertBooking(app, { tutorId, status: "approved", ...past })
  await insertBooking(app, { tutorId, status: "cancelled" })
  const group = await insertGroup(app, { mentorId: tutorId })
  expect(await list()).toEqual([
    {
      id: tutorId,
      name: "Rose Secret",
      state: "missing",
      screenedUntil: null,
      openHours: 1,
      sessions: 1,
      groups: 1,
    },
  ])
  expect(await waiting()).toMatchObject([
    { id: tutorId, kind: "screening", name: "Rose Secret", about: "missing", startsAt: hour("14:00"), isUrgent: true },
  ])
  expect(await waitingCount()).toBe(1)
  const screening = (await admin.send("GET", `/api/admin/screenings/${tutorId}`)).json()
  expect(screening).toMatchObject({ openHours: 1, groups: [{ id: group, name: "Go" }] })
  expect(screening.sessions).toEqual([
    { id: next.id, startsAt: hour("14:00"), subject: "coding", status: "approved", studentName: next.studentName },
  ])
})

test("a screening that has ended waits until nothing depends on it", async () => {
  const tutorId = await insertTutor(app)
  await screen(app, tutorId, inDays(-1))
  expect([await list(), await waitingCount()]).toEqual([[], 0])
  const { id } = await insertBooking(app, { tutorId, status: "approved" })
  expect(await list()).toMatchObject([{ state: "lapsed", screenedUntil: inDays(-1).toISOString(), sessions: 1 }])
  expect(await waiting()).toMatchObject([{ about: "lapsed", since: inDays(-1).toISOString() }])
  const body = { tutorId: await insertTutor(app) }
  expect((await admin.send("PATCH", `/api/admin/appointments/${id}`, body)).statusCode).toBe(200)
  expect([await list(), await waitingCount()]).toEqual([[], 0])
})

test.each([
  ["whose role has ended", { role: "student", roleApprovedAt: null }],
  ["whose account is closed", { approved: false }],
] as const)("a tutor %s waits with all coming sessions, also while the screening is valid", async (_, account) => {
  const tutorId = await insertTutor(app)
  const { id } = await insertBooking(app, { tutorId, status: "approved" })
  await insertSlot(app, { tutorId })
  expect([await list(), await waitingCount()]).toEqual([[], 0])
  await app.database.db.update(users).set(account).where(eq(users.id, tutorId))
  expect(await list()).toMatchObject([{ id: tutorId, state: "inactive", sessions: 1, openHours: 1 }])
  const [user] = await app.database.db.select().from(users).where(eq(users.id, tutorId))
  const since = user?.updatedAt.toISOString()
  expect(await waiting()).toMatchObject([{ id: tutorId, about: "inactive", startsAt: hour("09:00"), since }])
  const screening = (await admin.send("GET", `/api/admin/screenings/${tutorId}`)).json()
  expect(screening).toMatchObject({ isActive: false, openHours: 1, sessions: [{ id }] })
  const body = { tutorId: await insertTutor(app) }
  expect((await admin.send("PATCH", `/api/admin/appointments/${id}`, body)).statusCode).toBe(200)
  expect(await list()).toMatchObject([{ sessions: 0, openHours: 1 }])
  await app.database.sql`update available_time_slots set is_available = false`
  expect([await list(), await waitingCount()]).toEqual([[], 0])
})

test("the screening of a former tutor without work ends unlisted", async () => {
  const tutorId = await insertTutor(app)
  await screen(app, tutorId, inDays(14))
  expect(await list()).toHaveLength(1)
  await app.database.sql`update users set role_approved_at = null where id = ${tutorId}`
  expect(await list()).toEqual([])
})

test("a screening that ends within 30 days is listed with the sessions after its end, and does not wait", async () => {
  const [soon, later] = [await insertTutor(app), await insertTutor(app)]
  await screen(app, soon, inDays(14))
  await screen(app, later, inDays(31))
  await insertBooking(app, { tutorId: soon, preferredDate: inDays(10) })
  await insertBooking(app, { tutorId: soon, preferredDate: inDays(20), studentEmail: "eve@example.org" })
  expect(await list()).toMatchObject([{ id: soon, state: "ending", sessions: 1 }])
  expect(await waitingCount()).toBe(0)
  await screen(app, later, inDays(30))
  expect(await list()).toHaveLength(2)
})

test("the list has pages, and finds people by name", async () => {
  for (const days of [20, 10]) await screen(app, await insertTutor(app), inDays(days))
  const missing = await insertTutor(app)
  await forget(missing)
  await insertSlot(app, { tutorId: missing })
  const states = (await list()).map(({ state, screenedUntil }: Record<string, string>) => [state, screenedUntil])
  expect(states).toEqual([
    ["missing", null],
    ["ending", inDays(10).toISOString()],
    ["ending", inDays(20).toISOString()],
  ])
  const first = await admin.send("GET", "/api/admin/screenings?limit=2")
  expect([first.headers["x-total-count"], first.json().length]).toEqual(["3", 2])
  const [, cursor] = /cursor=([^&>]+)/.exec(String(first.headers["link"])) ?? []
  expect(await list(`?limit=2&cursor=${cursor}`)).toMatchObject([{ screenedUntil: inDays(20).toISOString() }])
  expect(await list("?q=secret")).toHaveLength(3)
  expect(await list("?q=nobody")).toEqual([])
  expect((await admin.send("GET", "/api/admin/screenings?sort=name")).statusCode).toBe(400)
})

const emails = async () =>
  (
    await app.database.sql<{ payload: { to: string; about?: { userId: string } } }[]>`
      select payload from outbox where kind = 'screening.ending' order by id`
  ).map(({ payload }) => [payload.to, payload.about?.userId])

test("the tutor and the administrators are told 30 and 7 days before a screening ends, once each", async () => {
  const tutorId = await insertTutor(app)
  await screen(app, tutorId, inDays(31))
  const [tutor] = await app.database.sql<{ email: string }[]>`select email from users where id = ${tutorId}`
  const both = [
    [tutor?.email, undefined],
    ["root@example.org", tutorId],
  ]
  const remind = () => Promise.all([remindOfScreenings(app.deps), remindOfScreenings(app.deps)])
  await remind()
  expect(await emails()).toEqual([])
  const start = app.deps.now().getTime()
  const at = (day: number) => app.setNow(new Date(start + day * DAY_MS))
  for (const day of [1, 2, 23]) {
    at(day)
    await remind()
    expect(await emails()).toEqual(both)
  }
  for (const day of [24, 25, 30, 31, 40]) {
    at(day)
    await remind()
    expect(await emails()).toEqual([...both, ...both])
  }
})

test("a screening that is renewed is told of again, and one of a person who gives no sessions is not", async () => {
  const tutorId = await insertTutor(app)
  await screen(app, tutorId, inDays(3))
  await remindOfScreenings(app.deps)
  expect(await emails()).toHaveLength(2)
  await app.database.sql`update screenings set screened_until = ${inDays(29)}, reminded_days = null`
  await remindOfScreenings(app.deps)
  expect(await emails()).toHaveLength(4)
  await app.database.sql`update screenings set reminded_days = null`
  await app.database.sql`update users set role_approved_at = null where id = ${tutorId}`
  await remindOfScreenings(app.deps)
  expect(await emails()).toHaveLength(4)
})

test("the emails name the day and, to an administrator, the person with a link", async () => {
  const tutorId = await insertTutor(app)
  await app.database.sql`update users set language = 'fr' where id = ${tutorId}`
  await screen(app, tutorId, inDays(6))
  await remindOfScreenings(app.deps)
  const sent = (await app.deliver()).filter(({ key }) => key.startsWith("screening."))
  const toAdmin = sent.find(({ to }) => to === "root@example.org")
  const own = sent.find((email) => email !== toAdmin)
  expect(own).toMatchObject({ subject: expect.stringContaining("7 janvier 2026") })
  expect(toAdmin).toMatchObject({ text: expect.stringContaining(`/admin/screenings?open=${tutorId}`) })
  expect(toAdmin?.subject).toContain("Rose Secret")
  expect((await listedKeys(app)).filter((key) => key.startsWith("screening."))).toEqual([own?.key])
})
