import { eq, getTableName } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { availableTimeSlots } from "#features/appointments/table/slots.ts"
import { sessionFeedback, waitingForSlots } from "#features/appointments/table.ts"
import { donations } from "#features/donations/table.ts"
import { studyGroupMembers, studyGroupPosts, studyGroupReports, studyGroups } from "#features/groups/table.ts"
import { courses } from "#features/learning/table.ts"
import { contacts } from "#features/outreach/table.ts"
import { guardianConsents, safeguardingCases, safeguardingEntries } from "#features/safeguarding/table.ts"
import { createTestApp, openBrowser, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { insertBooking, storedSessions } from "#testing-booking.ts"
import { insertPersonalData } from "#testing-personal-data.ts"
import { CONSENT } from "#testing-safeguarding-constraints.ts"

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
  ada = await register(app, "ada")
})
afterEach(() => app.close())

const change = (body: object, by = ada) => by.send("PATCH", "/api/user/profile", body)
const db = () => app.database.db
const verifyEmail = () => db().update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ada.id))

const exported = async (by = ada) => JSON.parse((await by.send("GET", "/api/user/export")).body)
const canariesIn = (value: unknown) => new Set(JSON.stringify(value).match(/canary-\w/g) ?? [])
const ALL = new Set([..."abcdefghijklmnopqrstuvwxz"].map((letter) => `canary-${letter}`))

/** Every table that refers to a user or has an email column. */
async function personalTables() {
  const rows = await app.database.sql<{ name: string }[]>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and (column_name in ('email', 'student_email', 'address', 'user_id') or table_name = 'users')`
  return rows.map(({ name }) => name)
}

test("the export holds every table with the member's data and no other user's data", async () => {
  const boss = await insertPersonalData(app, ada)
  await verifyEmail()
  const zoe = await register(app, "zoe")
  await change({ bio: "zoe's own" }, zoe)
  const response = await ada.send("GET", "/api/user/export")
  expect(response.headers).toMatchObject({
    "content-type": "application/json",
    "content-disposition": 'attachment; filename="my-data.json"',
    "cache-control": "private, no-store",
  })
  const all = JSON.parse(response.body)
  expect(canariesIn(all)).toEqual(ALL)
  for (const table of await personalTables()) expect(all, table).toHaveProperty(table)
  const mayBeEmpty = ["profile_pictures", "site", "exportedAt"]
  for (const [table, rows] of Object.entries(all))
    if (!mayBeEmpty.includes(table)) expect(rows, table).not.toHaveLength(0)
  expect(response.body).not.toMatch(
    /argon2|Hash|secret-|"sid"|zoe|assignedTo|createdBy|readBy|removedBy|By another|assignedAdmin/,
  )
  expect(response.body).not.toContain(boss)
  const sent = { subject: "Your account at HaiTech", language: "en", sentAt: app.deps.now().toISOString() }
  expect(all.sent_emails).toContainEqual(sent)
  expect(all.chat_messages.map(({ senderId }: { senderId: string | null }) => senderId)).toEqual([ada.id, null])
})

test("the export holds no data of an unverified email address", async () => {
  await insertPersonalData(app, ada)
  const all = await exported()
  expect([all.contacts, all.memberships, all.donations, all.volunteer_applications, all.sent_emails]).toEqual([
    [],
    [],
    [],
    [],
    [],
  ])
  expect(canariesIn(all)).toEqual(new Set([..."acdelnoprstuvwxz"].map((letter) => `canary-${letter}`)))
})

test("a guardian with a verified address exports the consents that they gave, without the child's id", async () => {
  const zoe = await register(app, "zoe")
  await db()
    .insert(guardianConsents)
    .values({ ...CONSENT, userId: zoe.id, guardianEmail: "ADA@example.org" })
  expect((await exported()).guardian_consents).toEqual([])
  await verifyEmail()
  expect((await exported()).guardian_consents).toMatchObject([{ guardianName: "Rose" }])
  expect(JSON.stringify(await exported())).not.toContain(zoe.id)
})

test("a child's sessions with the guardian's address are neither exported nor deleted with the guardian's account", async () => {
  const zoe = await register(app, "zoe")
  await verifyEmail()
  const session = await insertBooking(app, { userId: zoe.id, studentEmail: "ADA@example.org", adminNotes: "zoe-notes" })
  await db().insert(sessionFeedback).values({ appointmentId: session.id, tutorFeedback: "zoe-feedback" })
  const day = { date: "2030-05-06", language: "en", sessionType: "tutoring", place: 1 } as const
  await db()
    .insert(waitingForSlots)
    .values({ ...day, userId: zoe.id, email: "ADA@example.org" })
  await insertBooking(app, { studentEmail: "ADA@example.org", studentName: "guest", subject: "career" })
  const own = await exported()
  expect([own.appointments, own.session_feedback, own.waiting_for_slots]).toMatchObject([
    [{ studentName: "guest" }],
    [],
    [],
  ])
  expect(JSON.stringify(own)).not.toContain("zoe")
  await deleteAccount({ currentPassword: PASSWORD })
  const theirs = await exported(zoe)
  expect([theirs.appointments, theirs.session_feedback, theirs.waiting_for_slots]).toMatchObject([
    [{ id: session.id }],
    [{ tutorFeedback: "zoe-feedback" }],
    [{ userId: zoe.id }],
  ])
  expect(await storedSessions(app)).toHaveLength(1)
})

test("the record of a case stays without its author when the account is deleted", async () => {
  await insertPersonalData(app, ada)
  await deleteAccount({ currentPassword: PASSWORD })
  const entries = await db().select().from(safeguardingEntries)
  expect(entries).toMatchObject([
    { authorId: null, text: "The reporter's words" },
    { authorId: null, text: "By another" },
  ])
  expect([await db().$count(safeguardingCases), await db().$count(guardianConsents)]).toEqual([1, 0])
})

test("the progress export is CSV without formulas, in the page's language or the requested one", async () => {
  await insertPersonalData(app, ada)
  await db().update(courses).set({ title: '=HYPERLINK("x")' })
  const reader = openBrowser(app, { cookie: ada.cookie(), "accept-language": "ht" })
  const response = await reader.send("GET", "/api/user/export/progress")
  expect(response.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="my-progress.csv"',
  })
  expect(response.body).toBe(
    '\ufeffKou,Pwogrè an pousan,Enskri nan dat,Fini nan dat,Dènye vizit\r\n"\'=HYPERLINK(""x"")",40,2026-01-01,,\r\n\r\n' +
      "Kou,Leson,Sa ki fèt,Egzèsis,Bon,Kilè\r\n" +
      '"\'=HYPERLINK(""x"")",\'=Loops,repons nan yon egzèsis,canary-v,wi,2026-01-02T10:00:00.000Z\r\n',
  )
  const french = await reader.send("GET", "/api/user/export/progress?language=fr")
  expect(french.body).toMatch(/^\ufeffCours,Avancement en pour cent,/)
})

const deleteAccount = (body: object, by = ada) => by.send("DELETE", "/api/user", body)

test("deleting a member erases every table, anonymizes donations and frees booked places", async () => {
  await insertPersonalData(app, ada)
  await verifyEmail()
  const eve = await register(app, "eve")
  const response = await deleteAccount({ currentPassword: PASSWORD })
  expect([response.statusCode, response.body, (await ada.send("GET", "/api/auth/user")).statusCode]).toEqual([
    204,
    "",
    401,
  ])
  const farewells = (await app.deliver()).filter(({ subject }) => subject === "Your account was deleted")
  expect(farewells.map(({ to, language }) => [to, language])).toEqual([["ada@example.org", "en"]])
  const remaining = await readAllTables()
  expect([
    ...canariesIn(remaining),
    JSON.stringify(remaining).includes(ada.id),
    /ada@/i.test(JSON.stringify(remaining)),
  ]).toEqual([false, false])
  expect(await db().select().from(donations)).toMatchObject([{ amount: 2500, name: null, email: null, message: null }])
  expect(await db().select().from(availableTimeSlots)).toMatchObject([{ currentBookings: 0 }])
  expect((await eve.send("GET", "/api/auth/user")).statusCode).toBe(200)
  expect(await db().select().from(studyGroups)).toMatchObject([{ memberCount: 0, mentorId: null }])
  expect(await db().select().from(studyGroupReports)).toMatchObject([{ reporterId: null }, { authorId: null }])
})

test("deleting a member leaves no word of what administrators wrote about them, also in the audit log", async () => {
  await insertPersonalData(app, ada)
  await verifyEmail()
  const admin = await signInAsAdmin(app, "chief")
  const [membership] = await db().select().from(studyGroupMembers)
  const [post] = await db().select().from(studyGroupPosts)
  const removal = `/api/admin/group-posts/${post?.id}/removal`
  const calls = [
    ["DELETE", removal, undefined],
    ["PUT", removal, { reason: "canary-1" }],
    [
      "PATCH",
      `/api/admin/study-groups/${membership?.groupId}/members/${ada.id}`,
      { isRemoved: true, reason: "canary-2" },
    ],
    ["GET", "/api/admin/users/export?q=canary-3", undefined],
    ["GET", "/api/admin/contacts/export?q=ADA@example.org", undefined],
  ] as const
  for (const [method, url, body] of calls) expect((await admin.send(method, url, body)).statusCode, url).toBe(200)
  expect([...canariesIn(await exported())]).toEqual(expect.arrayContaining(["canary-1", "canary-2"]))
  await deleteAccount({ currentPassword: PASSWORD })
  await app.deliver()
  const remaining = await readAllTables()
  expect([...canariesIn(remaining), /ada@/i.test(JSON.stringify(remaining))]).toEqual([false])
})

async function readAllTables() {
  const tables = await tableNames()
  return Promise.all(tables.map((table) => app.database.sql`select * from ${app.database.sql(table)}`))
}

async function tableNames() {
  const rows = await app.database.sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  expect(rows.map(({ name }) => name)).toContain(getTableName(users))
  return rows.map(({ name }) => name)
}

test("deleting a member keeps the records of an unverified email address", async () => {
  await insertPersonalData(app, ada)
  await deleteAccount({ currentPassword: PASSWORD })
  expect([(await db().select().from(contacts)).length, await db().select().from(donations)]).toMatchObject([
    1,
    [{ name: "canary-i" }],
  ])
})

test.each([
  [{}, 400, "request.invalid"],
  [{ currentPassword: "wrong" }, 400, "request.invalid"],
  [{ currentPassword: PASSWORD, userId: "x" }, 400, "request.invalid"],
])("a deletion with %j is refused", async (body, status, code) => {
  const response = await deleteAccount(body)
  expect([response.statusCode, response.json().code, (await ada.send("GET", "/api/auth/user")).json().id]).toEqual([
    status,
    code,
    ada.id,
  ])
})

test("a member without a password confirms the deletion by a recent sign-in with Google", async () => {
  await db().update(users).set({ passwordHash: null })
  expect((await deleteAccount({})).json().code).toBe("session.stale")
  await app.database.sql`update sessions set sess = sess || '{"by":"google"}'`
  expect((await deleteAccount({})).statusCode).toBe(204)
})

test("two concurrent deletions delete the member once and send one email", async () => {
  const responses = await Promise.all([1, 2].map(() => deleteAccount({ currentPassword: PASSWORD })))
  expect(responses.map(({ statusCode }) => statusCode)).toContain(204)
  const farewells = (await app.deliver()).filter(({ subject }) => subject === "Your account was deleted")
  expect([farewells.length, await db().select().from(users)]).toEqual([1, []])
})
