import { APPOINTMENT_STATUSES } from "@haitech/contract/appointments"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { auditLog } from "#platform/audit/table.ts"
import { type Browser, createTestApp, register, signInAsAdmin, type TestApp } from "#testing.ts"
import {
  addSlot,
  addTutor,
  insertSession,
  placesTaken,
  SESSION,
  sessionEffects,
  storedSession,
} from "#testing-sessions.ts"

const AT = SESSION.preferredDate
const LATER = new Date("2026-01-16T15:00:00Z")
const NOW = new Date("2026-01-02T03:04:05Z")
const UNKNOWN = "01a1fb37-a1b7-700e-9225-58f17d4b2fff"

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp({ meetingUrl: "https://meet.example.org" })
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const change = (id: string, body: object) => admin.send("PATCH", `/api/admin/appointments/${id}`, body)
const outcome = async (id: string, body: object) => {
  const response = await change(id, body)
  const { code, fields } = response.json<{ code?: string; fields?: object }>()
  return [response.statusCode, fields ?? code]
}
const effects = async () => (await sessionEffects(app)).map(({ kind, payload }) => [kind, payload])

test("an approval tells the student once and schedules two reminders", async () => {
  const { id } = await insertSession(app)
  const response = await change(id, { was: "pending", status: "approved" })
  expect([response.statusCode, response.json()]).toMatchObject([200, { id, status: "approved", scheduledAt: null }])
  expect(await storedSession(app, id)).toMatchObject({ revision: 1, calendarEventId: `${id}@localhost` })
  const reminder = (hours: number) => ["appointment.reminder", { id, revision: 1, hours }]
  expect(await effects()).toEqual([
    ["appointment.changed", { id, revision: 1, change: "approved" }],
    reminder(24),
    reminder(1),
  ])
  expect((await sessionEffects(app)).slice(1).map(({ dueAt }) => dueAt.toISOString())).toEqual([
    "2026-01-14T14:00:00.000Z",
    "2026-01-15T13:00:00.000Z",
  ])
})

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  pending: ["approved", "declined", "cancelled"],
  approved: ["completed", "cancelled", "no_show"],
}

test.each(APPOINTMENT_STATUSES)("a session that is %s changes to the states of D5 only", async (status) => {
  const outcomes: Record<string, unknown> = {}
  for (const next of APPOINTMENT_STATUSES) {
    const { id } = await insertSession(app, { status, preferredDate: NOW, studentEmail: `${next}@example.org` })
    outcomes[next] = await outcome(id, { status: next })
    const after = await storedSession(app, id)
    expect([after?.status, after?.revision]).toEqual(ALLOWED[status]?.includes(next) ? [next, 1] : [status, 0])
  }
  const isAllowed = (next: string) => ALLOWED[status]?.includes(next)
  const expected = APPOINTMENT_STATUSES.map((next) => [
    next,
    isAllowed(next) ? [200, undefined] : [409, "appointment.state"],
  ])
  expect(outcomes).toEqual(Object.fromEntries(expected))
})

test.each(["completed", "no_show"])("a session is %s only once it has begun", async (status) => {
  const coming = await insertSession(app, { status: "approved", scheduledAt: new Date(NOW.getTime() + 1) })
  expect(await outcome(coming.id, { status })).toEqual([409, "appointment.state"])
  const begun = await insertSession(app, { status: "approved", scheduledAt: NOW })
  expect(await outcome(begun.id, { status })).toEqual([200, undefined])
})

test("another state than the administrator saw is refused and changes nothing", async () => {
  const { id } = await insertSession(app, { status: "approved" })
  expect(await outcome(id, { was: "pending", status: "cancelled" })).toEqual([409, "record.changed"])
  expect(await outcome(id, { was: "pending", adminNotes: "Call" })).toEqual([409, "record.changed"])
  expect(await storedSession(app, id)).toMatchObject({ status: "approved", adminNotes: null })
  expect(await effects()).toEqual([])
})

test("notes tell nobody, and the audit log holds their length only", async () => {
  const { id } = await insertSession(app)
  const response = await change(id, { adminNotes: " Call her " })
  expect(response.json()).toMatchObject({ adminNotes: "Call her", status: "pending" })
  expect(await outcome(id, { adminNotes: "Call her" })).toEqual([200, undefined])
  expect(await effects()).toEqual([])
  const entries = await app.database.db.select().from(auditLog)
  expect(entries.filter(({ action }) => action === "appointment.changed")).toMatchObject([
    { actorId: admin.id, subjectId: id, before: { notes: 0 }, after: { notes: 8 } },
  ])
  expect((await change(id, { adminNotes: null })).json().adminNotes).toBeNull()
})

test("an approval with a tutor and another time is one step with one email to each", async () => {
  const tutorId = await addTutor(app, "bea")
  const { id } = await insertSession(app)
  const body = { was: "pending", status: "approved", tutorId, scheduledAt: LATER.toISOString() }
  expect((await change(id, body)).json()).toMatchObject({
    status: "approved",
    tutorId,
    tutorName: "bea Pierre",
    scheduledAt: LATER.toISOString(),
    endsAt: "2026-01-16T16:00:00.000Z",
    meetingUrl: expect.stringMatching(/^https:\/\/meet\.example\.org\/[0-9a-f]{20}$/),
  })
  expect((await effects()).slice(0, 2)).toEqual([
    ["appointment.changed", { id, revision: 1, change: "approved" }],
    ["appointment.tutor", { id, tutorId, change: "given" }],
  ])
  const [entry] = (await admin.send("GET", "/api/admin/audit?action=appointment.changed")).json()
  expect(entry).toMatchObject({
    subject: "Ada",
    before: { status: "pending", scheduledAt: null, tutorId: null },
    after: { status: "approved", scheduledAt: LATER.toISOString(), tutorId },
  })
})

test("a tutor who takes over an approved session is told, and so is the one who had it", async () => {
  const [bea, cleo] = [await addTutor(app, "bea"), await addTutor(app, "cleo")]
  const { id } = await insertSession(app)
  await change(id, { status: "approved", tutorId: bea })
  await change(id, { tutorId: cleo })
  const toTutors = (await effects()).filter(([kind]) => kind === "appointment.tutor").map(([, payload]) => payload)
  expect(toTutors).toEqual([
    { id, tutorId: bea, change: "given" },
    { id, tutorId: bea, change: "cancelled", was: { startsAt: AT.toISOString(), endsAt: "2026-01-15T15:00:00.000Z" } },
    { id, tutorId: cleo, change: "given" },
  ])
  await change(id, { tutorId: null })
  expect((await effects()).filter(([kind]) => kind === "appointment.changed").at(-1)?.[1]).toEqual({
    id,
    revision: 3,
    change: "tutor",
  })
})

test("an approved session without a tutor is given to one", async () => {
  const tutorId = await addTutor(app, "bea")
  const { id } = await insertSession(app)
  await change(id, { status: "approved" })
  await change(id, { tutorId })
  const toTutors = (await effects()).filter(([kind]) => kind === "appointment.tutor").map(([, payload]) => payload)
  expect(toTutors).toEqual([{ id, tutorId, change: "given" }])
})

test("a pending session gets a tutor in silence", async () => {
  const tutorId = await addTutor(app, "bea")
  const { id } = await insertSession(app)
  expect(await outcome(id, { tutorId })).toEqual([200, undefined])
  expect(await effects()).toEqual([])
})

test("a move leaves the slot, and takes a place in the tutor's slot that begins then", async () => {
  const tutorId = await addTutor(app, "bea")
  const now = await addSlot(app, { startsAt: AT, tutorId, currentBookings: 1 })
  const next = await addSlot(app, { startsAt: LATER, tutorId })
  const { id } = await insertSession(app, { slotId: now, tutorId, status: "approved" })
  expect((await change(id, { scheduledAt: LATER.toISOString() })).json()).toMatchObject({ slotId: next, tutorId })
  expect([await placesTaken(app, now), await placesTaken(app, next)]).toEqual([0, 1])
  const elsewhere = "2026-01-17T15:00:00.000Z"
  expect((await change(id, { scheduledAt: elsewhere })).json()).toMatchObject({ slotId: null, scheduledAt: elsewhere })
  expect([await placesTaken(app, now), await placesTaken(app, next)]).toEqual([0, 0])
  expect((await effects()).filter(([kind]) => kind === "appointment.changed")).toHaveLength(2)
})

test("a session in an hour without a tutor keeps its place when it gets one", async () => {
  const slotId = await addSlot(app, { startsAt: AT, currentBookings: 1 })
  const tutorId = await addTutor(app, "bea")
  const { id } = await insertSession(app, { slotId })
  expect((await change(id, { tutorId })).json()).toMatchObject({ slotId, tutorId })
  expect(await placesTaken(app, slotId)).toBe(1)
})

test.each(["declined", "cancelled"])("a session that is %s gives its place back", async (status) => {
  const slotId = await addSlot(app, { startsAt: AT, currentBookings: 1 })
  const { id } = await insertSession(app, { slotId })
  expect(await outcome(id, { status })).toEqual([200, undefined])
  expect(await placesTaken(app, slotId)).toBe(0)
})

test("a tutor gets no two sessions at one time, but the places of one slot", async () => {
  const tutorId = await addTutor(app, "bea")
  const slotId = await addSlot(app, { startsAt: AT, tutorId, maxBookings: 2, currentBookings: 1 })
  await insertSession(app, { tutorId, slotId, status: "approved" })
  const { id } = await insertSession(app, { studentEmail: "bea@example.org", preferredDate: LATER })
  const overlapping = { tutorId, scheduledAt: "2026-01-15T14:30:00.000Z" }
  expect(await outcome(id, overlapping)).toEqual([409, "appointment.overlap"])
  expect(await storedSession(app, id)).toMatchObject({ tutorId: null, scheduledAt: null, revision: 0 })
  expect(await outcome(id, { tutorId, scheduledAt: AT.toISOString() })).toEqual([200, undefined])
  expect(await placesTaken(app, slotId)).toBe(2)
  const third = await insertSession(app, { studentEmail: "cleo@example.org" })
  expect(await outcome(third.id, { tutorId })).toEqual([409, "appointment.overlap"])
})

test("a time that is past is refused, and the time that a session has is no move", async () => {
  const { id } = await insertSession(app, { preferredDate: NOW })
  const past = { scheduledAt: "2026-01-02T03:04:04.999Z" }
  expect(await outcome(id, past)).toEqual([400, { scheduledAt: "Please select a future date" }])
  expect(await outcome(id, { scheduledAt: NOW.toISOString() })).toEqual([200, undefined])
  expect(await outcome(id, { scheduledAt: "2026-01-02T03:04:05.001Z" })).toEqual([200, undefined])
})

test("a session that is over neither moves nor gets a tutor, and a refusal carries no new time", async () => {
  const tutorId = await addTutor(app, "bea")
  const over = await insertSession(app, { status: "completed" })
  const pending = await insertSession(app)
  const scheduledAt = LATER.toISOString()
  expect(await outcome(over.id, { scheduledAt })).toEqual([409, "appointment.state"])
  expect(await outcome(over.id, { tutorId })).toEqual([409, "appointment.state"])
  expect(await outcome(pending.id, { status: "declined", scheduledAt })).toEqual([409, "appointment.state"])
  expect(await outcome(over.id, { adminNotes: "Went well" })).toEqual([200, undefined])
})

test("nobody who is no tutor gets a session", async () => {
  const { id } = await insertSession(app)
  const member = await register(app, "ada")
  expect(await outcome(id, { tutorId: member.id })).toEqual([409, "tutor.refused"])
  expect(await outcome(id, { tutorId: UNKNOWN })).toEqual([409, "tutor.refused"])
})

test.each([
  ["has lost the role", { role: "student", roleApprovedAt: null }],
  ["has no approved role", { roleApprovedAt: null }],
  ["has a closed account", { approved: false }],
] as const)("an administrator neither approves, moves nor gives a session to a tutor who %s", async (_, account) => {
  const tutorId = await addTutor(app, "bea")
  const own = await insertSession(app, { tutorId })
  const other = await insertSession(app, { studentEmail: "eve@example.org", preferredDate: LATER })
  const scheduledAt = "2026-01-17T15:00:00.000Z"
  await app.database.db.update(users).set(account).where(eq(users.id, tutorId))
  for (const body of [{ status: "approved" }, { scheduledAt }, { status: "approved", scheduledAt }])
    expect(await outcome(own.id, body)).toEqual([409, "tutor.refused"])
  expect(await outcome(other.id, { tutorId })).toEqual([409, "tutor.refused"])
  expect(await outcome(other.id, { status: "approved", tutorId })).toEqual([409, "tutor.refused"])
  expect(await effects()).toEqual([])
  const next = await addTutor(app, "cleo")
  expect(await outcome(own.id, { adminNotes: "Call her" })).toEqual([200, undefined])
  expect(await outcome(own.id, { status: "approved", tutorId: next })).toEqual([200, undefined])
  expect(await outcome(other.id, { status: "declined" })).toEqual([200, undefined])
})

test.each([
  [{ status: "asked" }, "status"],
  [{ was: 1 }, "was"],
  [{ adminNotes: 7 }, "adminNotes"],
  [{ adminNotes: "x".repeat(5001) }, "adminNotes"],
  [{ scheduledAt: "tomorrow" }, "scheduledAt"],
  [{ scheduledAt: null }, "scheduledAt"],
  [{ tutorId: "bea" }, "tutorId"],
])("%j is refused", async (body, field) => {
  const { id } = await insertSession(app)
  const [status, fields] = await outcome(id, body)
  expect([status, Object.keys(fields as object)]).toEqual([400, [field]])
})

test("unknown fields and sessions are refused, and 5000 characters of notes are accepted", async () => {
  const { id } = await insertSession(app)
  expect((await change(id, { state: "approved" })).statusCode).toBe(400)
  expect(await outcome(UNKNOWN, { status: "approved" })).toEqual([404, "record.unknown"])
  expect(await outcome(id, { adminNotes: "x".repeat(5000) })).toEqual([200, undefined])
  expect(await outcome(id, {})).toEqual([200, undefined])
})
