import { eq, getTableName } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { pendingSignIns, users } from "#features/accounts/table.ts"
import { calendarFeeds } from "#features/appointments/table/calendar.ts"
import { hoursProofs } from "#features/appointments/table/hours-proofs.ts"
import { sessionProposals } from "#features/appointments/table/proposals.ts"
import { availableTimeSlots, slotSeries, tutors } from "#features/appointments/table/slots.ts"
import { appointments, sessionFeedback, waitingForSlots } from "#features/appointments/table.ts"
import { chatMessages, chatStaff, chatThreads } from "#features/chat/table.ts"
import { donations, statements, tributes } from "#features/donations/table.ts"
import { factorSetups, passkeys, recoveryCodes, totpSecrets } from "#features/factors/table.ts"
import {
  studyGroupBlocks,
  studyGroupMembers,
  studyGroupPosts,
  studyGroupReports,
  studyGroups,
} from "#features/groups/table.ts"
import { certificates } from "#features/learning/table/certificates.ts"
import { exerciseResults, learningEvents } from "#features/learning/table/events.ts"
import { helpRequests } from "#features/learning/table/help.ts"
import {
  achievements,
  courses,
  lessons,
  userAchievements,
  userCourseProgress,
  userLessonProgress,
} from "#features/learning/table.ts"
import { notificationChoices, pushSubscriptions } from "#features/notifications/table.ts"
import { contactReplies, contacts, memberships } from "#features/outreach/table.ts"
import {
  birthYears,
  guardianConsents,
  safeguardingCases,
  safeguardingEntries,
  safeguardingStaff,
} from "#features/safeguarding/table.ts"
import { ambassadorCounts, ambassadorLinks } from "#features/volunteers/table/ambassadors.ts"
import { screeningSteps, volunteerApplications } from "#features/volunteers/table.ts"
import { createId } from "#platform/db/columns.ts"
import { createTestApp, openBrowser, PASSWORD, register, type TestApp } from "#testing.ts"
import { PROOF } from "#testing-appointment-constraints.ts"
import { withEnd, withInstants } from "#testing-appointments.ts"
import { CERTIFICATE, HELP } from "#testing-learning-constraints.ts"
import { CASE, CONSENT } from "#testing-safeguarding-constraints.ts"
import { screen } from "#testing-screening.ts"

let app: TestApp
let ada: Awaited<ReturnType<typeof register>>
let boss: string
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
  ada = await register(app, "ada")
})
afterEach(() => app.close())

const change = (body: object, by = ada) => by.send("PATCH", "/api/user/profile", body)
const db = () => app.database.db
const verifyEmail = () => db().update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ada.id))

/** Inserts a row into every table with personal data, by account or by email address. */
async function insertPersonalData() {
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
  const inLesson = { userId, lessonId: lesson?.id ?? "", courseId }
  await db().insert(userLessonProgress).values(inLesson)
  await db()
    .insert(learningEvents)
    .values({ ...inLesson, ...ANSWER })
  await db()
    .insert(exerciseResults)
    .values({ ...inLesson, exerciseId: "canary-s" })
  await db()
    .insert(certificates)
    .values({ ...CERTIFICATE, userId, courseId, name: "canary-t" })
  await db()
    .insert(helpRequests)
    .values({ ...HELP, ...inLesson, id: createId(), question: "canary-u" })
  await db()
    .insert(userAchievements)
    .values({ userId, achievementId: badge?.id ?? "" })
  const at = new Date("2030-05-06T13:00:00Z")
  const booking = { sessionType: "tutoring", subject: "coding", preferredDate: at, preferredTime: "09:00" } as const
  const [slot] = await db()
    .insert(availableTimeSlots)
    .values(
      withInstants({ date: "2030-05-06", startTime: "09:00", endTime: "10:00", maxBookings: 3, currentBookings: 2 }),
    )
    .returning()
  const inSlot = { ...withEnd(booking), slotId: slot?.id ?? "" }
  const [own] = await db()
    .insert(appointments)
    .values({ ...inSlot, userId, studentName: "canary-a", studentEmail: "x@y.zz" })
    .returning()
  await db()
    .insert(appointments)
    .values({ ...inSlot, studentName: "canary-b", studentEmail: email })
  const waiting = { date: "2030-05-06", language: "ht", sessionType: "tutoring" } as const
  await db()
    .insert(waitingForSlots)
    .values([
      { ...waiting, place: 1, userId, email: "x@y.zz" },
      { ...waiting, place: 2, email },
    ])
  await insertTutorData(userId)
  await insertGroupData(userId)
  await db()
    .insert(sessionProposals)
    .values({ tutorId: userId, appointmentId: own?.id ?? ("" as never), startsAt: at })
  await db().insert(ambassadorLinks).values({ userId, code: "bakomite472" })
  await db().insert(ambassadorCounts).values({ userId, day: "2026-01-01", joined: 1 })
  await db()
    .insert(sessionFeedback)
    .values({ appointmentId: own?.id ?? "", studentFeedback: "canary-c" })
  const threadId = createId()
  const thread = { name: "canary-n", email, reportReason: "canary-o", reportedAt: at, addressHash: HASHED }
  boss = (await register(app, "boss")).id
  await db()
    .insert(chatThreads)
    .values({ ...thread, id: threadId, userId, assignedTo: boss })
  const seen = { isRead: true, readAt: at, readBy: boss }
  await db()
    .insert(chatMessages)
    .values([
      { ...seen, threadId, sequence: 1, senderId: userId, senderType: "member", name: "ada", message: "canary-d" },
      { threadId, sequence: 2, senderId: boss, senderType: "admin", name: "Office", message: "canary-e" },
    ])
  await db().insert(chatStaff).values({ userId, seenAt: at })
  await db().insert(memberships).values({ name: "canary-f", email })
  const [contact] = await db().insert(contacts).values({ name: "canary-g", email, message: "canary-h" }).returning()
  if (contact) await db().insert(contactReplies).values({ contactId: contact.id, adminId: boss, message: "canary-m" })
  const donationId = createId()
  await db()
    .insert(donations)
    .values({ id: donationId, name: "canary-i", email, amount: 2500, message: "canary-j", status: "succeeded" })
  await db().insert(tributes).values({ donationId, type: "honor", honoree: "canary-q" })
  await db().insert(statements).values({ email: email.toLowerCase(), year: 2025 })
  await db().insert(volunteerApplications).values({
    role: "mentor",
    firstName: "canary-k",
    lastName: "P",
    email,
    motivation: "I like to help.",
    assignedAdmin: boss,
  })
  const passkey = { credentialId: "secret-1", publicKey: "secret-2", counter: 0, transports: [], name: "canary-p" }
  await db()
    .insert(passkeys)
    .values({ userId, ...passkey })
  await db().insert(totpSecrets).values({ userId, secret: "secret-3", lastStep: 1 })
  await db().insert(recoveryCodes).values({ userId, codeHash: HASHED })
  await db().insert(factorSetups).values({ userId, secret: "secret-4", expiresAt: at })
  await db().insert(pendingSignIns).values({ userId, sid: HASHED, challenge: "secret-5", expiresAt: at })
  await insertDevice(userId)
  await change({ bio: "canary-l", programs: ["coding"] })
  await openBrowser(app).send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
  await app.deliver()
}

async function insertGroupData(userId: string) {
  const hiddenId = (await register(app, "hidden")).id
  const [group] = await db().insert(studyGroups).values({ capacity: 30, memberCount: 1, mentorId: userId }).returning()
  const groupId = group?.id ?? ""
  await db().insert(studyGroupMembers).values({ groupId, userId })
  await db().insert(birthYears).values({ userId, birthYear: 2000 })
  await db()
    .insert(guardianConsents)
    .values({ ...CONSENT, userId, guardianName: "canary-x" })
  await db().insert(safeguardingStaff).values({ userId, namedBy: hiddenId })
  const [file] = await db().insert(safeguardingCases).values(CASE).returning()
  const entry = { caseId: file?.id ?? "", kind: "report", role: "member" } as const
  await db()
    .insert(safeguardingEntries)
    .values([
      { ...entry, number: 1, authorId: userId, text: "The reporter's words", quote: "By another" },
      { ...entry, number: 2, kind: "note", role: "staff", authorId: userId, text: "By another" },
    ])
  const post = { groupId, authorId: userId, clientId: createId() }
  const removal = { removedAt: new Date(), removedBy: hiddenId, removedReason: "Rude" }
  await db()
    .insert(studyGroupPosts)
    .values({ ...post, ...removal, sequence: 1, message: "canary-w" })
  await db()
    .insert(studyGroupReports)
    .values([
      { groupId, reporterId: userId, quote: "By another", reason: "Rude" },
      { groupId, authorId: userId, quote: "What was reported", reason: "Rude" },
    ])
  await db()
    .insert(studyGroupBlocks)
    .values([
      { userId, hiddenId },
      { userId: hiddenId, hiddenId: userId },
    ])
}

const ANSWER = {
  id: createId(),
  kind: "exercise.answered",
  exerciseId: "canary-v",
  isCorrect: true,
  occurredAt: new Date("2026-01-02T10:00:00Z"),
} as const

async function insertDevice(userId: string) {
  const [session] = await app.database.sql<
    { sid: string }[]
  >`select sid from sessions where sess ->> 'userId' = ${userId}`
  const keys = { p256dh: "B".padEnd(87, "secret-6"), auth: "secret-7".padEnd(22, "x") }
  const subscription = { ...keys, userId, sid: session?.sid ?? "", endpoint: "https://push.example/secret-8" }
  await db()
    .insert(pushSubscriptions)
    .values({ ...subscription, language: "en", timeZone: "canary-w" })
  await db()
    .insert(notificationChoices)
    .values({ userId, kinds: ["sessions"] })
}

async function insertTutorData(userId: string) {
  const adminId = (await register(app, "opener")).id
  await db().insert(tutors).values({ userId, timeZone: "Europe/Paris", meetingUrl: "https://example.org/canary-r" })
  await db()
    .insert(hoursProofs)
    .values({ ...PROOF, userId, name: "canary-z" })
  await db().insert(calendarFeeds).values({ userId, tokenHash: HASHED })
  await screen(app, userId)
  const withdrawn = { validUntil: new Date(), withdrawnAt: new Date(), withdrawalReason: "canary-x" }
  await db()
    .insert(screeningSteps)
    .values({ ...withdrawn, userId, step: "interview", recordedBy: adminId })
  const hour = { startTime: "10:00", endTime: "11:00", tutorId: userId, createdBy: adminId }
  const rule = { ...hour, timeZone: "Europe/Paris", firstDate: "2030-05-06", sessionTypes: ["tutoring" as const] }
  const [series] = await db().insert(slotSeries).values(rule).returning()
  await db()
    .insert(availableTimeSlots)
    .values(withInstants({ ...hour, date: "2030-05-06", seriesId: series?.id ?? null, seriesDate: "2030-05-06" }))
}

const exported = async (by = ada) => JSON.parse((await by.send("GET", "/api/user/export")).body)
const canariesIn = (value: unknown) => new Set(JSON.stringify(value).match(/canary-\w/g) ?? [])
const ALL = new Set([..."abcdefghijklmnopqrstuvwxz"].map((letter) => `canary-${letter}`))

/** A conversation's hashed IP address, which recognizes blocked visitors and is never exported. */
const HASHED = "0123456789abcdef".repeat(4)

/** Every table that refers to a user or has an email column. */
async function personalTables() {
  const rows = await app.database.sql<{ name: string }[]>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and (column_name in ('email', 'student_email', 'user_id') or table_name = 'users')`
  return rows.map(({ name }) => name)
}

test("the export holds every table with the member's data and no other user's data", async () => {
  await insertPersonalData()
  await verifyEmail()
  const zoe = await register(app, "zoe")
  await change({ bio: "zoe's own" }, zoe)
  const response = await ada.send("GET", "/api/user/export")
  expect(response.headers).toMatchObject({
    "content-type": "application/json",
    "content-disposition": 'attachment; filename="my-data.json"',
    "cache-control": "no-store",
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
  expect(all.chat_messages.map(({ senderId }: { senderId: string | null }) => senderId)).toEqual([ada.id, null])
})

test("the export holds no data of an unverified email address", async () => {
  await insertPersonalData()
  const all = await exported()
  expect([all.contacts, all.memberships, all.donations, all.volunteer_applications]).toEqual([[], [], [], []])
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

test("the record of a case stays without its author when the account is deleted", async () => {
  await insertPersonalData()
  await deleteAccount({ currentPassword: PASSWORD })
  const entries = await db().select().from(safeguardingEntries)
  expect(entries).toMatchObject([
    { authorId: null, text: "The reporter's words" },
    { authorId: null, text: "By another" },
  ])
  expect([await db().$count(safeguardingCases), await db().$count(guardianConsents)]).toEqual([1, 0])
})

test("the progress export is CSV without formulas, in the page's language or the requested one", async () => {
  await insertPersonalData()
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
  await insertPersonalData()
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
  const remaining = await Promise.all(
    (await tableNames()).map((table) => app.database.sql`select * from ${app.database.sql(table)}`),
  )
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

async function tableNames() {
  const rows = await app.database.sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  expect(rows.map(({ name }) => name)).toContain(getTableName(users))
  return rows.map(({ name }) => name)
}

test("deleting a member keeps the records of an unverified email address", async () => {
  await insertPersonalData()
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
