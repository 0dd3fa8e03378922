import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { screenings } from "#features/volunteers/table.ts"
import { createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import {
  AT,
  bookedPlaces,
  DAY,
  hour,
  insertBooking,
  insertSlot,
  insertTutor,
  requestSession,
  storedSessions,
} from "#testing-booking.ts"
import { screen } from "#testing-screening.ts"
import { HOUR, SLOTS } from "#testing-slots.ts"
import { sessionLink } from "./service/links.ts"
import { openComingSlots } from "./service/series.ts"
import { availableTimeSlots } from "./table/slots.ts"
import type { AppointmentRow } from "./table.ts"

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
let tutorId: string
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
  tutorId = await insertTutor(app)
})
afterEach(() => app.close())

const ENDS = "2026-01-15T15:00:00.000Z"
const setEnd = (screenedUntil: Date | null) =>
  app.database.db.update(screenings).set({ screenedUntil }).where(eq(screenings.userId, tutorId))
const beforeEnd = () => setEnd(new Date(Date.parse(ENDS) - 1))
const forget = () => app.database.db.delete(screenings)
const openStarts = async () =>
  (await app.send({ method: "GET", url: `/api/appointments/slots?date=${DAY}` }))
    .json<{ startsAt: string }[]>()
    .map(({ startsAt }) => startsAt)
const codeOf = async (response: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await response
  return [statusCode, JSON.parse(body).code]
}
const change = ({ id }: Pick<AppointmentRow, "id">, body: object) =>
  app.send({
    method: "POST",
    url: "/api/appointments/changes",
    payload: { token: sessionLink(app.deps, id, "en").split("#session=")[1], change: body },
  })
const patch = (id: string, body: object) => admin.send("PATCH", `/api/admin/appointments/${id}`, body)

test("an hour is offered and booked while the tutor's screening covers its end", async () => {
  await insertSlot(app, { tutorId })
  await setEnd(new Date(ENDS))
  expect(await openStarts()).toEqual([AT])
  expect((await requestSession(app)).statusCode).toBe(201)
})

test.each([
  ["ends before the hour does", beforeEnd],
  ["is not complete", () => setEnd(null)],
  ["does not exist", forget],
])("an hour is neither offered nor booked when the tutor's screening %s, and another tutor's is", async (_, lapse) => {
  await insertSlot(app, { tutorId })
  await insertSlot(app)
  await lapse()
  expect(await openStarts()).toEqual([AT])
  expect((await requestSession(app)).statusCode).toBe(201)
  expect(await storedSessions(app)).toMatchObject([{ tutorId: null }])
  expect(await codeOf(requestSession(app, { studentEmail: "eve@example.org" }))).toEqual([409, "slot.taken"])
})

test("a taken hour names no free start of a tutor who is not screened until then", async () => {
  await insertSlot(app, { currentBookings: 1 })
  await insertSlot(app, { tutorId, startTime: "10:00", endTime: "11:00" })
  await beforeEnd()
  const refusal = await requestSession(app)
  expect([refusal.statusCode, refusal.json().starts]).toEqual([409, []])
})

test("a student cannot move a session to an hour of a tutor who is not screened", async () => {
  const free = await insertSlot(app, { date: "2026-01-16" })
  const row = await insertBooking(app, { slotId: free, preferredDate: new Date(hour("09:00", "2026-01-16")) })
  await insertSlot(app, { tutorId })
  await beforeEnd()
  expect(await codeOf(change(row, { change: "move", startsAt: AT }))).toEqual([409, "slot.taken"])
  await screen(app, tutorId)
  expect((await change(row, { change: "move", startsAt: AT })).statusCode).toBe(200)
})

test("who waits for a day is not told of an hour whose tutor is not screened", async () => {
  const slotId = await insertSlot(app, { tutorId, currentBookings: 1 })
  const wait = () =>
    app.send({
      method: "POST",
      url: "/api/appointments/waiting",
      payload: { date: DAY, email: "eve@example.org", sessionType: "tutoring" },
    })
  const row = await insertBooking(app, { slotId, tutorId })
  expect((await wait()).statusCode).toBe(201)
  await beforeEnd()
  expect((await change(row, { change: "cancel" })).statusCode).toBe(200)
  expect(await app.database.sql`select from outbox where kind = 'appointment.place_free'`).toEqual([])
  expect(await bookedPlaces(app)).toEqual([0])
  expect(await codeOf(wait())).toEqual([409, "waiting.closed"])
})

test("an administrator neither approves, moves nor gives a session to a tutor who is not screened until its end", async () => {
  const row = await insertBooking(app, { tutorId })
  const other = await insertBooking(app, { studentEmail: "eve@example.org", preferredDate: new Date(hour("12:00")) })
  await beforeEnd()
  expect(await codeOf(patch(row.id, { status: "approved" }))).toEqual([409, "tutor.unscreened"])
  expect(await codeOf(patch(row.id, { scheduledAt: hour("10:00") }))).toEqual([409, "tutor.unscreened"])
  expect(await codeOf(patch(other.id, { tutorId }))).toEqual([409, "tutor.unscreened"])
  expect((await patch(row.id, { scheduledAt: hour("08:00"), status: "approved" })).statusCode).toBe(200)
})

test("a session of a tutor whose screening is gone can be given away, declined and cancelled", async () => {
  const next = await insertTutor(app)
  const [first, second] = [hour("09:00"), hour("12:00")].map((at) => new Date(at)) as [Date, Date]
  const row = await insertBooking(app, { tutorId, preferredDate: first, status: "approved" })
  const other = await insertBooking(app, { tutorId, studentEmail: "eve@example.org", preferredDate: second })
  await setEnd(null)
  expect((await patch(row.id, { adminNotes: "Call Rose" })).statusCode).toBe(200)
  expect((await patch(row.id, { tutorId: next })).statusCode).toBe(200)
  expect((await patch(row.id, { status: "cancelled" })).statusCode).toBe(200)
  expect((await patch(other.id, { status: "declined" })).statusCode).toBe(200)
})

test("no hours are opened for a tutor who is not screened, also not for an administrator", async () => {
  await app.database.sql`insert into tutors (user_id, time_zone) values (${admin.id}, 'UTC')`
  const open = (body: object) => admin.send("POST", SLOTS, { ...HOUR, ...body })
  await setEnd(null)
  const repeats = { weeks: 1, until: null, skipsClosedDays: true }
  for (const unscreened of [tutorId, admin.id]) {
    expect(await codeOf(open({ tutorId: unscreened }))).toEqual([409, "tutor.unscreened"])
    expect(await codeOf(open({ tutorId: unscreened, repeats }))).toEqual([409, "tutor.unscreened"])
  }
  expect(await app.database.sql`select from slot_series`).toEqual([])
  expect((await open({})).statusCode).toBe(201)
  await screen(app, admin.id)
  expect((await open({ tutorId: admin.id })).statusCode).toBe(201)
})

test("a closed hour of a tutor who is not screened is not opened again", async () => {
  const id = await insertSlot(app, { tutorId, isAvailable: false })
  await setEnd(null)
  expect(await codeOf(admin.send("PATCH", `${SLOTS}/${id}`, { isAvailable: true }))).toEqual([409, "tutor.unscreened"])
  await screen(app, tutorId)
  expect((await admin.send("PATCH", `${SLOTS}/${id}`, { isAvailable: true })).statusCode).toBe(200)
})

test("a series opens no more hours while the screening is gone, and all of them once it is back", async () => {
  const series = { weeks: 1, until: null, skipsClosedDays: false }
  expect((await admin.send("POST", SLOTS, { ...HOUR, tutorId, repeats: series })).statusCode).toBe(201)
  const hours = async () => (await app.database.db.select().from(availableTimeSlots)).length
  expect(await hours()).toBe(11)
  await setEnd(null)
  app.setNow(new Date("2026-01-23T12:00:00Z"))
  await openComingSlots(app.deps)
  expect(await hours()).toBe(11)
  await screen(app, tutorId)
  await openComingSlots(app.deps)
  expect(await hours()).toBe(14)
})

test("the list of tutors says until when each is screened", async () => {
  await setEnd(new Date(ENDS))
  expect((await admin.send("GET", "/api/admin/tutors")).json()).toMatchObject([{ screenedUntil: ENDS }])
})
