import { deviceCodes, pendingSignIns } from "#features/accounts/table.ts"
import { calendarFeeds } from "#features/appointments/table/calendar.ts"
import { hoursProofs } from "#features/appointments/table/hours-proofs.ts"
import { sessionProposals } from "#features/appointments/table/proposals.ts"
import { availableTimeSlots, slotSeries, tutors } from "#features/appointments/table/slots.ts"
import { appointments, sessionFeedback, waitingForSlots } from "#features/appointments/table.ts"
import { chatMessages, chatStaff, chatThreads } from "#features/chat/table.ts"
import { donations, refunds, statements, tributes } from "#features/donations/table.ts"
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
import { newsletterEmails, newsletters } from "#features/publishing/table/newsletters.ts"
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
import { openBrowser, register, type TestApp } from "./testing.ts"
import { PROOF } from "./testing-appointment-constraints.ts"
import { withEnd, withInstants } from "./testing-appointments.ts"
import { CERTIFICATE, HELP } from "./testing-learning-constraints.ts"
import { CASE, CONSENT } from "./testing-safeguarding-constraints.ts"
import { screen } from "./testing-screening.ts"

type Member = Awaited<ReturnType<typeof register>>

/** A conversation's hashed IP address, which recognizes blocked visitors and is never exported. */
const HASHED = "0123456789abcdef".repeat(4)

/**
 * Inserts a row into every table with personal data, by account or by email address.
 * @returns the id of an administrator in the member's rows
 */
export async function insertPersonalData(app: TestApp, member: Member): Promise<string> {
  const { db } = app.database
  const email = "ADA@example.org"
  const userId = member.id
  const [course] = await db.insert(courses).values({ title: "Python", category: "coding" }).returning()
  const courseId = course?.id ?? ""
  const [lesson] = await db.insert(lessons).values({ courseId, title: "=Loops" }).returning()
  const [badge] = await db
    .insert(achievements)
    .values({ title: "First", condition: "lessons", conditionValue: 1 })
    .returning()
  await db
    .insert(userCourseProgress)
    .values({ userId, courseId, progressPercentage: 40, enrolledAt: new Date("2026-01-01") })
  const inLesson = { userId, lessonId: lesson?.id ?? "", courseId }
  await db.insert(userLessonProgress).values(inLesson)
  await db.insert(learningEvents).values({ ...inLesson, ...ANSWER })
  await db.insert(exerciseResults).values({ ...inLesson, exerciseId: "canary-s" })
  await db.insert(certificates).values({ ...CERTIFICATE, userId, courseId, name: "canary-t" })
  await db.insert(helpRequests).values({ ...HELP, ...inLesson, id: createId(), question: "canary-u" })
  await db.insert(userAchievements).values({ userId, achievementId: badge?.id ?? "" })
  const at = new Date("2030-05-06T13:00:00Z")
  const booking = { sessionType: "tutoring", subject: "coding", preferredDate: at, preferredTime: "09:00" } as const
  const [slot] = await db
    .insert(availableTimeSlots)
    .values(
      withInstants({ date: "2030-05-06", startTime: "09:00", endTime: "10:00", maxBookings: 3, currentBookings: 2 }),
    )
    .returning()
  const inSlot = { ...withEnd(booking), slotId: slot?.id ?? "" }
  const [own] = await db
    .insert(appointments)
    .values({ ...inSlot, userId, studentName: "canary-a", studentEmail: "x@y.zz" })
    .returning()
  await db.insert(appointments).values({ ...inSlot, studentName: "canary-b", studentEmail: email })
  const waiting = { date: "2030-05-06", language: "ht", sessionType: "tutoring" } as const
  await db.insert(waitingForSlots).values([
    { ...waiting, place: 1, userId, email: "x@y.zz" },
    { ...waiting, place: 2, email },
  ])
  await insertTutorData(app, userId)
  await insertGroupData(app, userId)
  await db.insert(sessionProposals).values({ tutorId: userId, appointmentId: own?.id ?? ("" as never), startsAt: at })
  await db.insert(ambassadorLinks).values({ userId, code: "bakomite472" })
  await db.insert(ambassadorCounts).values({ userId, day: "2026-01-01", joined: 1 })
  await db.insert(sessionFeedback).values({ appointmentId: own?.id ?? "", studentFeedback: "canary-c" })
  const threadId = createId()
  const thread = { name: "canary-n", email, reportReason: "canary-o", reportedAt: at, addressHash: HASHED }
  const boss = (await register(app, "boss")).id
  await db.insert(chatThreads).values({ ...thread, id: threadId, userId, assignedTo: boss })
  const seen = { isRead: true, readAt: at, readBy: boss }
  await db.insert(chatMessages).values([
    { ...seen, threadId, sequence: 1, senderId: userId, senderType: "member", name: "ada", message: "canary-d" },
    { threadId, sequence: 2, senderId: boss, senderType: "admin", name: "Office", message: "canary-e" },
  ])
  await db.insert(chatStaff).values({ userId, seenAt: at })
  const [membership] = await db.insert(memberships).values({ name: "canary-f", email }).returning()
  const news = { topic: "events", subjectEn: "News", contentEn: "Text" } as const
  const [newsletter] = await db.insert(newsletters).values(news).returning()
  if (membership && newsletter)
    await db
      .insert(newsletterEmails)
      .values({ newsletterId: newsletter.id, membershipId: membership.id, language: "en" })
  const [contact] = await db.insert(contacts).values({ name: "canary-g", email, message: "canary-h" }).returning()
  if (contact) await db.insert(contactReplies).values({ contactId: contact.id, adminId: boss, message: "canary-m" })
  const donationId = createId()
  await db
    .insert(donations)
    .values({ id: donationId, name: "canary-i", email, amount: 2500, message: "canary-j", status: "succeeded" })
  await db.insert(refunds).values({ donationId, amount: 500, reason: "canary-y", state: "accepted" })
  await db.insert(tributes).values({ donationId, type: "honor", honoree: "canary-q" })
  await db.insert(statements).values({ email: email.toLowerCase(), year: 2025 })
  await db.insert(volunteerApplications).values({
    role: "mentor",
    firstName: "canary-k",
    lastName: "P",
    email,
    motivation: "I like to help.",
    assignedAdmin: boss,
  })
  const passkey = { credentialId: "secret-1", publicKey: "secret-2", counter: 0, transports: [], name: "canary-p" }
  await db.insert(passkeys).values({ userId, ...passkey })
  await db.insert(totpSecrets).values({ userId, secret: "secret-3", lastStep: 1 })
  await db.insert(recoveryCodes).values({ userId, codeHash: HASHED })
  await db.insert(factorSetups).values({ userId, secret: "secret-4", expiresAt: at })
  await db.insert(pendingSignIns).values({ userId, sid: HASHED, challenge: "secret-5", expiresAt: at })
  await insertDevice(app, userId)
  await member.send("PATCH", "/api/user/profile", { bio: "canary-l", programs: ["coding"] })
  await openBrowser(app).send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
  await app.deliver()
  return boss
}

async function insertGroupData(app: TestApp, userId: string) {
  const { db } = app.database
  const hiddenId = (await register(app, "hidden")).id
  const [group] = await db.insert(studyGroups).values({ capacity: 30, memberCount: 1, mentorId: userId }).returning()
  const groupId = group?.id ?? ""
  await db.insert(studyGroupMembers).values({ groupId, userId })
  await db.insert(birthYears).values({ userId, birthYear: 2000 })
  await db.insert(guardianConsents).values({ ...CONSENT, userId, guardianName: "canary-x" })
  await db.insert(safeguardingStaff).values({ userId, namedBy: hiddenId })
  const [file] = await db.insert(safeguardingCases).values(CASE).returning()
  const entry = { caseId: file?.id ?? "", kind: "report", role: "member" } as const
  await db.insert(safeguardingEntries).values([
    { ...entry, number: 1, authorId: userId, text: "The reporter's words", quote: "By another" },
    { ...entry, number: 2, kind: "note", role: "staff", authorId: userId, text: "By another" },
  ])
  const post = { groupId, authorId: userId, clientId: createId() }
  const removal = { removedAt: new Date(), removedBy: hiddenId, removedReason: "Rude" }
  await db.insert(studyGroupPosts).values({ ...post, ...removal, sequence: 1, message: "canary-w" })
  await db.insert(studyGroupReports).values([
    { groupId, reporterId: userId, quote: "By another", reason: "Rude" },
    { groupId, authorId: userId, quote: "What was reported", reason: "Rude" },
  ])
  await db.insert(studyGroupBlocks).values([
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

async function insertDevice(app: TestApp, userId: string) {
  const { db } = app.database
  const [session] = await app.database.sql<
    { sid: string }[]
  >`select sid from sessions where sess ->> 'userId' = ${userId}`
  const sid = session?.sid ?? ""
  await db.insert(deviceCodes).values({ userId, sid, codeHash: HASHED, expiresAt: new Date("2030-05-06T13:00:00Z") })
  const keys = { p256dh: "B".padEnd(87, "secret-6"), auth: "secret-7".padEnd(22, "x") }
  const subscription = { ...keys, userId, sid, endpoint: "https://push.example/secret-8" }
  await db.insert(pushSubscriptions).values({ ...subscription, language: "en", timeZone: "canary-w" })
  await db.insert(notificationChoices).values({ userId, kinds: ["sessions"] })
}

async function insertTutorData(app: TestApp, userId: string) {
  const { db } = app.database
  const adminId = (await register(app, "opener")).id
  await db.insert(tutors).values({ userId, timeZone: "Europe/Paris", meetingUrl: "https://example.org/canary-r" })
  await db.insert(hoursProofs).values({ ...PROOF, userId, name: "canary-z" })
  await db.insert(calendarFeeds).values({ userId, tokenHash: HASHED })
  await screen(app, userId)
  const withdrawn = { validUntil: new Date(), withdrawnAt: new Date(), withdrawalReason: "canary-x" }
  await db.insert(screeningSteps).values({ ...withdrawn, userId, step: "interview", recordedBy: adminId })
  const hour = { startTime: "10:00", endTime: "11:00", tutorId: userId, createdBy: adminId }
  const rule = { ...hour, timeZone: "Europe/Paris", firstDate: "2030-05-06", sessionTypes: ["tutoring" as const] }
  const [series] = await db.insert(slotSeries).values(rule).returning()
  await db
    .insert(availableTimeSlots)
    .values(withInstants({ ...hour, date: "2030-05-06", seriesId: series?.id ?? null, seriesDate: "2030-05-06" }))
}
