import { afterEach, beforeEach, expect, test } from "vitest"
import { outbox } from "#platform/jobs/table.ts"
import { startWorker } from "#platform/jobs/worker.ts"
import { createTestApp, drawn, register, type TestApp } from "#testing.ts"
import { appointmentJobs } from "./jobs.ts"
import { appointments, availableTimeSlots } from "./table.ts"

const URL = "/api/appointments"
const AT = "2026-01-15T14:00:00.000Z"
const ASKED = {
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

const ask = (payload: object, headers: Record<string, string> = {}) =>
  app.send({ method: "POST", url: URL, payload, headers })
const post = (fields: Record<string, string>) =>
  app.send({
    method: "POST",
    url: URL,
    payload: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  })
const rows = () => app.database.db.select().from(appointments)
const slots = () => app.database.db.select().from(availableTimeSlots)
const emails = () => app.database.db.select().from(outbox)
const open = (more: Partial<typeof availableTimeSlots.$inferInsert> = {}) =>
  app.database.db
    .insert(availableTimeSlots)
    .values({ date: "2026-01-15", startTime: "09:00", endTime: "10:00", ...more })

test("a request is kept as §3 has it, pending, a guest's, with what was left out at its default", async () => {
  const answer = await ask({ ...ASKED, userId: "01a1fb37-a1b7-700e-9225-58f17d4b2fff", status: "approved" })
  const [row] = await rows()
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    {
      ...ASKED,
      id: row?.id,
      userId: "guest-user",
      duration: 60,
      description: null,
      priority: "normal",
      status: "pending",
      createdAt: row?.createdAt.toISOString(),
    },
  ])
  expect([row?.userId, row?.preferredDate.toISOString()]).toEqual([null, AT])
  expect(await emails()).toMatchObject([{ kind: "appointment.requested", payload: { to: ASKED.studentEmail, at: AT } }])
})

test("what may be added is kept", async () => {
  const more = { duration: 90, description: "Loops,\nplease", priority: "high" }
  expect((await ask({ ...ASKED, ...more })).json()).toMatchObject(more)
})

test("twenty POSTs with one idempotency key, on two processes, are one request, one place and one email", async () => {
  await app.close()
  app = await createTestApp()
  const twin = await createTestApp({ database: app.database })
  await open({ maxBookings: 1 })
  const headers = { "idempotency-key": "0123456789-0123456789" }
  const send = (at: number) => (at % 2 ? app : twin).send({ method: "POST", url: URL, payload: ASKED, headers })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(at)))
  await twin.close()
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
  expect([(await rows()).length, (await emails()).length]).toEqual([1, 1])
  expect(await slots()).toMatchObject([{ currentBookings: 1 }])
})

test("a member who sends a request again reads the stored record, also when the hour is full", async () => {
  await open({ maxBookings: 1 })
  const ada = await register(app, "ada")
  const [first, again] = [await ada.send("POST", URL, ASKED), await ada.send("POST", URL, ASKED)]
  expect([again.statusCode, again.json()]).toEqual([201, first.json()])
  expect(first.json().userId).toBe(ada.id)
})

test.each(["short", "x".repeat(65), "0123456789 0123456789", "0123456789-0123456789é"])(
  "the idempotency key %j is refused and nothing is stored",
  async (key) => {
    const answer = await ask(ASKED, { "idempotency-key": key })
    expect([answer.statusCode, answer.json().code, await rows()]).toEqual([400, "request.malformed", []])
  },
)

test("of many who want the last place of an open hour, one gets it", async () => {
  await app.close()
  app = await createTestApp()
  await open({ maxBookings: 1 })
  const twin = await createTestApp({ database: app.database })
  const send = (at: number) =>
    (at % 2 ? app : twin).send({ method: "POST", url: URL, payload: { ...ASKED, studentEmail: `ada${at}@b.co` } })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => send(at)))
  await twin.close()
  const taken = answers.filter(({ statusCode }) => statusCode === 201)
  const refused = answers.filter(({ statusCode }) => statusCode === 409)
  expect([taken.length, refused.length, refused[0]?.json().code]).toEqual([1, 11, "slot.taken"])
  expect([(await rows()).length, (await emails()).length]).toEqual([1, 1])
  expect(await slots()).toMatchObject([{ currentBookings: 1 }])
})

test("a day with open hours offers those only, and only for what they are for", async () => {
  await open({ startTime: "10:00", endTime: "11:00", sessionTypes: ["mentoring"] })
  expect((await ask(ASKED)).statusCode).toBe(409)
  const ten = { ...ASKED, preferredDate: "2026-01-15T15:00:00.000Z", preferredTime: "10:00" }
  expect((await ask(ten)).statusCode).toBe(409)
  expect((await ask({ ...ten, sessionType: "mentoring" })).statusCode).toBe(201)
  expect((await ask({ ...ASKED, preferredDate: "2026-01-16T14:00:00.000Z" })).statusCode).toBe(201)
})

test("an hour that was closed again is no open hour", async () => {
  await open({ isAvailable: false })
  expect((await ask(ASKED)).statusCode).toBe(201)
  expect(await slots()).toMatchObject([{ currentBookings: 0 }])
})

test.each([
  [
    "a day that is past",
    { preferredDate: "2026-01-02T03:04:05.000Z" },
    { preferredDate: "Please select a future date" },
  ],
  ["no day at all", { preferredDate: undefined }, { date: "Please choose a date" }],
  ["30 February", { preferredDate: undefined, date: "2026-02-30" }, { date: "This day does not exist" }],
  ["an instant that is none", { preferredDate: "tomorrow" }, { preferredDate: expect.any(String) }],
  ["an hour that is not offered", { preferredTime: "12:00" }, { preferredTime: "Please choose a time" }],
  ["a session of no kind", { sessionType: "party" }, { sessionType: "Please choose a session type" }],
  ["a subject of no kind", { subject: "cooking" }, { subject: "Please choose a subject" }],
  ["45 minutes", { duration: 45 }, { duration: "Please choose one of the durations" }],
  ["an urgency of no kind", { priority: "extreme" }, { priority: expect.any(String) }],
  ["no name", { studentName: " " }, { studentName: "Name is required" }],
  ["no address", { studentEmail: "ada" }, { studentEmail: "Please enter a valid email address" }],
  ["2001 characters", { description: "é".repeat(2001) }, { description: "Description is too long" }],
])("%s is refused and changes nothing", async (_what, sent, fields) => {
  const answer = await ask({ ...ASKED, ...sent })
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
  expect([await rows(), await emails()]).toEqual([[], []])
})

test("2000 characters are taken, a foreign page and another way of asking are not", async () => {
  expect((await ask({ ...ASKED, description: "é".repeat(2000) })).statusCode).toBe(201)
  expect((await ask({ ...ASKED, subject: "career" }, { origin: "https://evil.test" })).statusCode).toBe(403)
  expect((await app.send({ method: "GET", url: URL })).statusCode).toBe(405)
  expect(await rows()).toHaveLength(1)
})

test("a reader without script sends a day of the office's clocks, and is thanked or told", async () => {
  const { preferredDate: _, ...fields } = ASKED
  const more = { duration: "30", priority: "low", description: "" }
  const sent = await post({ ...fields, ...more, date: "2026-07-15", page: "/fr/about" })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, "/fr/about?sent=schedule#schedule"])
  const [row] = await rows()
  expect([row?.preferredDate.toISOString(), row?.duration]).toEqual(["2026-07-15T13:00:00.000Z", 30])
  const refused = await post({ ...fields, date: "", page: "/about" })
  expect(refused.statusCode).toBe(400)
  expect(drawn(refused).form).toMatchObject({ name: "schedule", fields: { date: "date.required" } })
})

test("one e-mail may ask ten times an hour", async () => {
  const subjectOf = (at: number) => ({ ...ASKED, preferredDate: `2026-02-${10 + at}T14:00:00.000Z` })
  for (let at = 0; at < 10; at++) expect((await ask(subjectOf(at))).statusCode).toBe(201)
  expect((await ask(subjectOf(10))).statusCode).toBe(429)
})

test("the letter says what was asked for, in the office's time and the reader's language", async () => {
  const log = { info() {}, warn() {}, error() {}, fatal() {} }
  const { database, deps } = app
  const worker = await startWorker({ database, handlers: appointmentJobs(deps), now: deps.now, log })
  await ask({ ...ASKED, preferredDate: "2099-07-15T13:00:00.000Z" }, { "accept-language": "ht" })
  app.setNow(new Date(Date.now() + 1000))
  await worker.drain()
  await worker.stop()
  expect(app.emails).toMatchObject([{ to: ASKED.studentEmail, language: "ht" }])
  expect(app.emails[0]?.text.replace(/\s+/g, " ")).toContain("15 jiyè 2099, 09:00 (lè New York)")
})
