import type { LightMyRequestResponse } from "fastify"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { addSlot, addTutor, insertSession } from "#testing-sessions.ts"
import { closedDays } from "./table/slots.ts"
import { sessionFeedback } from "./table.ts"

const LIST = "/api/admin/appointments"
const UNKNOWN = "01a1fb37-a1b7-700e-9225-58f17d4b2fff"
const NOW = new Date("2026-01-02T03:04:05Z")
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

let app: TestApp
let admin: Browser & { readonly id: string }
let tutorId: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
  tutorId = await addTutor(app, "bea")
  const students = [
    ["Ada", { priority: "normal", createdAt: daysAgo(9) }],
    ["Bob", { priority: "high", createdAt: daysAgo(2) }],
    ["Cleo", { priority: "low", createdAt: daysAgo(30) }],
    ["Dina", { priority: "high", createdAt: daysAgo(3), description: '=1+1, "x"' }],
    ["Eve", { priority: "normal", createdAt: daysAgo(8) }],
    ["Fay", { priority: "high", createdAt: daysAgo(90), status: "approved", tutorId, preferredDate: NOW }],
    ["Gus", { status: "completed", tutorId, preferredDate: daysAgo(1), scheduledAt: daysAgo(1) }],
    ["Hal", { status: "declined", scheduledAt: daysAgo(1) }],
  ] as const
  for (const [studentName, more] of students)
    await insertSession(app, { ...more, studentName, studentEmail: `${studentName}@example.org` })
})
afterAll(() => app.close())

const get = async (query: string) => {
  const response = await admin.send("GET", `${LIST}${query}`)
  expect([query, response.statusCode]).toEqual([query, 200])
  return response
}
const names = async (query: string) =>
  (await get(query)).json<{ studentName: string }[]>().map(({ studentName }) => studentName)
const idOf = async (name: string) => (await get(`?q=${name}`)).json<{ id: string }[]>()[0]?.id ?? ""

const nextOf = (page: LightMyRequestResponse | undefined) =>
  /<[^>?]*(\?[^>]*)>/.exec(String(page?.headers["link"]))?.[1]

test("urgent lists what is pending: high priority first, then those who wait longest", async () => {
  expect(await names("?sort=urgent")).toEqual(["Dina", "Bob", "Ada", "Eve", "Cleo"])
  const first = await get("?sort=urgent&limit=2")
  expect([await names("?sort=urgent&status=approved"), await names("?sort=urgent&q=o")]).toEqual([[], []])
  const pages = [first]
  for (let link = nextOf(first); link; link = nextOf(pages.at(-1))) pages.push(await get(link))
  const all = pages.flatMap((page) => page.json<{ studentName: string }[]>()).map(({ studentName }) => studentName)
  expect(all).toEqual(["Dina", "Bob", "Ada", "Eve", "Cleo"])
})

test("the list of a tutor has that tutor's sessions only, with the time that was agreed on", async () => {
  expect((await names(`?tutorId=${tutorId}`)).sort()).toEqual(["Fay", "Gus"])
  expect(await names(`?tutorId=${UNKNOWN}`)).toEqual([])
  expect((await names("?sort=coming"))[0]).toBe("Fay")
  expect(await names("?sort=coming")).not.toContain("Hal")
  expect((await get(`?status=approved&tutorId=${tutorId}`)).json()).toMatchObject([
    { tutorName: "bea Pierre", tutorId },
  ])
})

test.each(["?sort=oldest", "?tutorId=bea", "?status=gone", "?from=2026-01-01", "?limit=501", "?sort=urgent&cursor=x"])(
  "the query %s is refused",
  async (query) => {
    expect((await admin.send("GET", `${LIST}${query}`)).statusCode).toBe(400)
  },
)

test("the export has a line for each session, which no spreadsheet runs as a formula, and is logged", async () => {
  const response = await get("/export?status=pending&q=dina")
  expect(response.headers["content-disposition"]).toContain("appointments.csv")
  const [head, line, end] = response.body.split("\r\n")
  expect(head).toBe("\ufeffDate,Name,Email,Session,Subject,Minutes,Requested,State,Priority,Language,Message")
  expect(line).toBe(
    `2026-01-15T14:00:00.000Z,Dina,Dina@example.org,tutoring,coding,60,${daysAgo(3).toISOString()},pending,high,en,"'=1+1, ""x"""`,
  )
  expect(end).toBe("")
  expect((await get("/export")).body.trimEnd().split("\r\n")).toHaveLength(9)
  expect((await admin.send("GET", `${LIST}/export?sort=newest`)).statusCode).toBe(400)
  const [entry] = (await admin.send("GET", "/api/admin/audit?action=list.exported&sort=oldest")).json()
  expect(entry.after).toEqual({ list: "appointments", status: "pending", isSearched: true })
})

const FEEDBACK = { tutorRating: 5, tutorFeedback: "Went well", sessionNotes: "Loops", followUpRequired: true }
const EMPTY = { tutorRating: null, tutorFeedback: null, sessionNotes: null, followUpRequired: false }
const save = (id: string, body: object) => admin.send("PUT", `${LIST}/${id}/feedback`, body)

test("a tutor's feedback replaces the one before, and leaves the student's part as it is", async () => {
  const id = await idOf("Gus")
  expect((await get(`/${id}`)).json().feedback).toBeNull()
  await app.database.db
    .insert(sessionFeedback)
    .values({ appointmentId: id as never, studentRating: 4, studentFeedback: "Merci" })
  const student = { studentRating: 4, studentFeedback: "Merci" }
  expect((await save(id, FEEDBACK)).json()).toEqual({ ...student, ...FEEDBACK })
  expect((await get(`/${id}`)).json().feedback).toEqual({ ...student, ...FEEDBACK })
  expect((await save(id, { followUpRequired: false })).json()).toEqual({ ...student, ...EMPTY })
  const [second, first] = (await admin.send("GET", "/api/admin/audit?action=appointment.feedback_saved")).json()
  expect([first.after, second.before, second.after]).toEqual([{ rating: 5 }, { rating: 5 }, { rating: null }])
  expect(JSON.stringify([first, second])).not.toContain("Went well")
})

test("feedback that is saved twice at once is stored once", async () => {
  const id = await idOf("Fay")
  const responses = await Promise.all(Array.from({ length: 8 }, () => save(id, FEEDBACK)))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect((await get(`/${id}`)).json().feedback).toMatchObject(FEEDBACK)
})

test.each(["Ada", "Hal"])("the session of %s, which did not take place, gets no feedback", async (name) => {
  const response = await save(await idOf(name), FEEDBACK)
  expect([response.statusCode, response.json().code]).toEqual([409, "appointment.state"])
})

test.each([
  [{ tutorRating: 0 }, "tutorRating"],
  [{ tutorRating: 6 }, "tutorRating"],
  [{ tutorRating: 4.5 }, "tutorRating"],
  [{ tutorRating: "5" }, "tutorRating"],
  [{ tutorFeedback: "x".repeat(5001) }, "tutorFeedback"],
  [{ sessionNotes: 1 }, "sessionNotes"],
  [{ followUpRequired: "yes" }, "followUpRequired"],
])("feedback with %j is refused", async (body, field) => {
  const response = await save(await idOf("Gus"), { ...FEEDBACK, ...body })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
})

test("feedback at its limits is accepted, and an unknown session is not", async () => {
  const limits = {
    tutorRating: 1,
    tutorFeedback: "x".repeat(5000),
    sessionNotes: "y".repeat(5000),
    followUpRequired: true,
  }
  expect((await save(await idOf("Gus"), limits)).statusCode).toBe(200)
  expect((await save(UNKNOWN, FEEDBACK)).statusCode).toBe(404)
  expect((await save(await idOf("Gus"), { ...FEEDBACK, studentRating: 5 })).statusCode).toBe(400)
})

const days = async (query: string) => (await admin.send("GET", `/api/admin/calendar/days${query}`)).json()

test("the days of the calendar begin and end at midnight of the site's time zone", async () => {
  const at = (instant: string) => ({ startsAt: new Date(instant), tutorId })
  await addSlot(app, at("2027-03-14T03:30:00Z"))
  await addSlot(app, at("2027-03-14T04:30:00Z"))
  const inside = await addSlot(app, at("2027-03-14T05:30:00Z"))
  const last = await addSlot(app, at("2027-03-15T03:30:00Z"))
  await addSlot(app, at("2027-03-15T04:30:00Z"))
  const touching = await insertSession(app, { studentEmail: "t@b.co", scheduledAt: new Date("2027-03-14T04:30:00Z") })
  await insertSession(app, { studentEmail: "b@b.co", preferredDate: new Date("2027-03-14T04:00:00Z") })
  await insertSession(app, { studentEmail: "a@b.co", preferredDate: new Date("2027-03-15T04:00:00Z") })
  await app.database.db.insert(closedDays).values([
    { date: "2027-03-13", name: "Before" },
    { date: "2027-03-14", name: "Pi" },
    { date: "2027-03-15", name: "After" },
  ])
  const found = await days("?from=2027-03-14&days=1")
  const slots = found.slots.map(({ id, tutorName }: { id: string; tutorName: string }) => [id, tutorName])
  expect(slots.slice(1)).toEqual([
    [inside, "bea Pierre"],
    [last, "bea Pierre"],
  ])
  expect(slots).toHaveLength(3)
  expect(found.appointments.map(({ id }: { id: string }) => id)).toEqual([touching.id])
  expect(found.closedDays).toEqual([{ date: "2027-03-14", name: "Pi" }])
  expect((await days("?from=2027-03-14&days=2")).appointments).toHaveLength(2)
})

test.each([
  ["", "from"],
  ["?from=2027-03-14", "days"],
  ["?from=2027-02-30&days=1", "from"],
  ["?from=2027-03-14&days=0", "days"],
  ["?from=2027-03-14&days=43", "days"],
  ["?from=2027-03-14&days=1.5", "days"],
])("the days %s are refused", async (query, field) => {
  expect(Object.keys((await days(query)).fields)).toContain(field)
})

test("42 days are one request, and unknown filters are refused", async () => {
  expect((await days("?from=2027-03-14&days=1&tutor=x")).code).toBe("request.invalid")
  expect((await days("?from=2027-03-01&days=42")).slots).toHaveLength(5)
})
