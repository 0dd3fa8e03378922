import { firstNameOf, hideContactDetails } from "@haitech/contract/contact-details"
import { afterAll, beforeAll, expect, test } from "vitest"
import { helpRequests } from "#features/learning/table/help.ts"
import { courses, lessons, userCourseProgress } from "#features/learning/table.ts"
import { learningPreferences } from "#features/members/table.ts"
import { createId } from "#platform/db/columns.ts"
import { createTestApp, register, type TestApp } from "#testing.ts"
import { withEnd } from "#testing-appointments.ts"
import { registerTutor, TUTOR } from "#testing-slots.ts"
import { availableTimeSlots } from "./table/slots.ts"
import { appointments } from "./table.ts"

const PHONE = "+509 3456-7890"
const STATES = ["pending", "approved", "completed", "no_show", "declined", "cancelled"] as const

let app: TestApp
let tim: Awaited<ReturnType<typeof registerTutor>>
let slotId = ""
beforeAll(async () => {
  app = await createTestApp()
  tim = await registerTutor(app, "tim")
  await tim.send("PUT", "/api/tutor", TUTOR)
  const student = await register(app, "canary-user")
  const { db, sql } = app.database
  await sql`update users set first_name = 'Widline Rose', last_name = 'Canarylast', email = 'canary@example.org'
    where id = ${student.id}`
  await db
    .insert(learningPreferences)
    .values({ userId: student.id, programs: ["coding"] })
    .onConflictDoNothing()
  await sql`update learning_preferences set programs = '{coding}' where user_id = ${student.id}`
  const [course] = await db.insert(courses).values({ title: "Python", category: "coding" }).returning()
  const courseId = course?.id ?? ""
  const [lesson, old] = await db
    .insert(lessons)
    .values([
      { courseId, title: "Loops", duration: 50 },
      { courseId, title: "Long ago", duration: 50 },
    ])
    .returning()
  await db.insert(userCourseProgress).values({ userId: student.id, courseId, progressPercentage: 40 })
  const question = { userId: student.id, courseId, language: "ht", question: "canary-question", tries: [] } as const
  await db.insert(helpRequests).values([
    { ...question, id: createId(), lessonId: lesson?.id ?? "", createdAt: new Date("2025-12-20T00:00:00Z") },
    { ...question, id: createId(), lessonId: lesson?.id ?? "", createdAt: new Date("2025-12-21T00:00:00Z") },
    { ...question, id: createId(), lessonId: old?.id ?? "", createdAt: new Date("2025-11-01T00:00:00Z") },
  ])
  slotId = (
    await tim.send("POST", "/api/tutor/slots", {
      date: "2026-01-10",
      startTime: "10:00",
      endTime: "11:00",
      sessionTypes: ["tutoring"],
      maxBookings: 9,
    })
  ).json().slots[0].id
  const [slot] = await db.select().from(availableTimeSlots)
  const booking = {
    sessionType: "tutoring",
    subject: "coding",
    preferredTime: "10:00",
    slotId,
    tutorId: tim.id,
    userId: student.id,
    studentName: "Jean Canarylast",
    studentEmail: "canary@example.org",
    timeZone: "UTC",
    description: `Loops are hard. Call me: ${PHONE}`,
    adminNotes: "canary-notes",
  } as const
  for (const [index, status] of STATES.entries()) {
    const begins =
      status === "pending" || status === "approved" ? slot?.startsAt : new Date(Date.UTC(2025, 11, 1 + index))
    await db.insert(appointments).values(withEnd({ ...booking, status, preferredDate: begins ?? new Date() }))
  }
  await sql`update available_time_slots set current_bookings = 2`
})
afterAll(() => app.close())

async function everyReply() {
  const [session] = (await tim.send("GET", "/api/tutor/sessions"))
    .json()
    .filter(({ status }: { readonly status: string }) => status === "completed")
  const report = { outcome: "completed", followUpRequired: false }
  return [
    await tim.send("GET", "/api/tutor"),
    await tim.send("GET", "/api/tutor/sessions"),
    await tim.send("GET", "/api/tutor/slots"),
    await tim.send("GET", `/api/tutor/slots/${slotId}`),
    await tim.send("GET", "/api/tutor/pause?from=2026-01-01&timeZone=UTC"),
    await tim.send("GET", "/api/tutor/hours"),
    await tim.send("PUT", `/api/tutor/sessions/${session.id}/report`, report),
    await tim.send("POST", "/api/tutor/proofs", { fromDay: "2025-01-01", untilDay: "2026-01-01", language: "en" }),
    await tim.send("GET", "/api/tutor/proofs"),
    await tim.send("DELETE", `/api/tutor/slots/${slotId}`),
  ]
}

test("no reply to a tutor has a student's address, last name, user name, number or anything else about them", async () => {
  const replies = await everyReply()
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200, 200, 201, 200, 200])
  expect(replies.filter(({ body }) => body.includes("Widline"))).toHaveLength(5)
  const bodies = replies.map(({ body }) => body).join("\n")
  expect(bodies).not.toMatch(/canary|3456-7890|example\.org|Rose|Jean/i)
})

test("a tutor sees what a member learns in the sessions that they work on, and nothing of other sessions", async () => {
  const sessions = (await tim.send("GET", "/api/tutor/sessions")).json()
  const learning = { programs: ["coding"], courses: [{ title: "Python", percentage: 40 }], lessons: ["Loops"] }
  const known = { studentName: "Widline", description: "Loops are hard. […]", learning, studentTimeZone: "UTC" }
  expect(sessions).toMatchObject([
    { ...known, status: "pending" },
    { ...known, status: "approved" },
    { status: "no_show", studentName: "Widline", description: null, learning: null },
    { ...known, status: "completed" },
  ])
  expect(Object.keys(sessions[0]).sort()).toEqual(
    "canReport description duration id learning meetingUrl preferredDate report scheduledAt sessionType status studentName studentTimeZone subject".split(
      " ",
    ),
  )
})

test.each([
  ["Ada Lovelace", "Ada"],
  ["  Marie-Ange  Jean ", "Marie-Ange"],
  ["ada@example.org", null],
  ["@adalove", null],
  ["50934567890", null],
  [" ", null],
])("of the name %j a tutor reads %j", (name, first) => {
  expect(firstNameOf(name)).toBe(first)
})

test.each([
  ["I like loops. They repeat.", "I like loops. They repeat."],
  [`One.\nMy number: ${PHONE}\nTwo.`, "One.\n[…]\nTwo."],
  ["Write to ada@example.org! Thanks.", "[…] Thanks."],
  ["My WhatsApp is on. Bye.", "[…] Bye."],
  ["Call 3456.\n7890 it is.", "[…]"],
])("of %j a tutor reads %j", (text, shown) => {
  expect(hideContactDetails(text)).toBe(shown)
})
