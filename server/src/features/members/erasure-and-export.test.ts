import { eq, getTableName } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { appointments, availableTimeSlots, sessionFeedback } from "#features/appointments/table.ts"
import { chatMessages, chatStaff, chatThreads } from "#features/chat/table.ts"
import { donations } from "#features/donations/table.ts"
import {
  achievements,
  courses,
  lessons,
  userAchievements,
  userCourseProgress,
  userLessonProgress,
} from "#features/learning/table.ts"
import { contactReplies, contacts, memberships } from "#features/outreach/table.ts"
import { volunteerApplications } from "#features/volunteers/table.ts"
import { freshId } from "#platform/db/columns.ts"
import { createTestApp, openBrowser, PASSWORD, register, type TestApp } from "#testing.ts"

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
  ada = await register(app, "ada")
})
afterEach(() => app.close())

const change = (sent: object, by = ada) => by.send("PATCH", "/api/user/profile", sent)
const db = () => app.database.db
const verified = () => db().update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ada.id))

/** A row in every table that keeps something on a member, by account or by address. */
async function keepEverything() {
  const email = "ADA@example.org"
  const userId = ada.id
  const [course] = await db().insert(courses).values({ title: "Python", category: "coding" }).returning()
  const courseId = course?.id ?? ""
  const [lesson] = await db().insert(lessons).values({ courseId, title: "=Loops" }).returning()
  const [badge] = await db()
    .insert(achievements)
    .values({ title: "First", condition: "lessons", conditionValue: 1 })
    .returning()
  await db()
    .insert(userCourseProgress)
    .values({ userId, courseId, progressPercentage: 40, enrolledAt: new Date("2026-01-01") })
  await db()
    .insert(userLessonProgress)
    .values({ userId, lessonId: lesson?.id ?? "", courseId })
  await db()
    .insert(userAchievements)
    .values({ userId, achievementId: badge?.id ?? "" })
  const at = new Date("2030-05-06T13:00:00Z")
  const booked = { sessionType: "tutoring", subject: "coding", preferredDate: at, preferredTime: "09:00" } as const
  const [own] = await db()
    .insert(appointments)
    .values({ ...booked, userId, studentName: "canary-a", studentEmail: "x@y.zz" })
    .returning()
  await db()
    .insert(appointments)
    .values({ ...booked, studentName: "canary-b", studentEmail: email })
  await db()
    .insert(availableTimeSlots)
    .values({ date: "2030-05-06", startTime: "09:00", endTime: "10:00", maxBookings: 3, currentBookings: 2 })
  await db()
    .insert(sessionFeedback)
    .values({ appointmentId: own?.id ?? "", studentFeedback: "canary-c" })
  const threadId = freshId()
  const thread = { name: "canary-n", email, reportReason: "canary-o", reportedAt: at, addressHash: HASHED }
  await db()
    .insert(chatThreads)
    .values({ ...thread, id: threadId, userId, assignedTo: (await register(app, "boss")).id })
  await db()
    .insert(chatMessages)
    .values([
      { threadId, sequence: 1, senderId: userId, senderType: "member", name: "ada", message: "canary-d" },
      { threadId, sequence: 2, senderType: "admin", name: "Office", message: "canary-e" },
    ])
  await db().insert(chatStaff).values({ userId, seenAt: at })
  await db().insert(memberships).values({ name: "canary-f", email })
  const [contact] = await db().insert(contacts).values({ name: "canary-g", email, message: "canary-h" }).returning()
  if (contact) await db().insert(contactReplies).values({ contactId: contact.id, message: "canary-m" })
  await db()
    .insert(donations)
    .values({ name: "canary-i", email, amount: 2500, message: "canary-j", status: "succeeded" })
  await db()
    .insert(volunteerApplications)
    .values({ role: "mentor", firstName: "canary-k", lastName: "P", email, motivation: "I like to help." })
  await change({ bio: "canary-l", programs: ["coding"] })
  await openBrowser(app).send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
  await app.deliver()
}

const exported = async (by = ada) => JSON.parse((await by.send("GET", "/api/user/export")).body)
const canariesIn = (kept: unknown) => new Set(JSON.stringify(kept).match(/canary-\w/g) ?? [])
const ALL = new Set([..."abcdefghijklmno"].map((mail) => `canary-${mail}`))

/** The network address of a conversation: kept to know a blocked visitor again, and told to nobody. */
const HASHED = "0123456789abcdef".repeat(4)

/** Every table that refers to a user, and every one that holds an address. */
async function personalTables() {
  const rows = await app.database.sql<{ name: string }[]>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and (column_name in ('email', 'student_email', 'user_id') or table_name = 'users')`
  return rows.map(({ name }) => name)
}

test("the export holds every table with the member in it, and nobody else", async () => {
  await keepEverything()
  await verified()
  const zoe = await register(app, "zoe")
  await change({ bio: "zoe's own" }, zoe)
  const answer = await ada.send("GET", "/api/user/export")
  expect(answer.headers).toMatchObject({
    "content-type": "application/json",
    "content-disposition": 'attachment; filename="my-data.json"',
    "cache-control": "no-store",
  })
  const all = JSON.parse(answer.body)
  expect(canariesIn(all)).toEqual(ALL)
  for (const table of await personalTables()) expect(all, table).toHaveProperty(table)
  const kept = ["profile_pictures", "site", "exportedAt"]
  for (const [table, rows] of Object.entries(all)) if (!kept.includes(table)) expect(rows, table).not.toHaveLength(0)
  expect(answer.body).not.toMatch(/argon2|Hash|"sid"|zoe|assignedTo/)
})

test("an address that nobody showed to be theirs gives nothing away", async () => {
  await keepEverything()
  const all = await exported()
  expect([all.contacts, all.memberships, all.donations, all.volunteer_applications]).toEqual([[], [], [], []])
  expect(canariesIn(all)).toEqual(new Set([..."acdelno"].map((mail) => `canary-${mail}`)))
})

test("the progress comes as a table, in the page's language, without formulas, and a link may say which", async () => {
  await keepEverything()
  await db().update(courses).set({ title: '=HYPERLINK("x")' })
  const reader = openBrowser(app, { cookie: ada.cookie(), "accept-language": "ht" })
  const answer = await reader.send("GET", "/api/user/export/progress")
  expect(answer.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="my-progress.csv"',
  })
  expect(answer.body).toBe(
    '\ufeffKou,Pwogrè an pousan,Enskri nan dat,Fini nan dat,Dènye vizit\r\n"\'=HYPERLINK(""x"")",40,2026-01-01,,\r\n',
  )
  const asked = await reader.send("GET", "/api/user/export/progress?language=fr")
  expect(asked.body).toMatch(/^\ufeffCours,Avancement en pour cent,/)
})

const leave = (sent: object, by = ada) => by.send("DELETE", "/api/user", sent)

test("who leaves is gone from every table; gifts stay without a name, and places are free again", async () => {
  await keepEverything()
  await verified()
  const eve = await register(app, "eve")
  const answer = await leave({ currentPassword: PASSWORD })
  expect([answer.statusCode, answer.body, (await ada.send("GET", "/api/auth/user")).statusCode]).toEqual([204, "", 401])
  const farewell = (await app.deliver()).at(-1)
  expect([farewell?.to, farewell?.language]).toEqual(["ada@example.org", "en"])
  const left = await Promise.all(
    (await tables()).map((table) => app.database.sql`select * from ${app.database.sql(table)}`),
  )
  expect([...canariesIn(left), JSON.stringify(left).includes(ada.id), /ada@/i.test(JSON.stringify(left))]).toEqual([
    false,
    false,
  ])
  expect(await db().select().from(donations)).toMatchObject([{ amount: 2500, name: null, email: null, message: null }])
  expect(await db().select().from(availableTimeSlots)).toMatchObject([{ currentBookings: 0 }])
  expect((await eve.send("GET", "/api/auth/user")).statusCode).toBe(200)
})

async function tables() {
  const rows = await app.database.sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  expect(rows.map(({ name }) => name)).toContain(getTableName(users))
  return rows.map(({ name }) => name)
}

test("who leaves takes nothing that somebody else left under the same address", async () => {
  await keepEverything()
  await leave({ currentPassword: PASSWORD })
  expect([(await db().select().from(contacts)).length, await db().select().from(donations)]).toMatchObject([
    1,
    [{ name: "canary-i" }],
  ])
})

test.each([
  [{}, 400, "request.invalid"],
  [{ currentPassword: "wrong" }, 400, "request.invalid"],
  [{ currentPassword: PASSWORD, userId: "x" }, 400, "request.invalid"],
])("%j deletes nothing", async (sent, status, code) => {
  const answer = await leave(sent)
  expect([answer.statusCode, answer.json().code, (await ada.send("GET", "/api/auth/user")).json().id]).toEqual([
    status,
    code,
    ada.id,
  ])
})

test("who came by Google shows it once more instead of a password", async () => {
  await db().update(users).set({ passwordHash: null })
  expect((await leave({})).json().code).toBe("session.stale")
  await app.database.sql`update sessions set sess = sess || '{"by":"google"}'`
  expect((await leave({})).statusCode).toBe(204)
})

test("deleting twice at once deletes once", async () => {
  const answers = await Promise.all([1, 2].map(() => leave({ currentPassword: PASSWORD })))
  expect(answers.map(({ statusCode }) => statusCode)).toContain(204)
  const farewells = (await app.deliver()).filter(({ subject }) => subject === "Your account was deleted")
  expect([farewells.length, await db().select().from(users)]).toEqual([1, []])
})
