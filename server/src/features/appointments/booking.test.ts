import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, readPageRequest, type TestApp } from "#testing.ts"
import {
  AT,
  bookedPlaces,
  DAY,
  hour,
  insertBooking,
  insertSlot,
  insertTutor,
  REQUEST,
  requestSession,
  storedSessions,
} from "#testing-booking.ts"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const send = (more: object = {}) => requestSession(app, more)
const outcomeOf = ({ statusCode, json }: Awaited<ReturnType<typeof send>>) => {
  const { code, fields, starts } = json()
  return [statusCode, code, ...(fields ? [fields] : []), ...(starts ? [starts] : [])]
}
const ten = { startTime: "10:00", endTime: "11:00" }

test("a booking stores its slot, tutor, end and the visitor's time zone", async () => {
  const tutorId = await insertTutor(app)
  const slotId = await insertSlot(app, { tutorId, endTime: "11:00" })
  expect((await send({ duration: 90, timeZone: "Europe/Paris" })).statusCode).toBe(201)
  expect(await storedSessions(app)).toMatchObject([
    { slotId, tutorId, timeZone: "Europe/Paris", endsAt: new Date(hour("10:30")), scheduledAt: null },
  ])
  expect(await bookedPlaces(app)).toEqual([1])
})

test("a request on a day without open slots has neither slot nor tutor", async () => {
  await insertSlot(app, { date: "2026-01-16" })
  await insertSlot(app, { isAvailable: false })
  expect((await send()).statusCode).toBe(201)
  expect(await storedSessions(app)).toMatchObject([{ slotId: null, tutorId: null }])
})

test("several tutors at the same hour are booked in turn", async () => {
  const tutorIds = [await insertTutor(app), await insertTutor(app)]
  for (const tutorId of tutorIds) await insertSlot(app, { tutorId })
  const emails = ["ada@b.co", "bea@b.co", "eve@b.co"]
  const statuses: number[] = []
  for (const studentEmail of emails) statuses.push((await send({ studentEmail })).statusCode)
  expect(statuses).toEqual([201, 201, 409])
  const booked = (await storedSessions(app)).map(({ tutorId }) => tutorId)
  expect(booked.sort()).toEqual(tutorIds.sort())
})

test("a taken hour is refused with the next three free hours of that kind and length, on this day and later", async () => {
  await insertSlot(app, { startTime: "08:00", endTime: "09:00" })
  await insertSlot(app, { currentBookings: 1 })
  await insertSlot(app, { ...ten, sessionTypes: ["mentoring"] })
  await insertSlot(app, { startTime: "11:00", endTime: "11:30" })
  await insertSlot(app, { startTime: "12:00", endTime: "13:00" })
  await insertSlot(app, { startTime: "12:00", endTime: "13:00", tutorId: await insertTutor(app) })
  await insertSlot(app, { date: "2026-01-16" })
  await insertSlot(app, { date: "2026-01-17" })
  await insertSlot(app, { date: "2026-01-18" })
  const starts = [hour("12:00"), hour("09:00", "2026-01-16"), hour("09:00", "2026-01-17")]
  expect(outcomeOf(await send())).toEqual([409, "slot.taken", starts])
  expect(await storedSessions(app)).toEqual([])
})

test("a form without script names the free hours in the language of its page", async () => {
  await insertSlot(app, { currentBookings: 1 })
  await insertSlot(app, ten)
  const response = await app.send({
    method: "POST",
    url: "/api/appointments",
    payload: new URLSearchParams({ ...REQUEST, page: "/fr/about" }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  })
  const message = "15 janvier 2026, 10:00 (heure de New York)."
  expect([response.statusCode, readPageRequest(response).form.message]).toEqual([409, expect.stringContaining(message)])
})

test("a session may fill its slot, and a longer one is refused because of its length alone", async () => {
  await insertSlot(app)
  expect(outcomeOf(await send({ duration: 90 }))).toEqual([
    400,
    "request.invalid",
    { duration: "This hour is shorter. Choose a shorter duration." },
  ])
  expect([await storedSessions(app), await bookedPlaces(app)]).toEqual([[], [0]])
  expect((await send({ duration: 60 })).statusCode).toBe(201)
  expect(outcomeOf(await send({ duration: 90, studentEmail: "eve@b.co" }))).toEqual([409, "slot.taken", []])
})

test.each([
  ["the notice has begun", { noticeHours: 336 }],
  ["the tutor pauses", { pausedFrom: DAY }],
  ["the tutor's week is full", { weeklyLimit: 1 }],
])("an hour is refused when %s, and another tutor is booked instead", async (_case, tutor) => {
  const tutorId = await insertTutor(app, tutor)
  await insertSlot(app, { tutorId })
  await insertSlot(app, { startTime: "15:00", endTime: "16:00", currentBookings: 1 })
  await insertBooking(app, { tutorId, preferredDate: new Date(hour("15:00", "2026-01-12")), studentEmail: "x@b.co" })
  expect(outcomeOf(await send())).toEqual([409, "slot.taken", []])
  const other = await insertTutor(app)
  await insertSlot(app, { tutorId: other })
  expect((await send()).statusCode).toBe(201)
  expect((await storedSessions(app)).at(-1)).toMatchObject({ tutorId: other })
})

test.each([
  ["the notice has begun", { noticeHours: 336 }],
  ["the tutor pauses", { pausedFrom: DAY }],
])("a day on which %s for all hours takes a request for the staff, but none for such an hour", async (_case, tutor) => {
  await insertSlot(app, { tutorId: await insertTutor(app, tutor) })
  await insertSlot(app, { tutorId: await insertTutor(app, tutor), startTime: "12:00", endTime: "13:00" })
  expect(outcomeOf(await send({ preferredDate: hour("12:00"), preferredTime: "12:00" }))).toEqual([
    409,
    "slot.taken",
    [],
  ])
  expect((await send()).statusCode).toBe(201)
  expect(await storedSessions(app)).toMatchObject([{ tutorId: null, slotId: null, preferredTime: "09:00" }])
})

test("a session that would overlap one that the tutor has elsewhere is refused, a shorter one is not", async () => {
  const tutorId = await insertTutor(app)
  await insertSlot(app, { tutorId, endTime: "11:00" })
  await insertBooking(app, { tutorId, preferredDate: new Date(hour("10:00")), studentEmail: "x@b.co" })
  expect(outcomeOf(await send({ duration: 90 }))).toEqual([409, "slot.taken", []])
  expect((await send({ duration: 60 })).statusCode).toBe(201)
})

test.each([
  ["04:00", "04:30"],
  ["10:30", "11:30"],
])("a slot may begin at %s, also for a form that sends day and hour", async (startTime, endTime) => {
  await insertSlot(app, { startTime, endTime })
  const hourly = { preferredDate: undefined, date: DAY, preferredTime: startTime, duration: 30 }
  const response = await send(hourly)
  expect([response.statusCode, response.json().preferredDate]).toEqual([201, hour(startTime)])
  expect(response.json().preferredTime).toBe(startTime)
})

test.each(["04:00", "10:30", "12:00"])("%s cannot be asked for on a day without open slots", async (preferredTime) => {
  expect(outcomeOf(await send({ preferredTime }))).toEqual([
    400,
    "request.invalid",
    { preferredTime: "Please choose a time" },
  ])
})

test.each([
  ["preferredTime", "9:00"],
  ["preferredTime", "24:00"],
  ["preferredTime", "09:60"],
  ["preferredTime", 9],
  ["preferredTime", undefined],
  ["timeZone", "Haiti/Gonaives"],
  ["timeZone", "x".repeat(65)],
  ["timeZone", 5],
])("%s %j is refused", async (field, value) => {
  await insertSlot(app)
  const response = await send({ [field]: value })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
})

test.each([
  ["a free place", { maxBookings: 2 }, {}, [201, undefined]],
  ["no place", {}, {}, [409, "slot.taken", []]],
  [
    "a longer session",
    { maxBookings: 2 },
    { duration: 90 },
    [400, "request.invalid", { duration: expect.any(String) }],
  ],
])("with %s a stranger's repeated request gets the reply to a new one", async (_case, slot, more, expected) => {
  await insertSlot(app, slot)
  expect((await send()).statusCode).toBe(201)
  expect(outcomeOf(await send({ ...more, studentName: "Eve" }))).toEqual(expected)
  expect(outcomeOf(await send({ ...more, studentEmail: "new@b.co" }))).toEqual(expected)
})

test("an hour whose session was cancelled can be booked again by the same person", async () => {
  const slotId = await insertSlot(app)
  const first = (await send()).json()
  await app.database.sql`update appointments set status = 'cancelled'`
  await app.database.sql`update available_time_slots set current_bookings = 0`
  const again = await send()
  expect([again.statusCode, again.json().id === first.id]).toEqual([201, false])
  expect(await storedSessions(app)).toMatchObject([{ slotId }, { slotId, preferredDate: new Date(AT) }])
})
