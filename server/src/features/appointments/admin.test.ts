import { GUEST_USER_ID } from "@haitech/contract/appointments"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { withEnd } from "#testing-appointments.ts"
import { appointments } from "./table.ts"

const LIST = "/api/admin/appointments"
const NOW = new Date("2026-01-02T03:04:05Z")
const PAST = new Date("2026-01-01T14:00:00Z")
const IN_A_WEEK = new Date("2026-01-09T03:04:05Z")
const JUST_WITHIN_A_WEEK = new Date("2026-01-09T03:04:04Z")

let app: TestApp
let admin: Browser & { readonly id: string }
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(NOW)
  admin = await signInAsAdmin(app, "root")
  await insert("Ada", 1, { preferredDate: IN_A_WEEK, description: "Loops", userId: admin.id, priority: "high" })
  await insert("Bea", 2, { preferredDate: JUST_WITHIN_A_WEEK, status: "approved", priority: "high" })
  await insert("Cleo", 3, { preferredDate: NOW })
  await insert("Dina", 4, { preferredDate: PAST })
  await insert("Eve", 5, { preferredDate: NOW, status: "declined" })
})
afterAll(() => app.close())

async function insert(studentName: string, day: number, more: Partial<typeof appointments.$inferInsert>) {
  const session = { sessionType: "tutoring", subject: "coding", preferredTime: "09:00", preferredDate: NOW } as const
  const createdAt = new Date(Date.UTC(2025, 11, day))
  const studentEmail = `${studentName}@example.org`
  await app.database.db
    .insert(appointments)
    .values(withEnd({ ...session, studentName, studentEmail, createdAt, ...more }))
}

async function list(query = "") {
  const response = await admin.send("GET", `${LIST}${query}`)
  expect([query, response.statusCode]).toEqual([query, 200])
  return response.json<{ studentName: string }[]>().map(({ studentName }) => studentName)
}

test("the list shows the newest requests first, or the coming ones by their date", async () => {
  expect([await list(), await list("?sort=coming")]).toEqual([
    ["Eve", "Dina", "Cleo", "Bea", "Ada"],
    ["Cleo", "Eve", "Bea", "Ada"],
  ])
})

test("the list is filtered by the status, and searched by name and email", async () => {
  expect([await list("?status=approved"), await list("?q=cleo"), await list("?q=dina%40")]).toEqual([
    ["Bea"],
    ["Cleo"],
    ["Dina"],
  ])
})

test("a request shows a visitor as the guest user, and no description as null", async () => {
  const rows = (await admin.send("GET", LIST)).json<{ id: string }[]>()
  const [cleo, ada] = [rows[2], rows[4]]
  expect(cleo).toEqual({
    id: expect.any(String),
    userId: GUEST_USER_ID,
    studentName: "Cleo",
    studentEmail: "Cleo@example.org",
    sessionType: "tutoring",
    subject: "coding",
    preferredDate: NOW.toISOString(),
    preferredTime: "09:00",
    duration: 60,
    description: null,
    priority: "normal",
    status: "pending",
    scheduledAt: null,
    createdAt: "2025-12-03T00:00:00.000Z",
    endsAt: "2026-01-02T04:04:05.000Z",
    adminNotes: null,
    slotId: null,
    timeZone: null,
    tutorId: null,
    tutorName: null,
    meetingUrl: null,
    updatedAt: expect.any(String),
  })
  expect(ada).toMatchObject({ userId: admin.id, description: "Loops" })
  expect((await admin.send("GET", `${LIST}/${cleo?.id ?? ""}`)).json()).toEqual({ ...cleo, feedback: null })
})

test("an unknown request is refused", async () => {
  const response = await admin.send("GET", `${LIST}/${crypto.randomUUID()}`)
  expect([response.statusCode, response.json().code]).toEqual([404, "record.unknown"])
})

test("the calendar counts open requests by status and priority, and those of the next seven days", async () => {
  const counts = (await admin.send("GET", "/api/admin/calendar")).json()
  expect(counts).toEqual({ pending: 3, approved: 1, thisWeek: 2, highPriority: 1, isExternal: false, feedSince: null })
})
