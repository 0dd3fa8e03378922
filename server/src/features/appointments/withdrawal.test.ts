import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { addSlot, addTutor, insertSession, placesTaken, storedSession } from "#testing-sessions.ts"
import { type AppointmentRow, waitingForSlots } from "./table.ts"

/** A Tuesday of 2030, 9:00 in New York: still to come for the clock of the database, too. */
const startsAt = new Date("2030-01-15T14:00:00Z")
/** Near enough to be booked. */
const soon = new Date("2026-01-15T14:00:00Z")
const HOUR_MS = 3_600_000

let app: TestApp
let bea: Awaited<ReturnType<typeof signInAs>> & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  const id = await addTutor(app, "bea")
  bea = { id, ...(await signInAs(app, id, "member")) }
})
afterEach(() => app.close())

const withdraw = ({ id }: Pick<AppointmentRow, "id">, body: object = { startsAt }) =>
  bea.send("POST", `/api/tutor/sessions/${id}/withdrawal`, body)

async function booked(slotId: string, studentEmail: string, more: Partial<AppointmentRow> = {}) {
  await app.database.sql`update available_time_slots set current_bookings = current_bookings + 1 where id = ${slotId}`
  const session = { preferredDate: startsAt, tutorId: bea.id, status: "approved" } as const
  return insertSession(app, { ...session, calendarEventId: studentEmail, slotId, studentEmail, ...more })
}

const slotsOpen = () => app.database.sql`select id from available_time_slots where is_available order by starts_at`

test("students of the hour are told, their sessions wait for the staff, and the hour closes", async () => {
  const admin = await signInAsAdmin(app, "root")
  const slotId = await addSlot(app, { startsAt, tutorId: bea.id, maxBookings: 3 })
  const next = await addSlot(app, { startsAt: new Date(startsAt.getTime() + HOUR_MS), tutorId: bea.id })
  const ada = await booked(slotId, "ada@example.org", { studentName: "Ada" })
  const eve = await booked(slotId, "eve@example.org", { studentName: "Eve" })
  const max = await booked(slotId, "max@example.org", { status: "pending", calendarEventId: null })
  const later = await booked(next, "zoe@example.org", { preferredDate: new Date(startsAt.getTime() + HOUR_MS) })
  await app.deliver()
  const before = app.emails.length
  expect((await withdraw(eve)).statusCode).toBe(204)
  const left = { tutorId: null, slotId: null, status: "approved", tutorLeft: true, revision: 1 }
  expect(await storedSession(app, ada.id)).toMatchObject(left)
  expect(await storedSession(app, eve.id)).toMatchObject(left)
  expect(await storedSession(app, max.id)).toMatchObject({ ...left, status: "pending", tutorLeft: false, revision: 0 })
  expect(await storedSession(app, later.id)).toMatchObject({ tutorId: bea.id, slotId: next })
  expect([await placesTaken(app, slotId), await slotsOpen()]).toEqual([0, [{ id: next }]])
  const emails = (await app.deliver()).slice(before)
  expect(emails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    ["ada@example.org", "A change to your session"],
    ["bea@example.org", "You no longer have this session"],
    ["bea@example.org", "You no longer have this session"],
    ["eve@example.org", "A change to your session"],
  ])
  const waiting = (kind: string) => admin.send("GET", `/api/admin/waiting?kind=${kind}`)
  const ids = (await waiting("without_tutor")).json<{ id: string }[]>().map(({ id }) => id)
  expect(ids.sort()).toEqual([ada.id, eve.id].sort())
  expect((await waiting("session")).json()).toMatchObject([{ id: max.id }])
  expect((await waiting("moving")).json()).toEqual([])
  expect((await bea.send("GET", "/api/tutor/sessions")).json()).toMatchObject([{ id: later.id }])
  const log = await app.database.sql`select action, subject_id from audit_log where actor_id = ${bea.id} order by id`
  expect(log.map(({ action }) => action)).toEqual(["slot.updated", ...Array(3).fill("appointment.changed")])
})

test("a place that a withdrawal leaves is offered to nobody, and one that a cancellation leaves is", async () => {
  const slotId = await addSlot(app, { startsAt: soon, tutorId: bea.id })
  const session = await booked(slotId, "ada@example.org", { preferredDate: soon })
  const waiting = { date: "2026-01-15", place: 1, email: "eve@example.org", language: "en" } as const
  await app.database.db.insert(waitingForSlots).values({ ...waiting, sessionType: "tutoring" })
  const listed = () => app.database.db.select({ toldAt: waitingForSlots.toldAt }).from(waitingForSlots)
  expect((await withdraw(session, { startsAt: soon })).statusCode).toBe(204)
  expect(await listed()).toEqual([{ toldAt: null }])
  const timsId = await addSlot(app, { startsAt: soon, tutorId: await addTutor(app, "tim") })
  const tims = await booked(timsId, "zoe@example.org", { preferredDate: soon, tutorId: null })
  const admin = await signInAsAdmin(app, "root")
  await admin.send("PATCH", `/api/admin/appointments/${tims.id}`, { status: "cancelled" })
  expect(await listed()).toEqual([{ toldAt: expect.any(Date) }])
})

test("what a session without a place overlaps closes, too, and the tutor can open it again", async () => {
  const half = new Date(startsAt.getTime() + HOUR_MS / 2)
  const overlapping = await addSlot(app, { startsAt: half, tutorId: bea.id })
  const others = await addSlot(app, { startsAt: half, tutorId: await addTutor(app, "tim") })
  const { id } = await insertSession(app, { preferredDate: startsAt, tutorId: bea.id, status: "approved" })
  expect((await withdraw({ id })).statusCode).toBe(204)
  expect(await slotsOpen()).toEqual([{ id: others }])
  expect((await bea.send("PATCH", `/api/tutor/slots/${overlapping}`, { isAvailable: true })).statusCode).toBe(200)
})

test("from a session of another tutor nobody withdraws", async () => {
  const tutorId = await addTutor(app, "tim")
  const session = await booked(await addSlot(app, { startsAt, tutorId }), "ada@example.org", { tutorId })
  const refused = await withdraw(session)
  expect([refused.statusCode, refused.json().code]).toEqual([404, "record.unknown"])
  expect(await storedSession(app, session.id)).toEqual(session)
})

test.each([
  ["without a tutor", { tutorId: null }, 404, "record.unknown"],
  ["that has begun", { preferredDate: new Date("2026-01-01T09:00:00Z") }, 409, "appointment.state"],
  ["that is cancelled", { status: "cancelled" }, 409, "appointment.state"],
  ["that the staff moved", { scheduledAt: new Date("2030-01-16T14:00:00Z") }, 409, "record.changed"],
] as const)("from a session %s nobody withdraws", async (_, more, status, code) => {
  const slotId = await addSlot(app, { startsAt, tutorId: bea.id })
  const session = await booked(slotId, "ada@example.org", more)
  const refused = await withdraw(session)
  expect([refused.statusCode, refused.json().code]).toEqual([status, code])
  expect(await storedSession(app, session.id)).toEqual(session)
  expect(await slotsOpen()).toEqual([{ id: slotId }])
})

test.each([{}, { startsAt: "Tuesday" }, { startsAt: 1 }, { startsAt, reason: "ill" }, { startsAt: null }])(
  "a withdrawal with %j is refused",
  async (body) => {
    const session = await booked(await addSlot(app, { startsAt, tutorId: bea.id }), "ada@example.org")
    expect((await withdraw(session, body)).statusCode).toBe(400)
    expect(await storedSession(app, session.id)).toEqual(session)
  },
)

test("students, visitors and other sites withdraw from nothing", async () => {
  const session = await booked(await addSlot(app, { startsAt, tutorId: bea.id }), "ada@example.org")
  const url = `/api/tutor/sessions/${session.id}/withdrawal`
  const ada = await register(app, "ada")
  expect((await ada.send("POST", url, { startsAt })).statusCode).toBe(403)
  expect((await app.send({ method: "POST", url, payload: { startsAt } })).statusCode).toBe(401)
  const foreign = await bea.send("POST", url, { startsAt }, { origin: "https://evil.example" })
  expect([foreign.statusCode, await storedSession(app, session.id)]).toEqual([403, session])
  expect((await withdraw({ id: "x" as AppointmentRow["id"] })).statusCode).toBe(400)
})
