import { GUEST_USER_ID, OWN_APPOINTMENTS } from "@haitech/contract/appointments"
import { afterAll, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { withEnd } from "#testing-appointments.ts"
import { addTutor, insertSession } from "#testing-sessions.ts"
import { appointments, sessionFeedback } from "./table.ts"

const URL = "/api/appointments"
const day = (number: number) => new Date(Date.UTC(2026, 0, number, 14))

let app: TestApp | undefined
beforeEach(async () => {
  await app?.close()
  app = await createTestApp()
})
afterAll(() => app?.close())

function running(): TestApp {
  if (!app) throw new Error("no test app")
  return app
}

type NewRow = Partial<typeof appointments.$inferInsert>

async function insert(...rows: NewRow[]): Promise<void> {
  const session = { sessionType: "tutoring", subject: "coding", preferredTime: "09:00" } as const
  const person = { studentName: "Ada Pierre", studentEmail: "somebody@example.org", preferredDate: day(1) }
  await running()
    .database.db.insert(appointments)
    .values(rows.map((row) => withEnd({ ...session, ...person, ...row })))
}

const listOf = async (browser: { send(method: "GET", url: string): Promise<{ json<T>(): T }> }) =>
  (await browser.send("GET", URL)).json<{ description: string; userId: string }[]>()
const namesOf = async (browser: Parameters<typeof listOf>[0]) =>
  (await listOf(browser)).map(({ description }) => description)

test("a member reads their own requests in every status, the latest session first, without the team's notes", async () => {
  const ada = await register(running(), "ada")
  await insert(
    { userId: ada.id, description: "first", preferredDate: day(1), status: "declined", adminNotes: "Call back" },
    { userId: ada.id, description: "last", preferredDate: day(3) },
    { userId: ada.id, description: "middle", preferredDate: day(2), status: "approved" },
  )
  expect(await namesOf(ada)).toEqual(["last", "middle", "first"])
  const [, , first] = await listOf(ada)
  expect(first).toEqual({
    id: expect.any(String),
    userId: ada.id,
    studentName: "Ada Pierre",
    studentEmail: "somebody@example.org",
    sessionType: "tutoring",
    subject: "coding",
    preferredDate: day(1).toISOString(),
    preferredTime: "09:00",
    duration: 60,
    description: "first",
    priority: "normal",
    status: "declined",
    scheduledAt: null,
    createdAt: expect.any(String),
    tutorName: null,
    meetingUrl: null,
    canCancel: false,
    canMove: false,
    feedback: null,
  })
})

test("a request with the member's email address stays hidden until the address is verified", async () => {
  const ada = await register(running(), "ada")
  await insert({ studentEmail: "ADA@example.org", description: "as a guest" })
  expect(await namesOf(ada)).toEqual([])
  await running().database.sql`update users set email_verified_at = now() where id = ${ada.id}`
  expect(await listOf(ada)).toMatchObject([{ description: "as a guest", userId: GUEST_USER_ID }])
})

test("a verified address does not show what another member requested with it", async () => {
  const [ada, bea] = [await register(running(), "ada"), await register(running(), "bea")]
  await running().database.sql`update users set email_verified_at = now() where id = ${ada.id}`
  await insert({ userId: bea.id, studentEmail: ada.email, description: "Bea's" })
  expect([await namesOf(ada), await namesOf(bea)]).toEqual([[], ["Bea's"]])
})

test("a student reads nothing of a tutor that tells how to reach the tutor, in the list and in the export", async () => {
  const ada = await register(running(), "ada")
  const tutorId = await addTutor(running(), "tim")
  const { db, sql } = running().database
  await sql`update users set first_name = '@timtutor' where id = ${tutorId}`
  const { id } = await insertSession(running(), { userId: ada.id, tutorId, status: "completed" })
  const words = { tutorFeedback: "Well done. Call me: +509 3456-7890", sessionNotes: "Write to tim@example.org!" }
  await db.insert(sessionFeedback).values({ appointmentId: id, ...words })
  const list = await ada.send("GET", URL)
  expect(list.json()).toMatchObject([{ id, tutorName: null }])
  const all = await ada.send("GET", "/api/user/export")
  expect(all.json().session_feedback).toMatchObject([{ tutorFeedback: "Well done. […]", sessionNotes: "[…]" }])
  expect(list.body + all.body).not.toMatch(/timtutor|3456-7890|tim@/)
})

test("the list has a bound and keeps the latest sessions", async () => {
  const ada = await register(running(), "ada")
  const rows = Array.from({ length: OWN_APPOINTMENTS + 1 }, (_, index) => ({
    userId: ada.id,
    description: `${index}`,
    preferredDate: day(index + 1),
  }))
  await insert(...rows)
  const names = await namesOf(ada)
  expect([names.length, names[0], names.at(-1)]).toEqual([OWN_APPOINTMENTS, `${OWN_APPOINTMENTS}`, "1"])
})

test("a visitor reads no requests", async () => {
  const response = await openBrowser(running()).send("GET", URL)
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([401, "session.missing"])
})
