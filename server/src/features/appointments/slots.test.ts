import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { addTutor, book, HOUR, SLOTS } from "#testing-slots.ts"
import { availableTimeSlots } from "./table/slots.ts"

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

async function travelTo(time: string) {
  app.setNow(new Date(time))
  admin = { ...(await signInAs(app, admin.id, "admin")), id: admin.id }
}

const open = (form: object = {}) => admin.send("POST", SLOTS, { ...HOUR, ...form })
const openOne = async (form: object = {}) => (await open(form)).json().slots[0] as { id: string; tutorId: string }
const list = async (query = "") => (await admin.send("GET", `${SLOTS}${query}`)).json<{ id: string; date: string }[]>()
const rows = () => app.database.db.select().from(availableTimeSlots).orderBy(availableTimeSlots.startsAt)
const audit = async () =>
  (await admin.send("GET", "/api/admin/audit")).json<{ action: string }[]>().map(({ action }) => action)

test("an administrator opens one slot on the site's clock", async () => {
  const response = await open()
  const slot = {
    id: expect.any(String),
    date: "2026-01-10",
    startTime: "10:00",
    endTime: "11:00",
    startsAt: "2026-01-10T15:00:00.000Z",
    endsAt: "2026-01-10T16:00:00.000Z",
    isAvailable: true,
    maxBookings: 1,
    currentBookings: 0,
    sessionTypes: ["tutoring"],
    tutorId: null,
    tutorName: null,
    seriesId: null,
    createdAt: expect.any(String),
  }
  expect([response.statusCode, response.json()]).toEqual([201, { seriesId: null, created: 1, slots: [slot] }])
  expect([await list(), await rows(), await audit()]).toMatchObject([
    [slot],
    [{ createdBy: admin.id }],
    ["slot.created"],
  ])
})

test("a slot is on the given clock, else on its tutor's", async () => {
  const tutorId = await addTutor(app, admin, "tim")
  expect((await open({ tutorId })).json().slots).toMatchObject([
    { startsAt: "2026-01-10T09:00:00.000Z", date: "2026-01-10", startTime: "04:00", tutorId, tutorName: "tim Pierre" },
  ])
  expect((await open({ tutorId, timeZone: "America/Santiago" })).json().slots).toMatchObject([
    { startsAt: "2026-01-10T13:00:00.000Z", startTime: "08:00" },
  ])
})

test.each([
  ["date", [undefined, null, 5, "", "tomorrow", "2026-02-29", "2026-1-10", "2026-01-01", "2025-12-31"]],
  ["startTime", [undefined, null, 10, "", "10:07", "24:00", "9:00", "10:00:00"]],
  ["endTime", [undefined, null, "10:07", "10:00", "10:15", "09:00", "14:15", "23:45"]],
  ["timeZone", [null, 5, "", "Paris", "Europe/Nowhere", "x".repeat(65)]],
  ["tutorId", [5, "", "tim", []]],
  ["sessionTypes", [undefined, null, "tutoring", [], Array(4).fill("tutoring")]],
  ["sessionTypes.0", [["party"], [5]]],
  ["maxBookings", [null, "2", 0, 51, 1.5, -1, true]],
  ["repeats", [null, true, "weekly", []]],
  ["repeats.until", [{}, { until: 5 }, { until: "2026-02-30" }, { until: "2026-01-09" }]],
  ["repeats.weeks", [0, 5, 1.5, "1", null].map((weeks) => ({ until: null, weeks }))],
  ["repeats.skipsClosedDays", [0, "true", null].map((skipsClosedDays) => ({ until: null, skipsClosedDays }))],
] as const)("%s is refused when it is wrong, and nothing is stored", async (path, values) => {
  const [field = ""] = path.split(".")
  for (const value of values) {
    const response = await open({ [field]: value })
    expect([value, response.statusCode, Object.keys(response.json().fields ?? {})]).toEqual([value, 400, [path]])
  }
  expect([await rows(), await audit()]).toEqual([[], []])
})

test("an unknown field is refused", async () => {
  for (const extra of [{ isAvailable: false }, { repeats: { until: null, days: 1 } }]) {
    expect((await open(extra)).statusCode).toBe(400)
  }
  expect(await rows()).toEqual([])
})

test.each([
  { endTime: "10:30" },
  { endTime: "14:00" },
  { maxBookings: 50 },
  { sessionTypes: ["tutoring", "mentoring", "consultation"] },
  { timeZone: "America/Santo_Domingo" },
  { date: "2026-01-01", startTime: "22:15", endTime: "22:45" },
  { repeats: { until: HOUR.date, weeks: 4 } },
  { repeats: { until: null, weeks: 1 }, date: "2026-03-20" },
  { tutorId: null },
])("a slot with %j is opened", async (form) => {
  app.setNow(new Date("2026-01-02T03:14:59Z"))
  expect((await open(form)).json()).toMatchObject({ created: 1 })
})

test("a start that has come, or that the clock skips, is refused", async () => {
  await travelTo("2026-01-10T15:00:00Z")
  expect((await open()).json().fields).toEqual({ date: "Please select a future date" })
  const skipped = await open({ date: "2027-03-14", startTime: "02:30", endTime: "03:30" })
  expect([skipped.statusCode, Object.keys(skipped.json().fields)]).toEqual([400, ["startTime"]])
})

test.each([
  ["the same hour", {}, 409],
  ["a later start", { startTime: "10:45", endTime: "11:45" }, 409],
  ["an earlier start", { startTime: "09:15", endTime: "10:15" }, 409],
  ["a longer hour around it", { startTime: "09:00", endTime: "12:00" }, 409],
  ["the next hour", { startTime: "11:00", endTime: "12:00" }, 201],
  ["the hour before", { startTime: "09:00", endTime: "10:00" }, 201],
])("beside a slot of the same tutor, %s is answered with its status", async (_, form, status) => {
  const tutorId = await addTutor(app, admin, "tim", { timeZone: "America/New_York" })
  for (const tutor of [null, tutorId]) {
    await open({ tutorId: tutor })
    const response = await open({ ...form, tutorId: tutor })
    const code = status === 409 ? "slot.overlap" : undefined
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  }
})

test("of concurrent requests for overlapping slots in two processes one succeeds", async () => {
  const otherApp = await createTestApp({ database: app.database })
  const sendTo = (index: number) => {
    const minutes = ["00", "15", "30", "45"][index % 4]
    const payload = { ...HOUR, startTime: `10:${minutes}`, endTime: `11:${minutes}` }
    const headers = { cookie: admin.cookie(), origin: "http://localhost:3000" }
    return (index % 2 ? app : otherApp).send({ method: "POST", url: SLOTS, payload, headers })
  }
  const responses = await Promise.all(Array.from({ length: 12 }, (_, index) => sendTo(index)))
  await otherApp.close()
  const statuses = responses.map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([201, ...Array(11).fill(409)])
  expect(await rows()).toHaveLength(1)
})

test("a slot of an unknown user, of one who is no tutor, and of one whose role is gone is refused", async () => {
  const tutorId = await addTutor(app, admin, "tim")
  const refusal = async (id: string) => {
    const response = await open({ tutorId: id })
    return [response.statusCode, response.json().code]
  }
  expect(await refusal(crypto.randomUUID())).toEqual([404, "user.unknown"])
  expect(await refusal(admin.id)).toEqual([404, "record.unknown"])
  await app.database.sql`update users set role = 'student' where id = ${tutorId}`
  expect(await refusal(tutorId)).toEqual([409, "tutor.refused"])
  expect(await rows()).toEqual([])
})

test("the list shows the coming slots, or those from a day on, or the newest, and those of a tutor", async () => {
  const tutorId = await addTutor(app, admin, "tim", { timeZone: "America/New_York" })
  for (const date of ["2026-01-20", "2026-01-05", "2026-01-10"]) await open({ date })
  await open({ date: "2026-01-05", tutorId })
  await travelTo("2026-01-05T15:00:01Z")
  const days = async (query: string) => (await list(query)).map(({ date }) => date.slice(8))
  expect(await days("")).toEqual(["10", "20"])
  expect(await days("?from=2026-01-05")).toEqual(["05", "05", "10", "20"])
  expect(await days("?from=2026-01-06&sort=newest")).toEqual(["10", "20"])
  expect(await days("?sort=newest")).toEqual(["05", "10", "05", "20"])
  expect(await days(`?from=2026-01-05&tutorId=${tutorId}`)).toEqual(["05"])
  for (const query of ["from=today", "from=2026-02-30", "tutorId=x", "sort=best", "limit=0", "day=1", "cursor=x"]) {
    expect((await admin.send("GET", `${SLOTS}?${query}`)).statusCode).toBe(400)
  }
})

test("the pages of 10,000 slots are read through an index, each slot once", async () => {
  await app.database.sql`insert into available_time_slots (id, date, start_time, end_time, starts_at, ends_at)
    select gen_random_uuid(), '2026-02-01', '10:00', '11:00', start, start + interval '30 minutes'
    from generate_series(timestamptz '2026-02-01', timestamptz '2026-02-01' + interval '9999 hours', interval '1 hour') start`
  await app.database.sql`analyze available_time_slots`
  const ids = new Set<string>()
  let [url, pages] = [`${SLOTS}?limit=500`, 0]
  for (; url && pages < 30; pages++) {
    const response = await admin.send("GET", url)
    for (const { id } of response.json<{ id: string }[]>()) ids.add(id)
    url = /<([^>]+)>; rel="next"/.exec(String(response.headers["link"]))?.[1] ?? ""
  }
  expect([pages, ids.size]).toEqual([20, 10_000])
  const page = `select * from available_time_slots where starts_at >= '2026-01-02'
    and (starts_at, id) > ('2027-01-01', '${crypto.randomUUID()}') order by starts_at, id limit 101`
  const plan = JSON.stringify(await app.database.sql.unsafe(`explain ${page}`))
  expect(plan).toContain("Index Scan using available_time_slots_starts_at")
})

test("a slot is read with its bookings that are not over", async () => {
  const slot = await openOne({ maxBookings: 3 })
  const [first, second] = [await book(app, slot.id, "pending"), await book(app, slot.id)]
  await app.database.sql`update appointments set status = 'cancelled' where id = ${await book(app, slot.id)}`
  const read = (await admin.send("GET", `${SLOTS}/${slot.id}`)).json()
  expect(read).toMatchObject({ ...slot, currentBookings: 3 })
  const idsOf = (bookings: { id: string }[]) => bookings.map(({ id }) => id).toSorted()
  expect([idsOf(read.bookings), idsOf(read.laterBookings)]).toEqual([
    [first, second].toSorted(),
    [first, second].toSorted(),
  ])
})

test("the export has a line for each coming slot on the site's clock, and is logged", async () => {
  const tutorId = await addTutor(app, admin, "bea")
  await open({ tutorId, startTime: "12:00", endTime: "12:30", maxBookings: 3, sessionTypes: ["tutoring", "mentoring"] })
  const { id } = await openOne()
  await book(app, id)
  await admin.send("PATCH", `${SLOTS}/${id}`, { isAvailable: false })
  const csv = async (query = "") => admin.send("GET", `${SLOTS}/export${query}`)
  const response = await csv()
  expect(response.headers["content-disposition"]).toContain("open-hours.csv")
  expect(response.body.split("\r\n")).toEqual([
    "\ufeffDate,Start,End,Session,State,Places,Taken,Tutor",
    "2026-01-10,06:00,06:30,tutoring mentoring,open,3,0,bea Pierre",
    "2026-01-10,10:00,11:00,tutoring,closed,1,1,",
    "",
  ])
  expect((await csv(`?tutorId=${tutorId}`)).body.trimEnd().split("\r\n")).toHaveLength(2)
  await travelTo("2026-01-11T15:00:00Z")
  expect((await csv()).body.trimEnd().split("\r\n")).toHaveLength(1)
  expect((await csv("?from=2026-01-10")).body.trimEnd().split("\r\n")).toHaveLength(3)
  const [entry] = (await admin.send("GET", "/api/admin/audit?action=list.exported&sort=oldest")).json()
  expect(entry.after).toEqual({ list: "open-hours" })
})

test.each(["GET", "PATCH", "DELETE"] as const)("%s of an unknown or malformed id is refused", async (method) => {
  const body = method === "PATCH" ? {} : undefined
  const statusOf = async (id: string) => (await admin.send(method, `${SLOTS}/${id}`, body)).statusCode
  expect([await statusOf(crypto.randomUUID()), await statusOf("5")]).toEqual([404, 400])
})

test("only an administrator reads or changes slots", async () => {
  const { id } = await openOne()
  const ada = await register(app, "ada")
  for (const [browser, status] of [
    [openBrowser(app), 401],
    [ada, 403],
  ] as const) {
    expect((await browser.send("GET", SLOTS)).statusCode).toBe(status)
    expect((await browser.send("POST", SLOTS, HOUR)).statusCode).toBe(status)
    expect((await browser.send("PATCH", `${SLOTS}/${id}`, { isAvailable: false })).statusCode).toBe(status)
    expect((await browser.send("DELETE", `${SLOTS}/${id}`)).statusCode).toBe(status)
  }
  expect(await rows()).toMatchObject([{ isAvailable: true }])
})
