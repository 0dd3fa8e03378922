import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, PASSWORD, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
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
const ROUNDS = 8

let app: TestApp
let other: TestApp
let browsers: readonly [Browser, Browser]
beforeEach(async () => {
  app = await createTestApp()
  other = await createTestApp({ database: app.database })
  const admin = await signInAsAdmin(app, "root")
  browsers = [admin, await signInAs(other, admin.id, "admin")]
})
afterEach(async () => {
  await other.close()
  await app.close()
})

/** Sends each change by another process, at the same time. */
const race = (...changes: (readonly [id: string, body: object])[]) =>
  Promise.all(
    changes.map(([id, body], index) =>
      browsers[index % 2 ? 1 : 0].send("PATCH", `/api/admin/appointments/${id}`, body),
    ),
  )

test("an approval and a cancellation at once end in one state with one email", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await insertSession(app, { studentEmail: `ada${round}@example.org` })
    const responses = await race(
      [id, { was: "pending", status: "approved" }],
      [id, { was: "pending", status: "cancelled" }],
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const refused = responses.find(({ statusCode }) => statusCode === 409)
    const done = responses.find(({ statusCode }) => statusCode === 200)
    expect(refused?.json().code).toBe("record.changed")
    const row = await storedSession(app, id)
    expect(row).toMatchObject({ status: done?.json().status, revision: 1 })
    const emails = (await sessionEffects(app)).filter(({ key }) => key.startsWith(`appointment.changed:${id}`))
    expect(emails.map(({ payload }) => payload)).toEqual([{ id, revision: 1, change: row?.status }])
  }
})

test("the same approval twice at once is one, also without the state that was seen", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await insertSession(app, { studentEmail: `ada${round}@example.org` })
    const responses = await race([id, { status: "approved" }], [id, { status: "approved" }])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await sessionEffects(app)).filter(({ key }) => key.startsWith(`appointment.changed:${id}`))).toHaveLength(1)
  }
})

test("two sessions that one tutor gets for one time at once become one", async () => {
  const tutorId = await addTutor(app, "bea")
  for (let round = 0; round < ROUNDS; round++) {
    const preferredDate = new Date(Date.UTC(2026, 1, 1 + round, 14))
    const [ada, eve] = [
      await insertSession(app, { preferredDate }),
      await insertSession(app, { preferredDate, studentEmail: "eve@example.org" }),
    ]
    const responses = await race([ada.id, { tutorId }], [eve.id, { tutorId }])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().code).toBe("appointment.overlap")
  }
})

test("sessions that change places at once neither block each other nor lose a place", async () => {
  const tutorId = await addTutor(app, "bea")
  const places = { tutorId, maxBookings: 3, currentBookings: 1 }
  const [early, late] = [
    await addSlot(app, { startsAt: AT, ...places }),
    await addSlot(app, { startsAt: LATER, ...places }),
  ]
  const ada = await insertSession(app, { tutorId, slotId: early })
  const eve = await insertSession(app, { tutorId, slotId: late, preferredDate: LATER, studentEmail: "eve@example.org" })
  for (let round = 0; round < ROUNDS; round++) {
    const [adaAt, eveAt] = round % 2 ? [AT, LATER] : [LATER, AT]
    const responses = await race(
      [ada.id, { scheduledAt: adaAt.toISOString() }],
      [eve.id, { scheduledAt: eveAt.toISOString() }],
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect([await placesTaken(app, early), await placesTaken(app, late)]).toEqual([1, 1])
  }
})

test("a session whose tutor deletes the account while it changes has no tutor and one email for each change", async () => {
  const others = await addTutor(app, "bea")
  const changes = [
    { status: "approved" },
    { status: "cancelled" },
    { tutorId: others },
    { scheduledAt: LATER },
  ] as const
  for (const [round, change] of [...changes, ...changes].entries()) {
    const tutorId = await addTutor(app, `tutor${round}`)
    const status = "status" in change && change.status === "approved" ? "pending" : "approved"
    const { id } = await insertSession(app, { status, tutorId, studentEmail: `ada${round}@example.org` })
    const tutor = await signInAs(other, tutorId, "member")
    const [{ statusCode }, deleted] = await Promise.all([
      browsers[0].send("PATCH", `/api/admin/appointments/${id}`, change),
      tutor.send("DELETE", "/api/user", { currentPassword: PASSWORD }),
    ])
    expect(deleted.statusCode).toBe(204)
    expect([200, 409]).toContain(statusCode)
    const row = await storedSession(app, id)
    expect(row?.tutorId).toBe("tutorId" in change && statusCode === 200 ? others : null)
    const emails = (await sessionEffects(app)).filter(({ key }) => key.startsWith(`appointment.changed:${id}`))
    expect([round, emails.length]).toEqual([round, row?.revision])
    const isLeft = status === "approved" && row?.status === "approved" && row.tutorId === null
    if (isLeft) expect([round, row.tutorLeft]).toEqual([round, true])
    await app.database.sql`delete from appointments`
  }
})

test("a tutor and a student who delete their accounts at once leave nothing of the session", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const tutorId = await addTutor(app, `tutor${round}`)
    const student = await register(app, `ada${round}`)
    for (const preferredDate of [AT, LATER])
      await insertSession(app, { status: "approved", tutorId, userId: student.id, preferredDate })
    const tutor = await signInAs(other, tutorId, "member")
    const bodies = { currentPassword: PASSWORD }
    const responses = await Promise.all([
      tutor.send("DELETE", "/api/user", bodies),
      student.send("DELETE", "/api/user", bodies),
    ])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    expect(await app.database.sql`select id from appointments`).toEqual([])
  }
})
