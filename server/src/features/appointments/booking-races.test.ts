import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import {
  bookedPlaces,
  hour,
  insertBooking,
  insertSlot,
  insertTutor,
  requestSession,
  storedSessions,
} from "#testing-booking.ts"
import { isOpen, startOf } from "./rules/states.ts"
import { sessionLink } from "./service/links.ts"
import type { AppointmentRow } from "./table.ts"

const ROUNDS = 10

let app: TestApp
let other: TestApp
beforeEach(async () => {
  app = await createTestApp()
  other = await createTestApp({ database: app.database })
})
afterEach(async () => {
  await other.close()
  await app.close()
})

const dayOf = (round: number) => new Date(Date.UTC(2026, 0, 12 + round)).toISOString().slice(0, 10)
const processOf = (index: number) => (index % 2 ? app : other)
const countOf = (statuses: readonly number[], wanted: number) => statuses.filter((status) => status === wanted).length

/** Sends all requests at once, in turn by two processes. @returns the statuses */
async function requestAll(requests: readonly object[]): Promise<number[]> {
  const responses = await Promise.all(
    requests.map((more, index) => requestSession(processOf(index), { studentEmail: `ada${index}@b.co`, ...more })),
  )
  return responses.map(({ statusCode }) => statusCode)
}

const change = (testApp: TestApp, { id }: Pick<AppointmentRow, "id">, body: object) =>
  testApp.send({
    method: "POST",
    url: "/api/appointments/changes",
    payload: { token: sessionLink(app.deps, id, "en").split("#session=")[1], change: body },
  })

async function openSessions(): Promise<AppointmentRow[]> {
  return (await storedSessions(app)).filter(({ status }) => isOpen(status))
}

function overlapping(rows: readonly AppointmentRow[]): AppointmentRow[][] {
  return rows.flatMap((a, index) =>
    rows.slice(index + 1).flatMap((b) => (startOf(a) < b.endsAt && startOf(b) < a.endsAt ? [[a, b]] : [])),
  )
}

test(`of 50 requests at once for the last place one books it, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const date = dayOf(round)
    await insertSlot(app, { date, maxBookings: 2, currentBookings: 1 })
    const statuses = await requestAll(Array.from({ length: 50 }, () => ({ preferredDate: hour("09:00", date) })))
    expect([countOf(statuses, 201), countOf(statuses, 409)]).toEqual([1, 49])
  }
  expect(await bookedPlaces(app)).toEqual(Array(ROUNDS).fill(2))
  expect(await storedSessions(app)).toHaveLength(ROUNDS)
})

test("sessions of any length in overlapping slots of one tutor never overlap", async () => {
  await app.database.sql`alter table available_time_slots drop constraint if exists available_time_slots_apart`
  const tutorId = await insertTutor(app)
  for (let round = 0; round < ROUNDS; round++) {
    const date = dayOf(round)
    await insertSlot(app, { tutorId, date, startTime: "10:00", endTime: "12:00" })
    await insertSlot(app, { tutorId, date, startTime: "11:00", endTime: "12:00" })
    const [ten, eleven] = [hour("10:00", date), hour("11:00", date)]
    const requests = [120, 30, 90, 60, 120, 30].flatMap((duration) => [
      { preferredDate: ten, duration },
      { preferredDate: eleven, duration: Math.min(duration, 60) },
    ])
    const turned = [...requests.slice(round), ...requests.slice(0, round)]
    const statuses = await requestAll(turned)
    expect(countOf(statuses, 201) + countOf(statuses, 409)).toBe(requests.length)
    expect(countOf(statuses, 201)).toBeGreaterThan(0)
  }
  const sessions = await openSessions()
  expect(overlapping(sessions)).toEqual([])
  expect((await bookedPlaces(app)).reduce((sum, places) => sum + places)).toBe(sessions.length)
})

test("a booking and an administrator who gives the tutor another session at that time never overlap", async () => {
  const admin = await signInAsAdmin(app, "root")
  const tutorId = await insertTutor(app)
  for (let round = 0; round < ROUNDS; round++) {
    const date = dayOf(round)
    await insertSlot(app, { tutorId, date, startTime: "10:00", endTime: "12:00" })
    const { id } = await insertBooking(app, { preferredDate: new Date(hour("11:00", date)), studentEmail: "x@b.co" })
    const [booked, given] = await Promise.all([
      requestSession(other, { preferredDate: hour("10:00", date), duration: 120 }),
      admin.send("PATCH", `/api/admin/appointments/${id}`, { status: "approved", tutorId }),
    ])
    const outcome = [booked.statusCode, given.statusCode]
    expect([
      [201, 409],
      [409, 200],
    ]).toContainEqual(outcome)
  }
  expect(overlapping((await openSessions()).filter((row) => row.tutorId === tutorId))).toEqual([])
})

test("requests at once for different hours of a week do not exceed its limit", async () => {
  const tutorId = await insertTutor(app, { weeklyLimit: 3 })
  const times = ["09:00", "11:00", "13:00", "15:00", "17:00"]
  const days = [0, 1, 2, 3].map(dayOf)
  for (const date of days)
    for (const startTime of times)
      await insertSlot(app, { tutorId, date, startTime, endTime: startTime.replace("00", "45") })
  const hours = days.flatMap((date) => times.map((time) => ({ preferredDate: hour(time, date), duration: 30 })))
  const statuses = await requestAll(hours)
  expect([countOf(statuses, 201), countOf(statuses, 409)]).toEqual([3, 17])
})

test("a place that is given back while others ask for it is booked at most once, and can be booked again", async () => {
  await insertSlot(app)
  let holder = (await requestSession(app)).json()
  for (let round = 0; round < ROUNDS; round++) {
    const [cancelled, ...requested] = await Promise.all([
      change(app, holder, { change: "cancel" }),
      ...[0, 1, 2].map((index) => requestSession(processOf(index), { studentEmail: `ada${round}${index}@b.co` })),
    ])
    expect(cancelled.statusCode).toBe(200)
    const booked = requested.filter(({ statusCode }) => statusCode === 201)
    expect(booked.length).toBeLessThanOrEqual(1)
    expect(await bookedPlaces(app)).toEqual([booked.length])
    holder = (booked[0] ?? (await requestSession(app))).json()
    expect((await openSessions()).map(({ id }) => id)).toEqual([holder.id])
  }
})

test("two sessions that move to each other's hours at once both arrive", async () => {
  const [early, late] = [hour("09:00"), hour("10:00")]
  const tutorIds = [await insertTutor(app), await insertTutor(app)]
  const places = { maxBookings: 2, currentBookings: 1 }
  const slotIds = [
    await insertSlot(app, { tutorId: tutorIds[0] as string, ...places }),
    await insertSlot(app, { tutorId: tutorIds[1] as string, startTime: "10:00", endTime: "11:00", ...places }),
  ]
  const session = (index: 0 | 1) => ({ slotId: slotIds[index] as string, tutorId: tutorIds[index] as string })
  const ada = await insertBooking(app, { ...session(0), status: "approved" })
  const bea = await insertBooking(app, { ...session(1), preferredDate: new Date(late), status: "approved" })
  for (let round = 0; round < ROUNDS; round++) {
    const [from, to] = round % 2 ? [late, early] : [early, late]
    const responses = await Promise.all([
      change(app, ada, { change: "move", startsAt: to }),
      change(other, bea, { change: "move", startsAt: from }),
    ])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await bookedPlaces(app)).toEqual([1, 1])
  }
})
