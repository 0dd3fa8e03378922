import { afterEach, beforeEach, expect, test } from "vitest"
import { outbox } from "#platform/jobs/table.ts"
import { startWorker } from "#platform/jobs/worker.ts"
import { createTestApp, readPageRequest, register, type TestApp } from "#testing.ts"
import { withInstants } from "#testing-appointments.ts"
import { appointmentJobs } from "./jobs.ts"
import { availableTimeSlots } from "./table/slots.ts"
import { appointments } from "./table.ts"

const URL = "/api/appointments"
const AT = "2026-01-15T14:00:00.000Z"
const REQUEST = {
  studentName: "Ada Pierre",
  studentEmail: "ada@example.org",
  sessionType: "tutoring",
  subject: "coding",
  preferredDate: AT,
  preferredTime: "09:00",
}

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
})
afterEach(() => app.close())

const send = (payload: object, headers: Record<string, string> = {}) =>
  app.send({ method: "POST", url: URL, payload, headers })
const post = (fields: Record<string, string>) =>
  app.send({
    method: "POST",
    url: URL,
    payload: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  })
const rows = () => app.database.db.select().from(appointments).orderBy(appointments.id)
const slots = () => app.database.db.select().from(availableTimeSlots).orderBy(availableTimeSlots.id)
const emails = () => app.database.db.select().from(outbox).orderBy(outbox.id)
const openSlot = (more: Partial<typeof availableTimeSlots.$inferInsert> = {}) =>
  app.database.db
    .insert(availableTimeSlots)
    .values(withInstants({ date: "2026-01-15", startTime: "09:00", endTime: "10:00", ...more }))

test("a visitor's request is stored as pending with the defaults of spec §3", async () => {
  const response = await send({ ...REQUEST, userId: "01a1fb37-a1b7-700e-9225-58f17d4b2fff", status: "approved" })
  const [row] = await rows()
  expect([response.statusCode, response.json()]).toEqual([
    201,
    {
      ...REQUEST,
      id: row?.id,
      userId: "guest-user",
      duration: 60,
      description: null,
      priority: "normal",
      status: "pending",
      scheduledAt: null,
      createdAt: row?.createdAt.toISOString(),
    },
  ])
  expect([row?.userId, row?.preferredDate.toISOString()]).toEqual([null, AT])
  expect(await emails()).toMatchObject([{ kind: "appointment.requested", payload: { id: row?.id } }])
})

test("optional fields are stored", async () => {
  const more = { duration: 90, description: "Loops,\nplease", priority: "high" }
  expect((await send({ ...REQUEST, ...more })).json()).toMatchObject(more)
})

test("20 concurrent POSTs with one idempotency key in two processes store one request, one booking and one email", async () => {
  await app.close()
  app = await createTestApp()
  const otherApp = await createTestApp({ database: app.database })
  await openSlot({ maxBookings: 1 })
  const headers = { "idempotency-key": "0123456789-0123456789" }
  const sendTo = (index: number) =>
    (index % 2 ? app : otherApp).send({ method: "POST", url: URL, payload: REQUEST, headers })
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => sendTo(index)))
  await otherApp.close()
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(new Set(responses.map((response) => response.json().id)).size).toBe(1)
  expect([(await rows()).length, (await emails()).length]).toEqual([1, 1])
  expect(await slots()).toMatchObject([{ currentBookings: 1 }])
})

test.each(["approved", "cancelled"] as const)(
  "a request that arrives again under its key after it was %s books nothing and answers with it",
  async (status) => {
    await openSlot({ maxBookings: 2 })
    const headers = { "idempotency-key": "0123456789-0123456789" }
    const first = await send(REQUEST, headers)
    await app.database.db.update(appointments).set({ status })
    const again = await send(REQUEST, headers)
    expect([again.statusCode, again.json()]).toEqual([201, { ...first.json(), status }])
    expect([(await rows()).length, (await emails()).length]).toEqual([1, 1])
    expect(await slots()).toMatchObject([{ currentBookings: 1 }])
  },
)

test("a repeated request of a member returns the stored record, even if the slot is full", async () => {
  await openSlot({ maxBookings: 1 })
  const ada = await register(app, "ada")
  const [first, again] = [await ada.send("POST", URL, REQUEST), await ada.send("POST", URL, REQUEST)]
  expect([again.statusCode, again.json()]).toEqual([201, first.json()])
  expect(first.json().userId).toBe(ada.id)
})

test.each([
  { subject: "language" },
  { sessionType: "mentoring" },
  { preferredDate: "2026-01-16T14:00:00.000Z" },
  { studentEmail: "bea@example.org" },
])("a repeated request returns its own record, not the later one with %j", async (change) => {
  const ada = await register(app, "ada")
  const first = await ada.send("POST", URL, REQUEST)
  const other = await ada.send("POST", URL, { ...REQUEST, ...change })
  const again = await ada.send("POST", URL, { ...REQUEST, studentEmail: REQUEST.studentEmail.toUpperCase() })
  expect([other.statusCode, (await rows()).length]).toEqual([201, 2])
  expect(again.json().id).toBe(first.json().id)
})

test.each(["short", "x".repeat(65), "0123456789 0123456789", "0123456789-0123456789é"])(
  "the idempotency key %j is refused and nothing is stored",
  async (key) => {
    const response = await send(REQUEST, { "idempotency-key": key })
    expect([response.statusCode, response.json().code, await rows()]).toEqual([400, "request.malformed", []])
  },
)

test("of concurrent requests for the last place of a slot one succeeds", async () => {
  await app.close()
  app = await createTestApp()
  await openSlot({ maxBookings: 1 })
  const otherApp = await createTestApp({ database: app.database })
  const sendTo = (index: number) =>
    (index % 2 ? app : otherApp).send({
      method: "POST",
      url: URL,
      payload: { ...REQUEST, studentEmail: `ada${index}@b.co` },
    })
  const responses = await Promise.all(Array.from({ length: 12 }, (_, index) => sendTo(index)))
  await otherApp.close()
  const booked = responses.filter(({ statusCode }) => statusCode === 201)
  const refused = responses.filter(({ statusCode }) => statusCode === 409)
  expect([booked.length, refused.length, refused[0]?.json().code]).toEqual([1, 11, "slot.taken"])
  expect([(await rows()).length, (await emails()).length]).toEqual([1, 1])
  expect(await slots()).toMatchObject([{ currentBookings: 1 }])
})

test("a day with open slots accepts only these and only for their session types", async () => {
  await openSlot({ startTime: "10:00", endTime: "11:00", sessionTypes: ["mentoring"] })
  expect((await send(REQUEST)).statusCode).toBe(409)
  const ten = { ...REQUEST, preferredDate: "2026-01-15T15:00:00.000Z", preferredTime: "10:00" }
  expect((await send(ten)).statusCode).toBe(409)
  expect((await send({ ...ten, sessionType: "mentoring" })).statusCode).toBe(201)
  expect((await send({ ...REQUEST, preferredDate: "2026-01-16T14:00:00.000Z" })).statusCode).toBe(201)
})

test("a closed slot does not restrict its day", async () => {
  await openSlot({ isAvailable: false })
  expect((await send(REQUEST)).statusCode).toBe(201)
  expect(await slots()).toMatchObject([{ currentBookings: 0 }])
})

test.each([
  ["a past day", { preferredDate: "2026-01-02T03:04:05.000Z" }, { preferredDate: "Please select a future date" }],
  ["a missing day", { preferredDate: undefined }, { date: "Please choose a date" }],
  ["30 February", { preferredDate: undefined, date: "2026-02-30" }, { date: "This day does not exist" }],
  ["an invalid instant", { preferredDate: "tomorrow" }, { preferredDate: expect.any(String) }],
  ["an hour that cannot be booked", { preferredTime: "12:00" }, { preferredTime: "Please choose a time" }],
  ["an unknown session type", { sessionType: "party" }, { sessionType: "Please choose a session type" }],
  ["an unknown subject", { subject: "cooking" }, { subject: "Please choose a subject" }],
  ["a duration of 45 minutes", { duration: 45 }, { duration: "Please choose one of the durations" }],
  ["an unknown priority", { priority: "extreme" }, { priority: expect.any(String) }],
  ["a blank name", { studentName: " " }, { studentName: "Name is required" }],
  ["an invalid email address", { studentEmail: "ada" }, { studentEmail: "Please enter a valid email address" }],
  ["a description of 2001 characters", { description: "é".repeat(2001) }, { description: "Description is too long" }],
])("%s is refused and stores nothing", async (_case, invalid, fields) => {
  const response = await send({ ...REQUEST, ...invalid })
  expect([response.statusCode, response.json().fields]).toEqual([400, fields])
  expect([await rows(), await emails()]).toEqual([[], []])
})

test("a description of 2000 characters is accepted, and another origin or method is refused", async () => {
  expect((await send({ ...REQUEST, description: "é".repeat(2000) })).statusCode).toBe(201)
  expect((await send({ ...REQUEST, subject: "career" }, { origin: "https://evil.test" })).statusCode).toBe(403)
  expect((await app.send({ method: "PUT", url: URL })).statusCode).toBe(405)
  expect(await rows()).toHaveLength(1)
})

test("a plain form sends a day in the site's time zone and gets a redirect or the form with errors", async () => {
  const { preferredDate: _, ...fields } = REQUEST
  const more = { duration: "30", priority: "low", description: "" }
  const accepted = await post({ ...fields, ...more, date: "2026-07-15", page: "/fr/about" })
  expect([accepted.statusCode, accepted.headers.location]).toEqual([303, "/fr/about?sent=schedule#schedule"])
  const [row] = await rows()
  expect([row?.preferredDate.toISOString(), row?.duration]).toEqual(["2026-07-15T13:00:00.000Z", 30])
  const refused = await post({ ...fields, date: "", page: "/about" })
  expect(refused.statusCode).toBe(400)
  expect(readPageRequest(refused).form).toMatchObject({ name: "schedule", fields: { date: "date.required" } })
})

test("one email address allows ten requests per hour", async () => {
  const requestOf = (index: number) => ({ ...REQUEST, preferredDate: `2026-02-${10 + index}T14:00:00.000Z` })
  for (let index = 0; index < 10; index++) expect((await send(requestOf(index))).statusCode).toBe(201)
  expect((await send(requestOf(10))).statusCode).toBe(429)
})

test("the email shows the session in the site's time zone and the sender's language", async () => {
  const log = { info() {}, warn() {}, error() {}, fatal() {} }
  const { database, deps } = app
  const worker = await startWorker({ database, handlers: appointmentJobs(deps), log })
  await send({ ...REQUEST, preferredDate: "2099-07-15T13:00:00.000Z" }, { "accept-language": "ht" })
  await worker.drain()
  await worker.stop()
  expect(app.emails).toMatchObject([{ to: REQUEST.studentEmail, language: "ht" }])
  expect(app.emails[0]?.text.replace(/\s+/g, " ")).toContain("15 jiyè 2099, 09:00 (lè New York)")
})

test("a booking takes a place of the slot of its day and hour only", async () => {
  await openSlot()
  await openSlot({ date: "2026-01-16" })
  await openSlot({ startTime: "10:00", endTime: "11:00" })
  expect((await send(REQUEST)).statusCode).toBe(201)
  const booked = (await slots()).filter(({ currentBookings }) => currentBookings > 0)
  expect(booked).toMatchObject([{ date: "2026-01-15", startTime: "09:00:00", currentBookings: 1 }])
})
