import type { AppointmentId, ContactId } from "@haitech/contract/ids"
import { eq } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { v7 } from "uuid"
import { afterEach, beforeEach, expect, test } from "vitest"
import { deviceCodes, knownDevices, passwordResetTokens, pendingSignIns, users } from "#features/accounts/table.ts"
import { calendarDifferences, calendarFeeds } from "#features/appointments/table/calendar.ts"
import { availableTimeSlots, slotSeries, tutors } from "#features/appointments/table/slots.ts"
import { appointments, sessionFeedback, waitingForSlots } from "#features/appointments/table.ts"
import { chatKeys, chatMessages, chatStaff, chatThreads, savedReplies } from "#features/chat/table.ts"
import { cardTestingAttacks } from "#features/donations/table/attacks.ts"
import { donationDifferences } from "#features/donations/table/differences.ts"
import {
  donations,
  monthlyGifts,
  receipts,
  refunds,
  sandboxIntents,
  statements,
  tributes,
} from "#features/donations/table.ts"
import { factorSetups, passkeys, recoveryCodes, totpSecrets } from "#features/factors/table.ts"
import { studyGroupPosts, studyGroups } from "#features/groups/table.ts"
import {
  achievements,
  courses,
  lessons,
  userAchievements,
  userCourseProgress,
  userLessonProgress,
} from "#features/learning/table.ts"
import { learningPreferences, profilePictures } from "#features/members/table.ts"
import { contactReplies, contacts, memberships } from "#features/outreach/table.ts"
import { screenings, volunteerApplications } from "#features/volunteers/table.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { featureTables, tryInsert, violationOf } from "#platform/db/testing-violations.ts"
import { appointmentCases } from "#testing-appointment-constraints.ts"
import { withEnd, withInstants } from "#testing-appointments.ts"
import { GROUP_POST, groupCases } from "#testing-group-constraints.ts"
import { learningCases } from "#testing-learning-constraints.ts"
import { matchingCases } from "#testing-matching-constraints.ts"
import { insertNewsletter, NEWSLETTER_FOREIGN_KEYS } from "#testing-newsletter-constraints.ts"
import { notificationCases } from "#testing-notification-constraints.ts"
import { insertCase, safeguardingConstraints } from "#testing-safeguarding-constraints.ts"
import { screeningCases } from "#testing-screening-constraints.ts"
import { APPLICATION, applicationCases } from "#testing-volunteer-constraints.ts"

type Row = Readonly<Record<string, unknown>>

const [member, colleague, course, otherCourse, group, otherGroup] = [v7(), v7(), v7(), v7(), v7(), v7()]
const [lesson, otherLesson, achievement, appointment, otherAppointment] = [v7(), v7(), v7(), v7(), v7()]
const [contact, thread, otherThread] = [v7() as ContactId, v7(), v7()]
const [donation, otherDonation, tutor, repeated, reportedPost, report] = [v7(), v7(), v7(), v7(), v7(), v7()]
const [hash, otherHash, later] = ["a".repeat(64), "b".repeat(64), new Date("2027-01-01T14:00:00Z")]

const token = { userId: member, tokenHash: hash, codeHash: hash, expiresAt: later }
const OTHER_EMAIL = { userId: colleague, tokenHash: otherHash }
const device = { userId: member, deviceHash: hash, lastSeenAt: later }
const signIn = { userId: member, sid: hash, expiresAt: later }
const totp = { userId: member, secret: "x", lastStep: 1 }
const passkey = { userId: member, credentialId: "x", publicKey: "x", counter: 0, transports: [], name: "Key" }
const picture = { userId: member, small: Buffer.from("webp"), large: Buffer.from("webp") }
const conversation = { userId: member, name: "Ada" }
const message = { threadId: thread, sequence: 1, clientId: v7(), name: "Ada", message: "Hello" }
const slot = withInstants({ date: "2027-01-01", startTime: "09:00", endTime: "10:00" })
const laterHour = withInstants({ date: "2027-01-01", startTime: "10:00", endTime: "11:00" })
const series = {
  timeZone: "Europe/Paris",
  firstDate: "2027-01-01",
  startTime: "09:00",
  endTime: "10:00",
  sessionTypes: ["tutoring" as const],
}
const waiting = {
  date: "2027-01-01",
  place: 1,
  email: "ada@example.org",
  language: "fr",
  sessionType: "tutoring",
} as const
const difference = { provider: "stripe", intentId: "pi_1", kind: "amount", currency: "usd" }
const receipt = { donationId: donation, year: 2027, serial: 1, record: {} }
const person = { name: "Ada", email: "ada@example.org" }
const progress = { userId: member, lessonId: lesson, courseId: course }
const LEARNING_CASES = learningCases({
  user: member,
  otherUser: colleague,
  course,
  otherCourse,
  lesson,
  otherLesson,
  achievement,
})
const GROUP_CASES = groupCases({ member, colleague, tutor, group, otherGroup, reportedPost })
const SCREENING_CASES = screeningCases({ screened: tutor, otherScreened: colleague })
const SAFEGUARDING = safeguardingConstraints({ user: member, other: colleague, report })
const request = withEnd({
  studentName: "Ada",
  studentEmail: person.email,
  sessionType: "tutoring",
  subject: "coding",
  preferredDate: later,
  preferredTime: "09:00",
} as const)

/** For each unique index: a row, a change that violates the index, and a change that does not. */
const UNIQUE: Record<string, readonly [PgTable, Row, Row, Row]> = {
  users_email_unique: [users, { email: person.email }, { email: "ADA@Example.org" }, { email: "ada2@example.org" }],
  users_username_unique: [
    users,
    { email: person.email, username: "ada" },
    { email: "b@example.org", username: "Ada" },
    { email: "b@example.org", username: null },
  ],
  users_username_lookalikes: [
    users,
    { email: person.email, username: "paul" },
    { email: "b@example.org", username: "pauI" },
    { email: "b@example.org", username: "paula" },
  ],
  users_google_id_unique: [
    users,
    { email: person.email, googleId: "1" },
    { email: "b@example.org" },
    { email: "b@example.org", googleId: "2" },
  ],
  password_reset_tokens_token_hash_unique: [passwordResetTokens, token, { userId: colleague }, OTHER_EMAIL],
  password_reset_tokens_user_unique: [passwordResetTokens, token, { tokenHash: otherHash }, OTHER_EMAIL],
  ...notificationCases.unique(member),
  ...matchingCases.unique(member, colleague, { appointmentId: appointment, tutorId: tutor }, otherAppointment),
  passkeys_credential_id_unique: [passkeys, passkey, { userId: colleague }, { credentialId: "y" }],
  profile_pictures_user_unique: [profilePictures, picture, {}, { userId: colleague }],
  ...LEARNING_CASES.unique,
  ...appointmentCases.unique(member),
  available_time_slots_beginning_unique: [availableTimeSlots, slot, { endTime: "11:00" }, { tutorId: tutor }],
  available_time_slots_series_unique: [
    availableTimeSlots,
    { ...slot, tutorId: tutor, seriesId: repeated, seriesDate: "2027-01-01" },
    laterHour,
    { ...laterHour, seriesDate: "2027-01-08" },
  ],
  appointments_pending_unique: [
    appointments,
    request,
    { studentEmail: "ADA@EXAMPLE.ORG" },
    { sessionType: "mentoring" },
  ],
  calendar_feeds_token_hash_unique: [
    calendarFeeds,
    { userId: member, tokenHash: hash },
    { userId: colleague },
    { userId: colleague, tokenHash: otherHash },
  ],
  session_feedback_once: [sessionFeedback, { appointmentId: appointment }, {}, { appointmentId: otherAppointment }],
  chat_messages_sequence_unique: [chatMessages, message, { clientId: v7() }, { clientId: v7(), sequence: 2 }],
  chat_messages_client_id_unique: [chatMessages, message, { sequence: 2 }, { threadId: otherThread }],
  chat_threads_user_unique: [chatThreads, conversation, {}, { userId: colleague }],
  saved_replies_title_unique: [savedReplies, { title: "Hours", ht: "A" }, { title: "HOURS" }, { title: "Hours 2" }],
  donations_intent_id_unique: [donations, { amount: 2500, intentId: "pi_1" }, {}, { intentId: null }],
  monthly_gifts_subscription_unique: [
    monthlyGifts,
    { subscriptionId: "sub_1", amount: 2500 },
    {},
    { subscriptionId: "sub_2" },
  ],
  receipts_donation_unique: [receipts, receipt, { serial: 2 }, { donationId: otherDonation, serial: 2 }],
  receipts_number_unique: [receipts, receipt, { donationId: otherDonation }, { donationId: otherDonation, year: 2028 }],
  refunds_requested_unique: [
    refunds,
    { donationId: donation, amount: 100, reason: "Twice" },
    {},
    { donationId: otherDonation },
  ],
  donation_differences_unique: [donationDifferences, difference, {}, { kind: "currency" }],
  card_testing_attacks_open_unique: [cardTestingAttacks, { attempts: 1 }, {}, { endedAt: new Date() }],
  statements_donor_unique: [statements, { email: person.email, year: 2027 }, {}, { year: 2028 }],
  contacts_digest_unique: [contacts, { ...person, message: "Hello", digest: hash }, {}, { digest: otherHash }],
  memberships_email_unique: [memberships, person, { email: "ADA@EXAMPLE.ORG" }, { email: "ada2@example.org" }],
  ...GROUP_CASES.unique,
  ...applicationCases.unique(member),
  ...SCREENING_CASES.unique,
  ...SAFEGUARDING.unique,
}

const missing = v7()

const FOREIGN_KEYS: Record<string, readonly [PgTable, Row]> = {
  password_reset_tokens_user_id_users_id_fkey: [passwordResetTokens, { ...token, userId: missing }],
  device_codes_user_id_users_id_fkey: [deviceCodes, { ...signIn, codeHash: hash, userId: missing }],
  device_codes_sid_sessions_sid_fkey: [deviceCodes, { ...signIn, codeHash: hash, sid: otherHash }],
  pending_sign_ins_user_id_users_id_fkey: [pendingSignIns, { ...signIn, userId: missing }],
  totp_secrets_user_id_users_id_fkey: [totpSecrets, { ...totp, userId: missing }],
  passkeys_user_id_users_id_fkey: [passkeys, { ...passkey, userId: missing }],
  recovery_codes_user_id_users_id_fkey: [recoveryCodes, { userId: missing, codeHash: hash }],
  factor_setups_user_id_users_id_fkey: [factorSetups, { userId: missing, expiresAt: later }],
  known_devices_user_id_users_id_fkey: [knownDevices, { ...device, userId: missing }],
  learning_preferences_user_id_users_id_fkey: [learningPreferences, { userId: missing }],
  ...notificationCases.foreignKeys(member),
  ...matchingCases.foreignKeys({ appointmentId: appointment, tutorId: tutor }),
  profile_pictures_user_id_users_id_fkey: [profilePictures, { ...picture, userId: missing }],
  appointments_user_id_users_id_fkey: [appointments, { ...request, userId: missing }],
  appointments_slot_id_available_time_slots_id_fkey: [appointments, { ...request, slotId: missing }],
  appointments_tutor_id_tutors_user_id_fkey: [appointments, { ...request, tutorId: missing }],
  tutors_user_id_users_id_fkey: [tutors, { userId: missing, timeZone: "UTC" }],
  slot_series_tutor_id_tutors_user_id_fkey: [slotSeries, { ...series, tutorId: missing }],
  slot_series_created_by_users_id_fkey: [slotSeries, { ...series, createdBy: missing }],
  available_time_slots_tutor_id_tutors_user_id_fkey: [availableTimeSlots, { ...slot, tutorId: missing }],
  available_time_slots_series_id_slot_series_id_fkey: [availableTimeSlots, { ...slot, seriesId: missing }],
  waiting_for_slots_user_id_users_id_fkey: [waitingForSlots, { ...waiting, userId: missing }],
  available_time_slots_created_by_users_id_fkey: [availableTimeSlots, { ...slot, createdBy: missing }],
  calendar_differences_appointment_id_appointments_id_fkey: [calendarDifferences, { appointmentId: missing }],
  calendar_feeds_user_id_users_id_fkey: [calendarFeeds, { userId: missing, tokenHash: hash }],
  session_feedback_appointment_id_appointments_id_fkey: [sessionFeedback, { appointmentId: missing }],
  chat_threads_user_id_users_id_fkey: [chatThreads, { ...conversation, userId: missing }],
  chat_threads_assigned_to_users_id_fkey: [chatThreads, { ...conversation, assignedTo: missing }],
  chat_keys_thread_id_chat_threads_id_fkey: [chatKeys, { keyHash: hash, threadId: missing }],
  chat_staff_user_id_users_id_fkey: [chatStaff, { userId: missing, seenAt: later }],
  chat_messages_thread_id_chat_threads_id_fkey: [chatMessages, { ...message, threadId: missing }],
  chat_messages_sender_id_users_id_fkey: [chatMessages, { ...message, senderId: missing }],
  chat_messages_read_by_users_id_fkey: [chatMessages, { ...message, isRead: true, readAt: later, readBy: missing }],
  ...LEARNING_CASES.foreignKeys,
  ...appointmentCases.foreignKeys(),
  contact_replies_contact_id_contacts_id_fkey: [contactReplies, { contactId: missing, message: "Hello" }],
  contact_replies_admin_id_users_id_fkey: [contactReplies, { contactId: contact, message: "Hello", adminId: missing }],
  memberships_import_id_membership_imports_id_fkey: [memberships, { ...person, importId: missing }],
  donations_monthly_gift_id_monthly_gifts_id_fkey: [donations, { amount: 2500, monthlyGiftId: missing }],
  tributes_donation_id_donations_id_fkey: [tributes, { donationId: missing, type: "honor", honoree: "Ada" }],
  sandbox_intents_subscription_id_sandbox_subscriptions_id_fkey: [
    sandboxIntents,
    { id: "pi_1", amount: 2500, subscriptionId: "sub_0" },
  ],
  receipts_donation_id_donations_id_fkey: [receipts, { ...receipt, donationId: missing }],
  donation_differences_donation_id_donations_id_fkey: [donationDifferences, { ...difference, donationId: missing }],
  refunds_donation_id_donations_id_fkey: [refunds, { donationId: missing, amount: 100, reason: "Twice" }],
  ...GROUP_CASES.foreignKeys,
  ...applicationCases.foreignKeys,
  ...SCREENING_CASES.foreignKeys,
  ...SAFEGUARDING.foreignKeys,
  ...NEWSLETTER_FOREIGN_KEYS,
}

let fresh: FreshDatabase
beforeEach(async () => {
  fresh = await freshDatabase()
  const { db } = fresh
  await db.insert(users).values([
    { id: member, email: "grace@example.org" },
    { id: colleague, email: "alan@example.org" },
    { id: tutor, email: "rose@example.org" },
  ])
  await notificationCases.insertSessions(db)
  await insertNewsletter(db)
  await db.insert(courses).values([
    { id: course, title: "Python", category: "coding" },
    { id: otherCourse, title: "French", category: "languages" },
  ])
  await db.insert(lessons).values([
    { id: lesson, courseId: course, title: "Loops" },
    { id: otherLesson, courseId: otherCourse, title: "Verbs" },
  ])
  await db.insert(achievements).values({ id: achievement, title: "Polyglot", condition: "lessons", conditionValue: 9 })
  await db.insert(contacts).values({ ...person, id: contact, message: "Hello" })
  await db.insert(chatThreads).values([thread, otherThread].map((id) => ({ id, name: "Ada" })))
  await db.insert(donations).values([donation, otherDonation].map((id) => ({ id, amount: 2500 })))
  await db.insert(tutors).values({ userId: tutor, timeZone: "UTC" })
  await db.insert(screenings).values([{ userId: tutor }, { userId: colleague }])
  await db.insert(slotSeries).values({ ...series, id: repeated })
  await db.insert(studyGroups).values([group, otherGroup].map((id) => ({ id, capacity: 30 })))
  await db
    .insert(studyGroupPosts)
    .values({ ...GROUP_POST, id: reportedPost, groupId: otherGroup, authorId: colleague, clientId: v7(), sequence: 7 })
  await insertCase(db, report)
  await db.insert(appointments).values([
    { ...request, id: appointment as AppointmentId, userId: member, subject: "career" },
    { ...request, id: otherAppointment as AppointmentId, subject: "general" },
  ])
})
afterEach(() => fresh.release())

test("every unique index refuses duplicates only", async () => {
  for (const [name, [table, row, same, other]] of Object.entries(UNIQUE)) {
    expect([name, await tryInsert(fresh.db, table, row, { ...row, ...same })]).toEqual([name, name])
    expect([name, await tryInsert(fresh.db, table, row, { ...row, ...other })]).toEqual([name, expect.any(Object)])
  }
})

test("every foreign key refuses a missing row, and a lesson of another course", async () => {
  for (const [name, [table, row]] of Object.entries(FOREIGN_KEYS))
    expect([name, await tryInsert(fresh.db, table, row)]).toEqual([name, name])
})

test("every unique index and every foreign key has a case", async () => {
  const tables = await featureTables(import.meta.dirname)
  const rules = await fresh.sql`
    select relname from pg_index join pg_class index on index.oid = indexrelid
    where indisunique and not indisprimary and relnamespace = 'public'::regnamespace
      -- An index that includes the primary key refuses nothing; it exists for foreign keys.
      and not exists (select from pg_index key where key.indisprimary and key.indrelid = pg_index.indrelid
        and key.indkey::int2[] <@ pg_index.indkey::int2[])
      and indrelid::regclass::text = any(${tables})`
  expect(rules.map(({ relname }) => relname).sort()).toEqual(Object.keys(UNIQUE).sort())
  const foreignKeys = await fresh.sql`
    select conname from pg_constraint where contype = 'f' and conrelid::regclass::text = any(${tables})`
  expect(foreignKeys.map(({ conname }) => conname).sort()).toEqual(Object.keys(FOREIGN_KEYS).sort())
})

test("deleting an account deletes its own rows and removes it from the rows of others", async () => {
  const { db } = fresh
  await db.insert(passwordResetTokens).values(token)
  await db.insert(knownDevices).values(device)
  await db.insert(pendingSignIns).values(signIn)
  await db.insert(deviceCodes).values({ ...signIn, sid: "e".repeat(64), codeHash: hash })
  await notificationCases.insertRows(db, member)
  await db.insert(totpSecrets).values(totp)
  await db.insert(passkeys).values(passkey)
  await db.insert(recoveryCodes).values({ userId: member, codeHash: hash })
  await db.insert(factorSetups).values({ userId: member, expiresAt: later })
  await db.insert(learningPreferences).values({ userId: member })
  await db.insert(profilePictures).values(picture)
  await db.insert(userCourseProgress).values({ userId: member, courseId: course })
  await db.insert(userLessonProgress).values(progress)
  await db.insert(userAchievements).values({ userId: member, achievementId: achievement })
  await db.insert(sessionFeedback).values([{ appointmentId: appointment }, { appointmentId: otherAppointment }])
  await db.insert(availableTimeSlots).values({ ...slot, createdBy: member })
  await db.insert(chatMessages).values({ ...message, senderId: member, isRead: true, readAt: later, readBy: member })
  await db.insert(chatThreads).values({ ...conversation, assignedTo: colleague })
  await db.update(chatThreads).set({ assignedTo: member }).where(eq(chatThreads.id, thread))
  await db.insert(chatKeys).values({ keyHash: hash, threadId: otherThread })
  await db.insert(chatStaff).values({ userId: member, seenAt: later })
  await db.insert(volunteerApplications).values({ ...APPLICATION, assignedAdmin: member, userId: member })
  await db.insert(donations).values({ amount: 2500, email: "grace@example.org" })
  await db.insert(contactReplies).values({ contactId: contact, adminId: member, message: "Welcome" })

  await db.delete(users).where(eq(users.id, member))
  const own = [passwordResetTokens, knownDevices, learningPreferences, profilePictures, chatStaff]
  const factors = [pendingSignIns, deviceCodes, totpSecrets, passkeys, recoveryCodes, factorSetups]
  for (const table of [...own, ...factors, userCourseProgress, userLessonProgress, userAchievements])
    expect(await db.select().from(table)).toEqual([])
  expect(await notificationCases.readRows(db)).toEqual([])
  expect(await db.select({ id: appointments.id }).from(appointments)).toEqual([{ id: otherAppointment }])
  expect(await db.select().from(sessionFeedback)).toMatchObject([{ appointmentId: otherAppointment }])
  expect(await db.select().from(availableTimeSlots)).toMatchObject([{ createdBy: null }])
  expect(await db.select().from(chatMessages)).toMatchObject([{ senderId: null, readBy: null, isRead: true }])
  const threads = await db.select({ id: chatThreads.id, to: chatThreads.assignedTo }).from(chatThreads)
  expect(threads.sort((a, b) => a.id.localeCompare(b.id))).toEqual(
    [thread, otherThread].sort().map((id) => ({ id, to: null })),
  )
  await db.delete(chatThreads)
  expect([await db.select().from(chatMessages), await db.select().from(chatKeys)]).toEqual([[], []])
  expect(await db.select().from(volunteerApplications)).toMatchObject([{ assignedAdmin: null, userId: null }])
  expect(await db.select().from(donations)).toHaveLength(3)
  expect(await db.select().from(contactReplies)).toMatchObject([{ adminId: null }])
})

test("deleting a course deletes its lessons; courses with learners and earned achievements cannot be deleted", async () => {
  const { db } = fresh
  await db.insert(userCourseProgress).values({ userId: member, courseId: course })
  await db.insert(userLessonProgress).values({ userId: member, lessonId: otherLesson, courseId: otherCourse })
  await db.insert(userAchievements).values({ userId: member, achievementId: achievement })
  const violations = await Promise.all([
    db.delete(courses).where(eq(courses.id, course)).catch(violationOf),
    db.delete(achievements).catch(violationOf),
  ])
  expect(violations).toEqual([
    "user_course_progress_course_id_courses_id_fkey",
    "user_achievements_achievement_id_achievements_id_fkey",
  ])
  await db.delete(courses).where(eq(courses.id, otherCourse))
  expect(await db.select({ id: lessons.id }).from(lessons)).toEqual([{ id: lesson }])
  expect(await db.select().from(userLessonProgress)).toEqual([])
})
