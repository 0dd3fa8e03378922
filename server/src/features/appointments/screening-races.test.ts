import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { bookedPlaces, hour, insertBooking, insertSlot, insertTutor, requestSession } from "#testing-booking.ts"
import { giveConsent, insertGroup, join, MINOR, post, registerAged } from "#testing-groups.ts"
import { answer, propose, tokenOf } from "#testing-matching.ts"
import { HOUR, SLOTS } from "#testing-slots.ts"
import { sessionLink } from "./service/links.ts"

const ROUNDS = Number(process.env["SCREENING_ROUNDS"] ?? 10)

let app: TestApp
let other: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
let otherAdmin: Browser
beforeEach(async () => {
  app = await createTestApp()
  other = await createTestApp({ database: app.database })
  admin = await signInAsAdmin(app, "root")
  otherAdmin = await signInAs(other, admin.id, "admin")
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

interface Attempt {
  /** Sends the request that the withdrawal races with, on the other process. */
  readonly send: () => Promise<{ readonly statusCode: number }>
  /** What the request may change. */
  readonly stored: () => Promise<unknown>
}

const count = (rows: Promise<readonly unknown[]>) => rows.then(({ length }) => length)

/** Each takes a tutor's time, or lets a mentor write to minors, on `date`. */
const ATTEMPTS: Readonly<Record<string, (tutorId: string, date: string) => Promise<Attempt>>> = {
  async "a booking"(tutorId, date) {
    await insertSlot(app, { tutorId, date })
    const student = { preferredDate: hour("09:00", date), studentEmail: `a${date}@b.co` }
    return { send: () => requestSession(other, student), stored: () => sessionsOf(tutorId) }
  },
  async "a session given by an administrator"(tutorId, date) {
    const { id } = await insertBooking(app, { preferredDate: new Date(hour("12:00", date)) })
    const body = { status: "approved", tutorId }
    return {
      send: () => otherAdmin.send("PATCH", `/api/admin/appointments/${id}`, body),
      stored: () => sessionsOf(tutorId),
    }
  },
  async "a proposal that the tutor accepts"(tutorId, date) {
    const { id } = await insertBooking(app, { preferredDate: new Date(hour("12:00", date)) })
    const proposed = await propose(admin, id, tutorId)
    if (proposed.statusCode !== 201) throw new Error(proposed.body)
    const token = await tokenOf(app, await emailNameOf(tutorId))
    return { send: () => answer(other, token, "accept"), stored: () => sessionsOf(tutorId) }
  },
  async "a session that its student moves"(tutorId, date) {
    await insertSlot(app, { tutorId, date })
    const slotId = await insertSlot(app, { date, startTime: "15:00", endTime: "16:00", currentBookings: 1 })
    const { id } = await insertBooking(app, { slotId, preferredDate: new Date(hour("15:00", date)) })
    const token = sessionLink(app.deps, id, "en").split("#session=")[1]
    const body = { token, change: { change: "move", startsAt: hour("09:00", date) } }
    return {
      send: () => openBrowser(other).send("POST", "/api/appointments/changes", body),
      stored: () => sessionsOf(tutorId),
    }
  },
  async "an hour that the tutor opens"(tutorId, date) {
    const tutor = await signInAs(other, tutorId, "member")
    const body = { ...HOUR, date }
    return { send: () => tutor.send("POST", "/api/tutor/slots", body), stored: () => hoursOf(tutorId) }
  },
  async "an hour that is opened again"(tutorId, date) {
    const id = await insertSlot(app, { tutorId, date, isAvailable: false })
    const body = { isAvailable: true }
    return { send: () => otherAdmin.send("PATCH", `${SLOTS}/${id}`, body), stored: () => hoursOf(tutorId) }
  },
  async "a mentor's words to a group"(mentorId) {
    const groupId = await insertGroup(app, { mentorId })
    const mentor = await signInAs(other, mentorId, "member")
    const stored = () => count(app.database.sql`select from study_group_posts where group_id = ${groupId}`)
    return { send: () => post(mentor, groupId, "Hello"), stored }
  },
  async "a minor's words to a mentor's group"(mentorId, date) {
    const groupId = await insertGroup(app, { mentorId })
    const minor = await registerAged(other, `learner${date}`, MINOR)
    await giveConsent(app, minor.id)
    await join(minor, groupId)
    const stored = () => count(app.database.sql`select from study_group_posts where group_id = ${groupId}`)
    return { send: () => post(minor, groupId, "Hello"), stored }
  },
}

const sessionsOf = (tutorId: string) => count(app.database.sql`select from appointments where tutor_id = ${tutorId}`)
const hoursOf = (tutorId: string) =>
  count(app.database.sql`select from available_time_slots where tutor_id = ${tutorId} and is_available`)

async function emailNameOf(userId: string): Promise<string> {
  const [row] = await app.database.sql<{ email: string }[]>`select email from users where id = ${userId}`
  return row?.email.split("@")[0] ?? ""
}

test.each(Object.keys(ATTEMPTS))(
  "%s that has begun ends before the withdrawal is acknowledged, or is refused",
  async (name) => {
    const statuses: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const tutorId = await insertTutor(app, { languages: ["en"], subjects: ["coding"] })
      const attempt = await ATTEMPTS[name]?.(tutorId, dayOf(round))
      if (!attempt) throw new Error(`there is no attempt ${name}`)
      const id = await stepOf(tutorId)
      const sent = attempt.send()
      // The withdrawal comes at another moment of the request in each round.
      await sleep(round)
      expect((await withdraw(id)).statusCode).toBe(200)
      const acknowledged = await attempt.stored()
      statuses.push((await sent).statusCode)
      expect(await attempt.stored()).toBe(acknowledged)
      await attempt.send()
      expect(await attempt.stored()).toBe(acknowledged)
    }
    for (const status of statuses) expect([200, 201, 403, 409]).toContain(status)
  },
)
