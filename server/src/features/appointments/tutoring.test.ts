import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { addTutor, book, HOUR, registerTutor, TUTOR } from "#testing-slots.ts"
import { availableTimeSlots, tutors } from "./table/slots.ts"
import { appointments, sessionFeedback } from "./table.ts"

const { sessionTypes } = HOUR
/** A Saturday of 2030, 10:00 in Paris: still to come for the clock of the database, too. */
const LATER = { date: "2030-01-12", startTime: "10:00", endTime: "11:00", sessionTypes }
const SETTINGS = { ...TUTOR, weeklyLimit: 3, meetingUrl: "https://meet.example.org/tim" }

let app: TestApp
let tim: Awaited<ReturnType<typeof registerTutor>>
beforeEach(async () => {
  app = await createTestApp()
  tim = await registerTutor(app, "tim")
})
afterEach(() => app.close())

const save = (body: object = SETTINGS) => tim.send("PUT", "/api/tutor", body)
const open = (form: object = {}) => tim.send("POST", "/api/tutor/slots", { ...LATER, ...form })
const openOne = async (form: object = {}) => (await open(form)).json().slots[0] as { id: string }
const slots = async () => (await tim.send("GET", "/api/tutor/slots")).json<{ id: string; isAvailable: boolean }[]>()
const sessions = async () => (await tim.send("GET", "/api/tutor/sessions")).json()
const rows = () => app.database.db.select().from(availableTimeSlots).orderBy(availableTimeSlots.startsAt)
const report = (id: string, body: object) => tim.send("PUT", `/api/tutor/sessions/${id}/report`, body)
const MET = { outcome: "completed", followUpRequired: false }

/** After the hour of `LATER` has begun. */
async function travel() {
  app.setNow(new Date("2030-01-12T09:30:00Z"))
  tim = { ...tim, ...(await signInAs(app, tim.id, "member")) }
}

test("the first save makes an approved volunteer a tutor, and later ones change the settings", async () => {
  const read = async () => (await tim.send("GET", "/api/tutor")).json()
  expect(await read()).toEqual({ settings: null, screenedUntil: "2031-01-01T00:00:00.000Z" })
  const skills = { languages: ["fr", "ht"], subjects: ["coding"] }
  const settings = { ...SETTINGS, ...skills }
  const saved = await save(settings)
  expect([saved.statusCode, saved.json()]).toEqual([200, { settings, screenedUntil: expect.any(String) }])
  await save({ ...SETTINGS, noticeHours: 24 })
  expect(await read()).toMatchObject({ settings: { ...settings, noticeHours: 24 } })
  expect(await app.database.db.select().from(tutors)).toMatchObject([{ userId: tim.id, noticeHours: 24 }])
})

test.each([
  ["timeZone", "Paris"],
  ["weeklyLimit", 61],
  ["noticeHours", 337],
  ["meetingUrl", "http://meet.example.org"],
  ["pausedUntil", "2026-02-01"],
  ["userId", "0198c0de-0000-7000-8000-000000000000"],
])("settings with a wrong %s are refused", async (field, value) => {
  expect((await save({ ...SETTINGS, [field]: value })).statusCode).toBe(400)
  expect(await app.database.db.select().from(tutors)).toEqual([])
})

test("a student and a mentor who waits for approval are refused", async () => {
  const ada = await register(app, "ada")
  const statuses = async () =>
    Promise.all(["", "/sessions", "/slots", "/hours", "/proofs"].map((path) => ada.send("GET", `/api/tutor${path}`)))
  expect((await statuses()).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
  await app.database.sql`update users set role = 'mentor' where id = ${ada.id}`
  expect((await statuses()).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
})

test("a tutor opens an hour on their own clock, after the settings are saved", async () => {
  expect((await open()).json().code).toBe("record.unknown")
  await save()
  expect((await open()).json()).toMatchObject({ created: 1, slots: [{ startsAt: "2030-01-12T09:00:00.000Z" }] })
  expect(await rows()).toMatchObject([{ tutorId: tim.id, createdBy: tim.id }])
  expect((await open()).json().code).toBe("slot.overlap")
})

test.each([
  { tutorId: "0198c0de-0000-7000-8000-000000000000" },
  { timeZone: "America/New_York" },
  { endTime: "10:15" },
  { endTime: "14:15" },
  { maxBookings: 51 },
  { sessionTypes: [] },
  { date: "2025-12-31" },
  { repeats: { until: "2030-01-11" } },
])("an hour with %j is refused", async (form) => {
  await save()
  expect([(await open(form)).statusCode, await rows()]).toEqual([400, []])
})

test("a tutor closes one hour of a series, opens it again, and ends the series", async () => {
  await save()
  const [first, second] = (
    await open({ date: "2026-01-10", repeats: { until: "2026-01-24", skipsClosedDays: false } })
  ).json().slots
  expect((await tim.send("DELETE", `/api/tutor/slots/${first.id}`)).json()).toEqual({
    deleted: 0,
    closed: 1,
    bookings: [],
  })
  expect((await slots()).map(({ isAvailable }) => isAvailable)).toEqual([false, true, true])
  expect((await tim.send("PATCH", `/api/tutor/slots/${first.id}`, { isAvailable: true })).statusCode).toBe(200)
  expect((await tim.send("PATCH", `/api/tutor/slots/${first.id}`, { isAvailable: false })).statusCode).toBe(400)
  expect((await tim.send("DELETE", `/api/tutor/slots/${second.id}?scope=later`)).json()).toMatchObject({ deleted: 2 })
  expect(await slots()).toMatchObject([{ id: first.id, isAvailable: true }])
})

test("a booked hour that a tutor closes returns its booking, which waits for the staff until it is over", async () => {
  const admin = await signInAsAdmin(app, "root")
  await save()
  const slot = await openOne()
  const id = await book(app, slot.id)
  const waiting = async () => (await admin.send("GET", "/api/admin/waiting?kind=moving")).json()
  expect(await waiting()).toEqual([])
  const read = (await tim.send("GET", `/api/tutor/slots/${slot.id}`)).json()
  const booking = { id, studentName: "Eve", preferredDate: "2030-01-12T09:00:00.000Z", status: "approved" }
  expect(read).toMatchObject({ bookings: [booking], laterBookings: [booking] })
  const closed = (await tim.send("DELETE", `/api/tutor/slots/${slot.id}`)).json()
  expect(closed).toEqual({ deleted: 0, closed: 1, bookings: read.bookings })
  expect(await waiting()).toMatchObject([{ id, kind: "moving", about: "coding" }])
  expect((await admin.send("GET", "/api/admin/overview")).json().waiting).toMatchObject({ moving: 1, session: 0 })
  await tim.send("PATCH", `/api/tutor/slots/${slot.id}`, { isAvailable: true })
  expect(await waiting()).toEqual([])
})

test("hours and sessions of another tutor do not exist", async () => {
  const admin = await signInAsAdmin(app, "root")
  await save()
  const tutorId = await addTutor(app, admin, "zoe")
  const other = (await admin.send("POST", "/api/admin/slots", { ...LATER, tutorId })).json().slots[0]
  const id = await book(app, other.id)
  await travel()
  const answers = [
    await tim.send("GET", `/api/tutor/slots/${other.id}`),
    await tim.send("PATCH", `/api/tutor/slots/${other.id}`, { isAvailable: true }),
    await tim.send("DELETE", `/api/tutor/slots/${other.id}`),
    await tim.send("DELETE", `/api/tutor/slots/${other.id}?scope=later`),
    await report(id, MET),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
  expect([await slots(), await sessions()]).toEqual([[], []])
  expect(await rows()).toMatchObject([{ isAvailable: true }])
  expect(await app.database.db.select().from(sessionFeedback)).toEqual([])
})

test("a pause lists the sessions that it touches on the tutor's days, and saves nothing", async () => {
  await save()
  const id = await book(app, (await openOne()).id)
  const touched = async (query: string) =>
    (await tim.send("GET", `/api/tutor/pause?${query}&timeZone=Europe/Paris`)).json()
  expect(await touched("from=2030-01-12")).toMatchObject([{ id, studentName: "Eve" }])
  expect(await touched("from=2030-01-01&until=2030-01-12")).toMatchObject([{ id }])
  expect(await touched("from=2030-01-01&until=2030-01-11")).toEqual([])
  expect(await touched("from=2030-01-13")).toEqual([])
  expect((await tim.send("GET", "/api/tutor/pause?from=2030-02-30&timeZone=Europe/Paris")).statusCode).toBe(400)
  expect(await app.database.db.select().from(tutors)).toMatchObject([{ pausedFrom: null }])
})

test("a tutor says how a session went, and changes the words but not the outcome", async () => {
  await save()
  const id = await book(app, (await openOne()).id)
  expect((await report(id, MET)).json().code).toBe("appointment.state")
  await travel()
  expect(await sessions()).toMatchObject([{ id, status: "approved", canReport: true, meetingUrl: SETTINGS.meetingUrl }])
  const words = { tutorRating: 5, tutorFeedback: "Loops", sessionNotes: "Needs a book", followUpRequired: true }
  const response = await report(id, { outcome: "completed", ...words })
  expect([response.statusCode, response.json()]).toMatchObject([
    200,
    { status: "completed", report: words, meetingUrl: null },
  ])
  expect((await report(id, MET)).json().report).toEqual({
    tutorRating: null,
    tutorFeedback: null,
    sessionNotes: null,
    followUpRequired: false,
  })
  expect((await report(id, { ...MET, outcome: "no_show" })).json().code).toBe("appointment.state")
  expect(await app.database.db.select().from(appointments)).toMatchObject([{ status: "completed" }])
  expect((await tim.send("GET", "/api/tutor/hours")).json()).toEqual({
    sessions: 1,
    minutes: 60,
    months: [{ month: "2030-01", sessions: 1, minutes: 60 }],
  })
})

test("a session that its student missed gives no hours", async () => {
  await save()
  const id = await book(app, (await openOne()).id)
  await travel()
  expect((await report(id, { ...MET, outcome: "no_show" })).json()).toMatchObject({ status: "no_show", learning: null })
  expect((await tim.send("GET", "/api/tutor/hours")).json()).toEqual({ sessions: 0, minutes: 0, months: [] })
})

test.each([
  ["another outcome", "outcome", { outcome: "cancelled" }],
  ["no word about following up", "followUpRequired", { followUpRequired: undefined }],
  ["no star", "tutorRating", { tutorRating: 0 }],
  ["six stars", "tutorRating", { tutorRating: 6 }],
  ["too long a note", "sessionNotes", { sessionNotes: "a".repeat(5001) }],
])("a report with %s is refused", async (_what, field, more) => {
  const body = { ...MET, ...more }
  await save()
  const id = await book(app, (await openOne()).id)
  await travel()
  const response = await report(id, body)
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
})

test("twenty reports at once in two processes complete a session once", async () => {
  await save()
  const id = await book(app, (await openOne()).id)
  await travel()
  const otherApp = await createTestApp({ database: app.database })
  otherApp.setNow(new Date("2030-01-12T09:30:00Z"))
  const headers = { cookie: tim.cookie(), origin: "http://localhost:3000" }
  const url = `/api/tutor/sessions/${id}/report`
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? app : otherApp).send({ method: "PUT", url, payload: { ...MET, tutorRating: 4 }, headers }),
    ),
  )
  await otherApp.close()
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await app.database.db.select().from(sessionFeedback)).toMatchObject([{ tutorRating: 4 }])
  const emails = await app.database.sql`select key from outbox where kind = 'appointment.changed'`
  expect(emails).toHaveLength(1)
})

test("hours are counted by month on the tutor's clock", async () => {
  await save({ ...SETTINGS, timeZone: "Pacific/Auckland" })
  const completed = {
    tutorId: tim.id,
    studentName: "Eve",
    studentEmail: "eve@example.org",
    status: "completed",
  } as const
  const what = { sessionType: "tutoring", subject: "coding", preferredTime: "10:00" } as const
  const times = [
    ["2026-01-31T10:59:00Z", 30],
    ["2026-01-31T11:00:00Z", 60],
    ["2025-11-01T10:00:00Z", 90],
    // A second place of the same hour.
    ["2025-11-01T10:00:00Z", 60],
  ] as const
  await app.database.db.insert(appointments).values(
    times.map(([at, duration]) => {
      const preferredDate = new Date(at)
      const endsAt = new Date(preferredDate.getTime() + duration * 60_000)
      return { ...completed, ...what, preferredDate, duration, endsAt }
    }),
  )
  expect((await tim.send("GET", "/api/tutor/hours")).json()).toEqual({
    sessions: 3,
    minutes: 180,
    months: [
      { month: "2026-02", sessions: 1, minutes: 60 },
      { month: "2026-01", sessions: 1, minutes: 30 },
      { month: "2025-11", sessions: 1, minutes: 90 },
    ],
  })
})
