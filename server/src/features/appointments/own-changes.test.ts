import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, register, signInAsAdmin, type TestApp } from "#testing.ts"
import {
  AT,
  bookedPlaces,
  hour,
  insertBooking,
  insertSlot,
  insertTutor,
  requestSession,
  storedSessions,
} from "#testing-booking.ts"
import { sessionLink } from "./service/links.ts"
import { sessionFeedback } from "./table.ts"

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
beforeEach(async () => {
  app = await createTestApp()
  ada = await register(app, "ada")
})
afterEach(() => app.close())

type Session = Awaited<ReturnType<typeof insertBooking>>
const tokenOf = ({ id }: Pick<Session, "id">) => sessionLink(app.deps, id, "en").split("#session=")[1]
const byLink = (session: Session, change: unknown) =>
  app.send({ method: "POST", url: "/api/appointments/changes", payload: { token: tokenOf(session), change } })
const byMember = ({ id }: Pick<Session, "id">, change: unknown, browser: Pick<typeof ada, "send"> = ada) =>
  browser.send("POST", `/api/appointments/${id}/changes`, { change })
const lookup = (token: unknown) => app.send({ method: "POST", url: "/api/appointments/lookup", payload: { token } })
const outboxKeys = async () =>
  (
    await app.database.sql<{ kind: string; change: string }[]>`
    select kind, payload ->> 'change' as change from outbox where kind like 'appointment.%' order by id`
  ).map(({ kind, change }) => `${kind} ${change}`)
const insertOwn = async (more: Partial<Session> = {}) => insertBooking(app, { userId: ada.id, ...more })
const move = (startsAt: string) => ({ change: "move", startsAt })
const CANCEL = { change: "cancel" }
const ten = { startTime: "10:00", endTime: "11:00" }

const WAYS = [
  ["a member", byMember],
  ["who has the link of an email", byLink],
] as const

test.each(WAYS)("%s cancels a session, which gives its place back and tells the student once", async (_who, change) => {
  const slotId = await insertSlot(app, { currentBookings: 1 })
  const session = await insertOwn({ slotId })
  const response = await change(session, CANCEL)
  expect([response.statusCode, response.json()]).toMatchObject([
    200,
    { id: session.id, status: "cancelled", canCancel: false, canMove: false },
  ])
  expect(await bookedPlaces(app)).toEqual([0])
  expect(await outboxKeys()).toEqual(["appointment.changed cancelled"])
  const again = await change(session, CANCEL)
  expect([again.statusCode, again.json().code]).toEqual([409, "appointment.state"])
  expect(await storedSessions(app)).toMatchObject([{ revision: 1 }])
})

test.each(WAYS)("%s moves a session to another open hour, whose place it takes", async (_who, change) => {
  const tutorId = await insertTutor(app)
  const slotId = await insertSlot(app, { currentBookings: 1 })
  const nextId = await insertSlot(app, { ...ten, tutorId })
  const session = await insertOwn({ slotId, status: "approved" })
  const response = await change(session, move(hour("10:00")))
  expect([response.statusCode, response.json()]).toMatchObject([
    200,
    { status: "approved", preferredDate: AT, scheduledAt: hour("10:00"), tutorName: "Rose", canMove: true },
  ])
  expect(await storedSessions(app)).toMatchObject([
    { slotId: nextId, tutorId, endsAt: new Date(hour("11:00")), revision: 1 },
  ])
  expect(await bookedPlaces(app)).toEqual([0, 1])
  expect((await outboxKeys())[0]).toBe("appointment.changed moved")
})

test("a moved request asks for the new hour, so that the old one can be requested again", async () => {
  for (const slot of [{}, ten]) await insertSlot(app, slot)
  const { id } = (await requestSession(app)).json()
  const moved = (await byLink({ id } as Session, move(hour("10:00")))).json()
  expect(moved).toMatchObject({ preferredDate: hour("10:00"), preferredTime: "10:00", scheduledAt: null })
  const again = await requestSession(app)
  expect([again.statusCode, again.json().id === id, await bookedPlaces(app)]).toEqual([201, false, [1, 1]])
})

test("a repeated move changes nothing and tells nobody", async () => {
  await insertSlot(app, ten)
  const session = await insertOwn()
  await byMember(session, move(hour("10:00")))
  const again = await byMember(session, move(hour("10:00")))
  expect([again.statusCode, again.json().preferredDate]).toEqual([200, hour("10:00")])
  expect([await bookedPlaces(app), (await outboxKeys()).length]).toEqual([[1], 1])
})

test.each([
  ["without a slot", "13:00", {}],
  ["that is taken", "10:00", { ...ten, currentBookings: 1 }],
  ["that is closed", "10:00", { ...ten, isAvailable: false }],
  ["of another kind", "10:00", { ...ten, sessionTypes: ["mentoring" as const] }],
  ["that is shorter than the session", "10:00", { ...ten, endTime: "10:30" }],
])("a move to an hour %s is refused with the next free ones", async (_case, time, slot) => {
  await insertSlot(app, slot)
  await insertSlot(app, { startTime: "17:00", endTime: "18:00" })
  const session = await insertOwn()
  const before = [await storedSessions(app), await bookedPlaces(app)]
  const response = await byMember(session, move(hour(time)))
  expect([response.statusCode, response.json()]).toMatchObject([409, { code: "slot.taken", starts: [hour("17:00")] }])
  expect([await storedSessions(app), await bookedPlaces(app), await outboxKeys()]).toEqual([...before, []])
})

test("a move to where the student has the same request already is refused", async () => {
  await insertSlot(app, { ...ten, maxBookings: 2, currentBookings: 1 })
  const session = await insertOwn()
  await insertOwn({ preferredDate: new Date(hour("10:00")) })
  const response = await byMember(session, move(hour("10:00")))
  expect([response.statusCode, response.json().code, await bookedPlaces(app)]).toEqual([409, "slot.taken", [1]])
})

test("a tutor's own session does not stand in the way of its move, and counts once in the week", async () => {
  const tutorId = await insertTutor(app, { weeklyLimit: 1 })
  const slotId = await insertSlot(app, { tutorId, endTime: "10:00", currentBookings: 1 })
  await insertSlot(app, { tutorId, ...ten })
  const session = await insertOwn({ tutorId, slotId })
  expect((await byMember(session, move(hour("10:00")))).statusCode).toBe(200)
  expect(await bookedPlaces(app)).toEqual([0, 1])
})

test.each([
  ["the current instant", "2026-01-02T03:04:05.000Z"],
  ["the past", "2025-01-15T14:00:00.000Z"],
])("a move into %s is refused", async (_case, startsAt) => {
  const response = await byMember(await insertOwn(), move(startsAt))
  expect([response.statusCode, response.json().fields]).toEqual([
    400,
    { "change.startsAt": "Please select a future date" },
  ])
})

test.each(WAYS)("%s rates a completed session, and may change the rating", async (_who, change) => {
  const session = await insertOwn({ status: "completed" })
  const first = await change(session, { change: "feedback", rating: 1, comment: " Good\nwork " })
  expect([first.statusCode, first.json().feedback]).toEqual([200, { rating: 1, comment: "Good\nwork" }])
  const second = await change(session, { change: "feedback", rating: 5 })
  expect([second.statusCode, second.json().feedback]).toEqual([200, { rating: 5, comment: null }])
  expect(await app.database.db.$count(sessionFeedback)).toBe(1)
  const [listed] = (await ada.send("GET", "/api/appointments")).json()
  expect(listed).toMatchObject({ canCancel: false, canMove: false, feedback: { rating: 5, comment: null } })
})

test("a rating leaves what the tutor wrote, and a tutor's part alone is no rating", async () => {
  const session = await insertOwn({ status: "completed" })
  const tutors = { appointmentId: session.id, tutorRating: 4, tutorFeedback: "Loops", followUpRequired: true }
  await app.database.db.insert(sessionFeedback).values(tutors)
  expect((await lookup(tokenOf(session))).json().feedback).toBeNull()
  await byLink(session, { change: "feedback", rating: 3 })
  expect(await app.database.db.select().from(sessionFeedback)).toMatchObject([{ ...tutors, studentRating: 3 }])
})

const RATE = { change: "feedback", rating: 3 }
test.each([
  ["declined", CANCEL],
  ["cancelled", CANCEL],
  ["completed", CANCEL],
  ["no_show", CANCEL],
  ["declined", move(hour("10:00"))],
  ["completed", move(hour("10:00"))],
  ["pending", RATE],
  ["approved", RATE],
  ["no_show", RATE],
] as const)("a session that is %s refuses %j", async (status, change) => {
  const slotId = await insertSlot(app, { ...ten, currentBookings: 1, maxBookings: 2 })
  const session = await insertOwn({ status, slotId })
  const response = await byMember(session, change)
  expect([response.statusCode, response.json().code, await bookedPlaces(app)]).toEqual([409, "appointment.state", [1]])
  expect((await storedSessions(app)).map((row) => row.status)).toEqual([status])
})

test("a session that has begun can be neither cancelled nor moved", async () => {
  await insertSlot(app, { date: "2026-01-20" })
  const session = await insertOwn({ status: "approved" })
  app.setNow(new Date(new Date(AT).getTime() - 1))
  expect((await lookup(tokenOf(session))).json()).toMatchObject({ canCancel: true, canMove: true })
  app.setNow(new Date(AT))
  expect((await lookup(tokenOf(session))).json()).toMatchObject({ canCancel: false, canMove: false })
  const responses = [await byLink(session, CANCEL), await byLink(session, move(hour("09:00", "2026-01-20")))]
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([409, 409])
})

test("other people's and unknown sessions are unknown, also to administrators, and a guest must sign in", async () => {
  const session = await insertOwn()
  const others = [await register(app, "eve"), await signInAsAdmin(app, "root")]
  for (const browser of others) expect((await byMember(session, CANCEL, browser)).statusCode).toBe(404)
  expect((await byMember({ id: ada.id as Session["id"] }, CANCEL)).json().code).toBe("record.unknown")
  expect((await byMember({ id: "1" as Session["id"] }, CANCEL)).statusCode).toBe(400)
  expect((await byMember(session, CANCEL, openBrowser(app))).statusCode).toBe(401)
  expect(await storedSessions(app)).toMatchObject([{ status: "pending" }])
})

test("a guest's session belongs to the member once the address is verified", async () => {
  const session = await insertBooking(app, { studentEmail: "ADA@example.org" })
  expect((await byMember(session, CANCEL)).statusCode).toBe(404)
  await app.database.sql`update users set email_verified_at = now() where id = ${ada.id}`
  expect((await byMember(session, CANCEL)).statusCode).toBe(200)
})

test.each([
  undefined,
  null,
  "cancel",
  {},
  { change: "approve" },
  { change: "move" },
  { change: "move", startsAt: 5 },
  { change: "move", startsAt: "tomorrow" },
  { change: "feedback" },
  { change: "feedback", rating: 0 },
  { change: "feedback", rating: 6 },
  { change: "feedback", rating: 2.5 },
  { change: "feedback", rating: "5" },
  { change: "feedback", rating: 5, comment: "é".repeat(2001) },
])("the change %j is refused", async (change) => {
  const session = await insertOwn({ status: "completed" })
  for (const [, send] of WAYS) {
    const response = await send(session, change)
    expect([response.statusCode, response.json().code]).toEqual([400, "request.invalid"])
  }
  expect(await app.database.db.$count(sessionFeedback)).toBe(0)
})

test("a comment of 2000 characters is stored", async () => {
  const session = await insertOwn({ status: "completed" })
  expect((await byLink(session, { ...RATE, comment: "é".repeat(2000) })).statusCode).toBe(200)
})

test("a link works until 30 days after the end of the session", async () => {
  const session = await insertOwn()
  const last = new Date(session.endsAt.getTime() + 30 * 86_400_000)
  app.setNow(last)
  expect((await lookup(tokenOf(session))).json()).toMatchObject({ id: session.id, description: null })
  app.setNow(new Date(last.getTime() + 1))
  for (const response of [await lookup(tokenOf(session)), await byLink(session, RATE)]) {
    expect([response.statusCode, response.json().code]).toEqual([400, "appointment_link.expired"])
  }
})

test("links with a wrong signature or an unknown session get one and the same refusal", async () => {
  const session = await insertOwn()
  const token = tokenOf(session) ?? ""
  const other = await insertOwn({ preferredDate: new Date(hour("10:00")) })
  const forged = `${other.id}.${token.split(".")[1]}`
  const unknown = tokenOf({ id: "01a1fb37-a1b7-700e-9225-58f17d4b2fff" as Session["id"] })
  const bodies = new Set<string>()
  for (const wrong of [forged, unknown, `${token}0`, token.slice(0, -1), session.id, `${session.id}.`, ".", "x"]) {
    const response = await lookup(wrong)
    bodies.add(response.body)
    expect([wrong, response.statusCode, response.json().code]).toEqual([wrong, 400, "appointment_link.expired"])
  }
  expect(bodies.size).toBe(1)
})

test.each([undefined, 5, "", "x".repeat(201), "a b"])("the token %j is refused", async (token) => {
  const response = await lookup(token)
  expect([response.statusCode, response.json().code]).toEqual([400, "request.invalid"])
})

test("the link is in the reader's language and its token is after the #", async () => {
  const { id } = await insertOwn()
  const address = new URL(sessionLink(app.deps, id, "ht"))
  expect([address.pathname, address.search]).toEqual(["/ht/session", ""])
  expect(address.hash).toMatch(new RegExp(`^#session=${id}\\.[0-9a-f]{64}$`))
})
