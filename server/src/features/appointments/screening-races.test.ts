import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { bookedPlaces, hour, insertBooking, insertSlot, insertTutor, requestSession } from "#testing-booking.ts"
import { screen } from "#testing-screening.ts"

const ROUNDS = Number(process.env["SCREENING_ROUNDS"] ?? 10)

let app: TestApp
let other: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  other = await createTestApp({ database: app.database })
  admin = await signInAsAdmin(app, "root")
})
afterEach(async () => {
  await other.close()
  await app.close()
})

const dayOf = (round: number) => new Date(Date.UTC(2026, 0, 12 + round)).toISOString().slice(0, 10)
const processOf = (index: number) => (index % 2 ? app : other)

async function stepOf(userId: string): Promise<string> {
  const [row] = await app.database.sql<{ id: string }[]>`
    select id from screening_steps where user_id = ${userId} and withdrawn_at is null limit 1`
  return row?.id ?? ""
}

const withdraw = (id: string) =>
  admin.send("PUT", `/api/admin/screening-records/${id}/withdrawal`, { reason: "New facts" })

test(`after a withdrawal is acknowledged no booking succeeds, ${ROUNDS} times on two processes`, async () => {
  const outcomes = { booked: 0, refused: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const [date, tutorId] = [dayOf(round), await insertTutor(app)]
    await insertSlot(app, { tutorId, date, maxBookings: 20 })
    const id = await stepOf(tutorId)
    let isAcknowledged = false
    const request = async (index: number) => {
      const isLate = isAcknowledged
      const email = `ada${round}-${index}@b.co`
      const { statusCode } = await requestSession(processOf(index), {
        preferredDate: hour("09:00", date),
        studentEmail: email,
      })
      return { statusCode, isLate, email }
    }
    const early = Array.from({ length: 6 }, (_, index) => request(index))
    const withdrawn = await withdraw(id)
    isAcknowledged = true
    expect(withdrawn.statusCode).toBe(200)
    const after = Array.from({ length: 6 }, (_, index) => request(10 + index))
    const replies = await Promise.all([...early, ...after])
    // Without open hours a day takes requests that have no tutor (D5).
    const late = await app.database.sql<{ email: string }[]>`
      select student_email as email from appointments where tutor_id = ${tutorId}
        and student_email = any(${replies.filter(({ isLate }) => isLate).map(({ email }) => email)})`
    expect(late).toEqual([])
    for (const { statusCode } of replies) expect([201, 409]).toContain(statusCode)
    const stored = await app.database.sql`
      select from appointments, screening_steps where tutor_id = ${tutorId} and screening_steps.id = ${id}`
    outcomes.booked += stored.length
    outcomes.refused += replies.length - stored.length
  }
  expect((await bookedPlaces(app)).reduce((sum, places) => sum + places, 0)).toBe(outcomes.booked)
  expect(outcomes.refused).toBeGreaterThan(0)
})

test("a booking that has begun ends before the withdrawal is acknowledged, or is refused", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [date, tutorId] = [dayOf(round), await insertTutor(app)]
    await insertSlot(app, { tutorId, date })
    const row = await insertBooking(app, {
      preferredDate: new Date(hour("12:00", date)),
      studentEmail: `e${round}@b.co`,
    })
    const countNow = async () => {
      const [found] = await app.database.sql<{ count: number }[]>`
        select count(*)::int as count from appointments where tutor_id = ${tutorId}`
      return found?.count
    }
    const requests = [
      requestSession(other, { preferredDate: hour("09:00", date), studentEmail: `a${round}@b.co` }),
      admin.send("PATCH", `/api/admin/appointments/${row.id}`, { status: "approved", tutorId }),
    ]
    await withdraw(await stepOf(tutorId))
    const acknowledged = await countNow()
    await Promise.all(requests)
    expect(await countNow()).toBe(acknowledged)
    await screen(app, tutorId)
  }
})
