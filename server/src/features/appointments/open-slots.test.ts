import { brotliDecompressSync } from "node:zlib"
import { SLOT_DAYS } from "@haitech/contract/slots"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, type TestApp } from "#testing.ts"
import { DAY, hour, insertBooking, insertSlot, insertTutor, requestSession } from "#testing-booking.ts"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
})
afterEach(() => app.close())

const get = (query: string) => app.send({ method: "GET", url: `/api/appointments/slots${query}` })
const list = async (query = `?date=${DAY}`) => (await get(query)).json()
const startsOf = async (query?: string) => (await list(query)).map(({ startsAt }: { startsAt: string }) => startsAt)
const ten = { startTime: "10:00", endTime: "11:00" }

test("the hours of a day come in the order of their start, taken ones with no places, closed ones not at all", async () => {
  await insertSlot(app, { ...ten, sessionTypes: ["mentoring"], maxBookings: 3, currentBookings: 1 })
  await insertSlot(app, { currentBookings: 1 })
  await insertSlot(app, { startTime: "12:00", endTime: "13:00", isAvailable: false })
  await insertSlot(app, { date: "2026-01-16" })
  const all = ["tutoring", "mentoring", "consultation"]
  expect(await list()).toEqual([
    { startsAt: hour("09:00"), endsAt: hour("10:00"), sessionTypes: all, places: 0 },
    { startsAt: hour("10:00"), endsAt: hour("11:00"), sessionTypes: ["mentoring"], places: 2 },
  ])
})

test("the hours are compressed as the browser asks", async () => {
  for (let day = 10; day < 31; day++) await insertSlot(app, { date: `2026-01-${day}` })
  const read = (encoding: string) =>
    app.send({
      method: "GET",
      url: `/api/appointments/slots?date=${DAY}&days=30`,
      headers: { "accept-encoding": encoding },
    })
  const [plain, br, gzip] = [await read("identity"), await read("gzip, br"), await read("gzip")]
  const bytesOf = ({ rawPayload }: { readonly rawPayload: Buffer }) => rawPayload.length
  expect([br, gzip, plain].map(({ headers }) => headers["content-encoding"])).toEqual(["br", "gzip", undefined])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(bytesOf(br) * 5).toBeLessThan(bytesOf(plain))
})

test("a few hours fit into one packet and are not compressed", async () => {
  await insertSlot(app)
  const response = await app.send({
    method: "GET",
    url: `/api/appointments/slots?date=${DAY}`,
    headers: { "accept-encoding": "br" },
  })
  expect(response.headers["content-encoding"]).toBeUndefined()
  expect(response.json()).toHaveLength(1)
})

test("an hour of several tutors adds their places, unites their kinds of session and ends with the longest", async () => {
  const [rose, jean] = [await insertTutor(app), await insertTutor(app)]
  await insertSlot(app, { tutorId: rose, sessionTypes: ["mentoring"] })
  await insertSlot(app, { tutorId: jean, sessionTypes: ["tutoring"], endTime: "11:00", maxBookings: 2 })
  const response = await get(`?date=${DAY}`)
  expect(response.json()).toEqual([
    { startsAt: hour("09:00"), endsAt: hour("11:00"), sessionTypes: ["tutoring", "mentoring"], places: 3 },
  ])
  for (const secret of ["Rose", "Secret", rose, jean]) expect(response.body).not.toContain(secret)
})

test("an hour shows only what its free tutors offer", async () => {
  await insertSlot(app, { tutorId: await insertTutor(app), sessionTypes: ["mentoring"] })
  const taken = { sessionTypes: ["tutoring" as const], endTime: "11:00", currentBookings: 1 }
  await insertSlot(app, { tutorId: await insertTutor(app), ...taken })
  expect(await list()).toEqual([
    { startsAt: hour("09:00"), endsAt: hour("10:00"), sessionTypes: ["mentoring"], places: 1 },
  ])
})

test("several days are those of the site's time zone", async () => {
  const late = { startTime: "23:00", endTime: "23:30" }
  for (const date of ["2026-01-14", DAY, "2026-01-16", "2026-01-17"]) await insertSlot(app, { ...late, date })
  expect(await startsOf(`?date=${DAY}&days=2`)).toEqual([hour("23:00"), hour("23:00", "2026-01-16")])
})

test.each([
  ["without a tutor", null, 12],
  ["of a tutor", {}, 12],
  ["of a tutor who needs two days", { noticeHours: 48 }, 48],
  ["of a tutor who needs no time", { noticeHours: 0 }, 0],
] as const)("an hour %s is there until its notice has begun", async (_case, tutor, noticeHours) => {
  await insertSlot(app, { tutorId: tutor && (await insertTutor(app, tutor)) })
  const last = new Date(hour("09:00")).getTime() - noticeHours * 3_600_000 - (noticeHours === 0 ? 1 : 0)
  app.setNow(new Date(last))
  expect(await startsOf()).toEqual([hour("09:00")])
  app.setNow(new Date(last + 1))
  expect(await startsOf()).toEqual([])
})

test("somebody whose role was taken away has no hours, and nobody can book them", async () => {
  const tutorId = await insertTutor(app)
  await insertSlot(app, { tutorId })
  await insertSlot(app, ten)
  await app.database.sql`update users set role_approved_at = null where id = ${tutorId}`
  expect(await startsOf()).toEqual([hour("10:00")])
  expect((await requestSession(app)).json()).toMatchObject({ code: "slot.taken", starts: [hour("10:00")] })
})

test("a tutor who pauses has no hours on the days of the pause in the tutor's own zone", async () => {
  const pause = { timeZone: "Pacific/Auckland", pausedFrom: "2026-01-16", pausedUntil: "2026-01-17" }
  const tutorId = await insertTutor(app, pause)
  // 05:00 in New York is 23:00 in Auckland, 06:00 is midnight there.
  for (const date of [DAY, "2026-01-16", "2026-01-17"]) {
    await insertSlot(app, { tutorId, date, startTime: "05:00", endTime: "06:00" })
    await insertSlot(app, { tutorId, date, startTime: "06:00", endTime: "07:00" })
  }
  expect(await startsOf(`?date=${DAY}&days=3`)).toEqual([hour("05:00"), hour("06:00", "2026-01-17")])
})

test("pending and approved sessions fill a tutor's week, and taken hours of that week stay in the list", async () => {
  const tutorId = await insertTutor(app, { weeklyLimit: 2 })
  const taken = await insertSlot(app, { tutorId, currentBookings: 1 })
  await insertSlot(app, { tutorId, ...ten })
  await insertBooking(app, { tutorId, slotId: taken, status: "approved" })
  await insertBooking(app, { tutorId, preferredDate: new Date(hour("12:00")), status: "cancelled" })
  expect(await startsOf()).toEqual([hour("09:00"), hour("10:00")])
  await insertBooking(app, { tutorId, preferredDate: new Date(hour("12:00", "2026-01-18")) })
  expect(await list()).toMatchObject([{ startsAt: hour("09:00"), places: 0 }])
})

test.each(["completed", "no_show"] as const)("a session that is %s counts in its tutor's week", async (status) => {
  const tutorId = await insertTutor(app, { weeklyLimit: 1 })
  await insertSlot(app, { tutorId })
  await insertBooking(app, { tutorId, preferredDate: new Date(hour("09:00", "2026-01-12")), status })
  app.setNow(new Date(hour("11:00", "2026-01-12")))
  expect(await startsOf()).toEqual([])
  expect((await requestSession(app)).json()).toMatchObject({ code: "slot.taken" })
})

test("an hour in which its tutor has a session elsewhere is not there", async () => {
  const tutorId = await insertTutor(app)
  await insertSlot(app, { tutorId })
  await insertSlot(app, { tutorId, ...ten })
  await insertBooking(app, { tutorId, preferredDate: new Date(hour("10:30")), duration: 30 })
  expect(await startsOf()).toEqual([hour("09:00")])
})

test.each([
  ["", "date"],
  ["?date=", "date"],
  ["?date=2026-02-30", "date"],
  ["?date=2026-01-15&date=2026-01-16", "date"],
  [`?date=${DAY}&days=0`, "days"],
  [`?date=${DAY}&days=${SLOT_DAYS.max + 1}`, "days"],
  [`?date=${DAY}&days=1.5`, "days"],
  [`?date=${DAY}&days=`, "days"],
])("%j is refused", async (query, field) => {
  const response = await get(query)
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
})

test("six weeks are listed, an unknown parameter is refused, and an address may ask 600 times in ten minutes", async () => {
  expect((await get(`?date=${DAY}&days=${SLOT_DAYS.max}`)).statusCode).toBe(200)
  expect((await get(`?date=${DAY}&tutor=rose`)).statusCode).toBe(400)
  const rule = { name: "slots.address", limit: 600, windowSeconds: 600 }
  for (let sent = 1; sent < 600; sent++) await app.deps.limiter.count(rule, "127.0.0.1")
  expect((await get(`?date=${DAY}`)).statusCode).toBe(429)
})
