import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, PASSWORD, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { AT, hour, requestSession } from "#testing-booking.ts"
import { addSlot, addTutor, insertSession, placesTaken, sessionEffects } from "#testing-sessions.ts"
import { appointments } from "./table.ts"

const startsAt = new Date(AT)
const ROUNDS = 6

let app: TestApp
let other: TestApp
let admin: Browser
beforeEach(async () => {
  app = await createTestApp()
  other = await createTestApp({ database: app.database })
  admin = await signInAs(other, (await signInAsAdmin(app, "root")).id, "admin")
})
afterEach(async () => {
  await other.close()
  await app.close()
})

/** A tutor's hour with two students who are booked, the first one with an account. */
async function bookedHour(round: number) {
  const tutorId = await addTutor(app, `tutor${round}`)
  const student = await register(app, `ada${round}`)
  const slotId = await addSlot(app, { startsAt, tutorId, maxBookings: 3, currentBookings: 2 })
  const session = { status: "approved", preferredDate: startsAt, tutorId, slotId, calendarEventId: "event" } as const
  const own = await insertSession(app, { ...session, userId: student.id, studentEmail: student.email })
  const second = await insertSession(app, { ...session, studentEmail: "eve@example.org" })
  const here = await signInAs(app, tutorId, "member")
  const elsewhere = await signInAs(other, tutorId, "member")
  const withdrawFrom = (id: string, by = here) => by.send("POST", `/api/tutor/sessions/${id}/withdrawal`, { startsAt })
  return { tutorId, slotId, student, own, second, elsewhere, withdrawFrom }
}

const sessions = () => app.database.db.select().from(appointments).orderBy(appointments.id)

async function clear() {
  await app.database.sql`delete from appointments`
  await app.database.sql`delete from available_time_slots`
}

test("of two withdrawals at once, by both sessions of the hour, one is done and each student gets one email", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { own, second, elsewhere, withdrawFrom, slotId } = await bookedHour(round)
    const replies = await Promise.all([withdrawFrom(own.id), withdrawFrom(second.id, elsewhere)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
    expect(await sessions()).toMatchObject(Array(2).fill({ tutorId: null, tutorLeft: true, revision: 1 }))
    const effects = (await sessionEffects(app)).filter(({ kind }) => kind === "appointment.changed")
    expect([effects.length, await placesTaken(app, slotId)]).toEqual([2 * (round + 1), 0])
    await clear()
  }
})

test("a withdrawal and a cancellation, a move or another tutor by the staff at once leave a state of one of them", async () => {
  const bea = await addTutor(app, "bea")
  const changes = [{ status: "cancelled" }, { scheduledAt: hour("16:00") }, { tutorId: bea }] as const
  for (const [round, change] of [...changes, ...changes].entries()) {
    const { own, withdrawFrom, slotId, tutorId } = await bookedHour(round)
    const [withdrawn, changed] = await Promise.all([
      withdrawFrom(own.id),
      admin.send("PATCH", `/api/admin/appointments/${own.id}`, change),
    ])
    expect([204, 404, 409]).toContain(withdrawn.statusCode)
    expect([200, 409]).toContain(changed.statusCode)
    const open = (await sessions()).filter(({ status }) => status === "approved")
    const atHour = open.filter((row) => row.tutorId === tutorId && (row.scheduledAt ?? row.preferredDate) <= startsAt)
    const [slot] = await app.database.sql`select is_available, current_bookings from available_time_slots`
    if (withdrawn.statusCode === 204) expect([atHour, slot?.["is_available"]]).toEqual([[], false])
    else expect([atHour.length, slot?.["is_available"]]).toEqual([1, true])
    expect(await placesTaken(app, slotId)).toBe(open.filter((row) => row.slotId === slotId).length)
    await clear()
  }
})

test("a withdrawal and the deletion of the tutor's or a student's account at once both end", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { own, second, student, elsewhere, withdrawFrom } = await bookedHour(round)
    const leaving = round % 2 ? elsewhere : student
    const [withdrawn, deleted] = await Promise.all([
      withdrawFrom(second.id),
      leaving.send("DELETE", "/api/user", { currentPassword: PASSWORD }),
    ])
    expect([204, 401, 404, 409]).toContain(withdrawn.statusCode)
    expect(deleted.statusCode).toBe(204)
    if (withdrawn.statusCode !== 409)
      expect((await sessions()).map(({ tutorId, tutorLeft }) => [tutorId, tutorLeft])).toEqual(
        Array(leaving === student ? 1 : 2).fill([null, true]),
      )
    expect((await sessions()).some(({ id }) => id === own.id)).toBe(leaving !== student)
    await clear()
  }
})

test("a student who books while the tutor withdraws gets another session or none, or the tutor is told of a change", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { own, withdrawFrom, tutorId } = await bookedHour(round)
    const [withdrawn, booked] = await Promise.all([
      withdrawFrom(own.id),
      requestSession(other, { studentEmail: `zoe${round}@example.org` }),
    ])
    expect([204, 409]).toContain(withdrawn.statusCode)
    expect([201, 409]).toContain(booked.statusCode)
    const ofTutor = (await sessions()).filter((row) => row.tutorId === tutorId)
    expect([withdrawn.statusCode, ofTutor.length]).toEqual(withdrawn.statusCode === 204 ? [204, 0] : [409, 3])
    await clear()
  }
})
