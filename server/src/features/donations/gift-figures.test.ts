import { APPOINTMENT_STATUSES } from "@haitech/contract/appointments"
import { afterEach, beforeEach, expect, test } from "vitest"
import { appointments } from "#features/appointments/table.ts"
import { courses, lessons, userLessonProgress } from "#features/learning/table.ts"
import { memberships } from "#features/outreach/table.ts"
import { createTestApp, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { withEnd } from "#testing-appointments.ts"
import { importFile, undoImport } from "#testing-imports.ts"
import { capturePages } from "#testing-pages.ts"
import { mountDonationPages } from "./pages.ts"

/** In New York, the zone of the tests, March 2026 begins at 05:00 UTC and summer time on 8 March. */
const MARCH_15 = new Date("2026-03-15T16:00:00Z")
const MINUTE_MS = 60_000

let app: TestApp
let pages: ReturnType<typeof capturePages>
beforeEach(async () => {
  app = await createTestApp()
  app.setNow(MARCH_15)
  pages = capturePages()
  await mountDonationPages(pages, app.deps)
})
afterEach(() => app.close())

const figures = async () => (await pages.recordsOf("/donate"))?.giftFigures

let serial = 0
const email = () => `learner${++serial}@example.org`

function addSession(preferredDate: string, status: (typeof APPOINTMENT_STATUSES)[number] = "completed") {
  const student = { studentName: "Rose", studentEmail: email(), userId: null }
  const session = { sessionType: "tutoring", subject: "coding", preferredTime: "09:00" } as const
  return app.database.db
    .insert(appointments)
    .values(withEnd({ ...student, ...session, status, preferredDate: new Date(preferredDate) }))
}

const join = (createdAt: string) =>
  app.database.db.insert(memberships).values({ name: "Rose", email: email(), createdAt: new Date(createdAt) })

async function addLessons(count: number) {
  const { db } = app.database
  const [course] = await db.insert(courses).values({ title: "Python", category: "coding" }).returning()
  const courseId = course?.id ?? expect.fail()
  const titles = Array.from({ length: count }, (_, index) => ({ title: `Lesson ${index}`, courseId }))
  return await db.insert(lessons).values(titles).returning({ lessonId: lessons.id, courseId: lessons.courseId })
}

test("without any rows every figure is 0", async () => {
  expect(await figures()).toEqual({ sessions: 0, lessons: 0, members: 0, through: "2026-03-14" })
})

test("only completed sessions count, and only those before today in the organisation's time zone", async () => {
  for (const status of APPOINTMENT_STATUSES) await addSession("2026-02-10T15:00:00Z", status)
  await addSession("2026-03-15T03:59:59Z")
  expect(await figures()).toMatchObject({ sessions: 2 })
})

test("a session of today, or of a later day, counts when that day is over", async () => {
  await addSession("2026-03-15T04:00:00Z")
  await addSession("2026-03-16T03:59:59Z")
  await addSession("2026-03-16T04:00:00Z")
  expect(await figures()).toMatchObject({ sessions: 0 })
  app.setNow(new Date("2026-03-16T04:00:00Z"))
  expect(await figures()).toMatchObject({ sessions: 2, through: "2026-03-15" })
})

test("finished lessons count once per learner; begun ones and those of today do not", async () => {
  const [first, second, third] = await addLessons(3)
  const [rose, jean] = [await register(app, "rose"), await register(app, "jean")]
  const finished = { isCompleted: true, completedAt: new Date("2026-01-05T12:00:00Z") }
  if (!first || !second || !third) throw new Error("no lessons")
  await app.database.db.insert(userLessonProgress).values([
    { ...first, ...finished, userId: rose.id },
    { ...first, ...finished, userId: jean.id },
    { ...second, userId: rose.id, watchTime: 60 },
    { ...third, ...finished, userId: rose.id, completedAt: MARCH_15 },
  ])
  expect(await figures()).toMatchObject({ lessons: 2 })
})

test("the members are those who joined since the month began in the organisation's time zone", async () => {
  for (const day of ["2026-03-01T04:59:59Z", "2026-03-01T05:00:00Z", "2026-03-15T03:59:59Z", "2026-03-15T04:00:00Z"])
    await join(day)
  expect(await figures()).toMatchObject({ members: 2, through: "2026-03-14" })
})

test("on the first day of a month the members are those of the month before", async () => {
  for (const day of ["2026-02-28T12:00:00Z", "2026-03-31T12:00:00Z", "2026-04-01T12:00:00Z"]) await join(day)
  app.setNow(new Date("2026-04-01T13:00:00Z"))
  expect(await figures()).toMatchObject({ members: 1, through: "2026-03-31" })
})

test("the tables are counted again after ten minutes", async () => {
  await figures()
  await addSession("2026-02-10T15:00:00Z")
  app.setNow(new Date(MARCH_15.getTime() + 10 * MINUTE_MS - 1))
  expect(await figures()).toMatchObject({ sessions: 0 })
  app.setNow(new Date(MARCH_15.getTime() + 10 * MINUTE_MS))
  expect(await figures()).toMatchObject({ sessions: 1 })
})

test("imported members count from the day they joined, until the import is undone", async () => {
  const admin = await signInAsAdmin(app, "root")
  const file = `Name,Email,Date\nAda,${email()},2026-03-09\nBo,${email()},2026-02-20\nCy,${email()},`
  const { id } = (await importFile(admin, file)).json()
  expect(await figures()).toMatchObject({ members: 1 })
  await undoImport(admin, id)
  app.setNow(new Date(MARCH_15.getTime() + 10 * MINUTE_MS))
  expect(await figures()).toMatchObject({ members: 0 })
})
