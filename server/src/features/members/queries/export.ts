import { and, asc, count, eq, getColumns, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import type { AnyPgColumn } from "drizzle-orm/pg-core"
import {
  deviceCodes,
  knownDevices,
  passwordResetTokens,
  pendingSignIns,
  sessions,
  users,
} from "#features/accounts/table.ts"
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
import { learningPreferences, profilePictures } from "#features/members/table.ts"
import { notificationChoices, pushSubscriptions } from "#features/notifications/table.ts"
import { contactReplies, contacts, memberships } from "#features/outreach/table.ts"
import { newsletterEmails, newsletters } from "#features/publishing/table/newsletters.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { sentEmails } from "#platform/mail/table.ts"

interface PersonKey {
  readonly userId: string
  /** Null unless the user has verified it. */
  readonly email: string | null
}

/** Rows about a user by table name, without secrets, hashes of secrets and data about administrators. */
export async function exportPersonalData(db: Db | Tx, { userId, email }: PersonKey) {
  const byUser = (column: AnyPgColumn) => eq(column, userId)
  const byAddress = (column: AnyPgColumn): SQL => (email ? eq(sql`lower(${column})`, email.toLowerCase()) : sql`false`)
  const byGuest = (user: AnyPgColumn, column: AnyPgColumn) => and(isNull(user), byAddress(column))
  const { passwordHash: _hash, ...account } = getColumns(users)
  const { tokenHash: _token, codeHash: _code, ...mail } = getColumns(passwordResetTokens)
  const { small: _small, ...picture } = getColumns(profilePictures)
  const { addressHash: _address, assignedTo: _colleague, ...conversation } = getColumns(chatThreads)
  const { readBy: _reader, ...message } = getColumns(chatMessages)
  const { sentAt, subject, language } = sentEmails
  const own = db.select({ id: chatThreads.id }).from(chatThreads).where(byUser(chatThreads.userId))
  return {
    users: await db.select(account).from(users).where(byUser(users.id)),
    sessions: await db
      .select({ sess: sessions.sess, expire: sessions.expire })
      .from(sessions)
      .where(eq(sql`${sessions.sess} ->> 'userId'`, userId)),
    password_reset_tokens: await db.select(mail).from(passwordResetTokens).where(byUser(passwordResetTokens.userId)),
    ...(await findSignInData(db, userId)),
    learning_preferences: await db.select().from(learningPreferences).where(byUser(learningPreferences.userId)),
    profile_pictures: await db.select(picture).from(profilePictures).where(byUser(profilePictures.userId)),
    ...(await exportNotifications(db, userId)),
    ...(await exportLearning(db, userId)),
    ...(await exportSessions(db, {
      students: or(byUser(appointments.userId), byGuest(appointments.userId, appointments.studentEmail)),
      waiting: or(byUser(waitingForSlots.userId), byGuest(waitingForSlots.userId, waitingForSlots.email)),
    })),
    ...(await exportGroups(db, userId)),
    chat_threads: await db.select(conversation).from(chatThreads).where(byUser(chatThreads.userId)),
    chat_messages: await db
      .select({
        ...message,
        senderId: sql<string | null>`case when ${byUser(chatMessages.senderId)} then ${chatMessages.senderId} end`,
      })
      .from(chatMessages)
      .where(inArray(chatMessages.threadId, own))
      .orderBy(asc(chatMessages.threadId), asc(chatMessages.sequence)),
    chat_staff: await db.select({ seenAt: chatStaff.seenAt }).from(chatStaff).where(byUser(chatStaff.userId)),
    memberships: await db.select().from(memberships).where(byAddress(memberships.email)),
    newsletters: await exportNewsletters(db, byAddress(memberships.email)),
    contacts: await db.select().from(contacts).where(byAddress(contacts.email)),
    contact_replies: await db
      .select({ ...getColumns(contactReplies), adminId: sql<null>`null` })
      .from(contactReplies)
      .innerJoin(contacts, eq(contacts.id, contactReplies.contactId))
      .where(byAddress(contacts.email)),
    ...(await exportDonations(db, byAddress(donations.email))),
    statements: await db.select().from(statements).where(byAddress(statements.email)),
    sent_emails: await db
      .select({ sentAt, subject, language })
      .from(sentEmails)
      .where(byAddress(sentEmails.address))
      .orderBy(asc(sentEmails.sentAt)),
  }
}

async function exportNewsletters(db: Db | Tx, isMember: SQL) {
  const { state, language, sentAt, leftAt } = newsletterEmails
  return db
    .select({ topic: newsletters.topic, subject: newsletters.subjectEn, state, language, sentAt, leftAt })
    .from(newsletterEmails)
    .innerJoin(newsletters, eq(newsletters.id, newsletterEmails.newsletterId))
    .innerJoin(memberships, eq(memberships.id, newsletterEmails.membershipId))
    .where(isMember)
    .orderBy(asc(newsletters.startedAt))
}

async function exportNotifications(db: Db | Tx, userId: string) {
  const { language, timeZone, createdAt } = pushSubscriptions
  return {
    push_subscriptions: await db
      .select({ language, timeZone, createdAt })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId)),
    notification_choices: await db.select().from(notificationChoices).where(eq(notificationChoices.userId, userId)),
  }
}

async function exportLearning(db: Db | Tx, userId: string) {
  const byUser = (column: AnyPgColumn) => eq(column, userId)
  return {
    user_course_progress: await findCourseProgress(db, userId),
    user_lesson_progress: await db
      .select({ ...getColumns(userLessonProgress), lesson: lessons.title })
      .from(userLessonProgress)
      .innerJoin(lessons, eq(lessons.id, userLessonProgress.lessonId))
      .where(byUser(userLessonProgress.userId)),
    learning_events: await findLearningEvents(db, userId),
    exercise_results: await db.select().from(exerciseResults).where(byUser(exerciseResults.userId)),
    user_achievements: await db
      .select({ ...getColumns(userAchievements), achievement: achievements.title })
      .from(userAchievements)
      .innerJoin(achievements, eq(achievements.id, userAchievements.achievementId))
      .where(byUser(userAchievements.userId)),
    certificates: await db.select().from(certificates).where(byUser(certificates.userId)),
    help_requests: await db.select().from(helpRequests).where(byUser(helpRequests.userId)),
  }
}

interface SessionFilters {
  readonly students: SQL | undefined
  readonly waiting: SQL | undefined
}

async function exportSessions(db: Db | Tx, { students, waiting }: SessionFilters) {
  const { idempotencyKeyHash: _key, ...appointment } = getColumns(appointments)
  return {
    appointments: await db.select(appointment).from(appointments).where(students).orderBy(asc(appointments.createdAt)),
    session_feedback: await db
      .select(getColumns(sessionFeedback))
      .from(sessionFeedback)
      .innerJoin(appointments, eq(appointments.id, sessionFeedback.appointmentId))
      .where(students),
    waiting_for_slots: await db.select().from(waitingForSlots).where(waiting),
  }
}

/** Of a report the member's own words, and of a hidden member only that there is one. */
async function exportGroups(db: Db | Tx, userId: string) {
  const { removedBy: _admin, ...post } = getColumns(studyGroupPosts)
  const { id, groupId, reason, createdAt, settledAt } = studyGroupReports
  const { id: mentored, mentorScreenedUntil } = studyGroups
  const block = { id: studyGroupBlocks.id, createdAt: studyGroupBlocks.createdAt }
  return {
    study_groups: await db
      .select({ id: mentored, mentorScreenedUntil })
      .from(studyGroups)
      .where(eq(studyGroups.mentorId, userId)),
    study_group_members: await db.select().from(studyGroupMembers).where(eq(studyGroupMembers.userId, userId)),
    study_group_posts: await db
      .select(post)
      .from(studyGroupPosts)
      .where(eq(studyGroupPosts.authorId, userId))
      .orderBy(asc(studyGroupPosts.createdAt)),
    study_group_reports: await db
      .select({ id, groupId, reason, createdAt, settledAt })
      .from(studyGroupReports)
      .where(eq(studyGroupReports.reporterId, userId)),
    study_group_blocks: await db.select(block).from(studyGroupBlocks).where(eq(studyGroupBlocks.userId, userId)),
  }
}

async function exportDonations(db: Db | Tx, isDonor: SQL) {
  return {
    donations: await db.select().from(donations).where(isDonor),
    tributes: await db
      .select(getColumns(tributes))
      .from(tributes)
      .innerJoin(donations, eq(donations.id, tributes.donationId))
      .where(isDonor),
  }
}

export async function findCourseProgress(db: Db | Tx, userId: string) {
  return db
    .select({ ...getColumns(userCourseProgress), course: courses.title })
    .from(userCourseProgress)
    .innerJoin(courses, eq(courses.id, userCourseProgress.courseId))
    .where(eq(userCourseProgress.userId, userId))
    .orderBy(asc(userCourseProgress.enrolledAt))
}

export async function findLearningEvents(db: Db | Tx, userId: string) {
  return db
    .select({ ...getColumns(learningEvents), course: courses.title, lesson: lessons.title })
    .from(learningEvents)
    .innerJoin(lessons, eq(lessons.id, learningEvents.lessonId))
    .innerJoin(courses, eq(courses.id, learningEvents.courseId))
    .where(eq(learningEvents.userId, userId))
    .orderBy(asc(learningEvents.occurredAt), asc(learningEvents.id))
}

async function findSignInData(db: Db | Tx, userId: string) {
  const byUser = (column: AnyPgColumn) => eq(column, userId)
  const { expiresAt } = pendingSignIns
  const { createdAt, lastUsedAt } = totpSecrets
  const passkey = { name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt }
  const setup = { expiresAt: factorSetups.expiresAt }
  const device = { lastSeenAt: knownDevices.lastSeenAt }
  return {
    known_devices: await db.select(device).from(knownDevices).where(byUser(knownDevices.userId)),
    pending_sign_ins: await db.select({ expiresAt }).from(pendingSignIns).where(byUser(pendingSignIns.userId)),
    device_codes: await db
      .select({ expiresAt: deviceCodes.expiresAt })
      .from(deviceCodes)
      .where(byUser(deviceCodes.userId)),
    factor_setups: await db.select(setup).from(factorSetups).where(byUser(factorSetups.userId)),
    recovery_codes: await db.select({ count: count() }).from(recoveryCodes).where(byUser(recoveryCodes.userId)),
    totp_secrets: await db.select({ createdAt, lastUsedAt }).from(totpSecrets).where(byUser(totpSecrets.userId)),
    passkeys: await db.select(passkey).from(passkeys).where(byUser(passkeys.userId)),
  }
}
