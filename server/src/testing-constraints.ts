import type { PgTable } from "drizzle-orm/pg-core"
import { v7 } from "uuid"
import * as accounts from "#features/accounts/table.ts"
import * as agenda from "#features/appointments/table.ts"
import * as chat from "#features/chat/table.ts"
import { donations } from "#features/donations/table.ts"
import * as learning from "#features/learning/table.ts"
import { learningPreferences, profilePictures } from "#features/members/table.ts"
import { contactReplies, contacts, memberships } from "#features/outreach/table.ts"
import { blogPosts, sitePictures, teamMembers, testimonials } from "#features/publishing/table.ts"
import { volunteerApplications as applications } from "#features/volunteers/table.ts"
import { file, length, page, range, required, sha256, words } from "#platform/db/testing-violations.ts"

const { users, sessions, knownDevices, passwordResetTokens } = accounts
const { appointments, availableTimeSlots, sessionFeedback } = agenda
const { chatThreads, chatKeys, chatMessages, chatStaff, savedReplies } = chat
const { courses, lessons, userCourseProgress, userLessonProgress, achievements, userAchievements } = learning

export type Row = Readonly<Record<string, unknown>>

export const [user, course, lesson, achievement] = [v7(), v7(), v7(), v7()]
export const [appointment, contact, thread] = [v7(), v7(), v7()]
const [hash, later] = ["0123456789abcdef".repeat(4), new Date("2027-01-01T14:00:00Z")]
const picture = Buffer.from("webp")
const ada = { name: "Ada", email: "ada@example.org" }
const booking = { studentName: "Ada", studentEmail: ada.email, preferredDate: later, preferredTime: "09:00" }
const wish = { role: "mentor", firstName: "Ada", lastName: "L", email: ada.email, motivation: "I like it." }
export const tutoring = { ...booking, sessionType: "tutoring", subject: "coding" }

/** For each table: the required fields of a row, and the defaults of spec §3 for the rest. */
export const MINIMAL_ROWS: readonly (readonly [PgTable, Row, Row])[] = [
  [
    users,
    { email: ada.email },
    { loginProvider: "haitech", role: "student", approved: true, isAdmin: false, language: "en" },
  ],
  [sessions, { sid: hash, sess: {}, expire: later }, {}],
  [knownDevices, { userId: user, deviceHash: hash, lastSeenAt: later }, {}],
  [
    passwordResetTokens,
    { userId: user, tokenHash: hash, codeHash: hash, expiresAt: later },
    { usedAt: null, codeTries: 0 },
  ],
  [learningPreferences, { userId: user }, { programs: [], studyTimes: [], notifications: ["sessions", "courses"] }],
  [profilePictures, { userId: user, small: picture, large: picture }, {}],
  [courses, { title: "Go", category: "coding" }, { difficulty: "beginner", estimatedHours: 0, isPublished: true }],
  [lessons, { courseId: course, title: "Lists" }, { order: 0, duration: 0 }],
  [userCourseProgress, { userId: user, courseId: course }, { progressPercentage: 0, completedAt: null }],
  [userLessonProgress, { userId: user, lessonId: lesson, courseId: course }, { watchTime: 0, isCompleted: false }],
  [achievements, { title: "First Steps", condition: "lessons", conditionValue: 1 }, {}],
  [userAchievements, { userId: user, achievementId: achievement }, {}],
  [appointments, tutoring, { duration: 60, status: "pending", priority: "normal", userId: null }],
  [
    availableTimeSlots,
    { date: "2027-01-01", startTime: "09:00", endTime: "10:00" },
    { isAvailable: true, maxBookings: 1, currentBookings: 0, sessionTypes: ["tutoring", "mentoring", "consultation"] },
  ],
  [sessionFeedback, { appointmentId: appointment }, { followUpRequired: false }],
  [chatThreads, { name: "Ada" }, { language: "en", state: "open", lastSequence: 0, seenSequence: 0, userId: null }],
  [chatKeys, { keyHash: hash, threadId: thread }, {}],
  [
    chatMessages,
    { threadId: thread, sequence: 1, name: "Ada", message: "Hi" },
    { senderType: "guest", isRead: false, readAt: null },
  ],
  [chatStaff, { userId: user, seenAt: later }, {}],
  [savedReplies, { title: "Hours", en: "From nine." }, { fr: null, ht: null, es: null }],
  [donations, { amount: 2500 }, { isAnonymous: false, status: "pending", currency: "usd" }],
  [memberships, ada, { language: "en" }],
  [contacts, { ...ada, message: "Hello" }, { state: "new", language: "en" }],
  [contactReplies, { contactId: contact, message: "Welcome" }, { adminId: null }],
  [teamMembers, { name: "Ada", role: "Teacher", bio: "Teaches." }, { order: 0, version: 1, deletedAt: null }],
  [sitePictures, { small: picture, large: picture }, {}],
  [blogPosts, { title: "Learning", excerpt: "How", content: "# How", author: "Ada" }, { featured: false }],
  [testimonials, { name: "Ada", role: "Learner", content: "Good." }, { rating: 5 }],
  [applications, wish, { status: "new" }],
]

/** For each check constraint: its table and field, refused values, accepted values, and other fields of the row. */
type Case = readonly [PgTable, string, readonly unknown[], readonly unknown[], Row?]

export const CHECKS: Record<string, Case> = {
  users_email_length: [users, "email", ...length(1, 254)],
  users_username_length: [users, "username", ...length(3, 30)],
  users_first_name_length: [users, "firstName", ...length(1, 50)],
  users_last_name_length: [users, "lastName", ...length(1, 50)],
  users_profile_image_url_address: [users, "profileImageUrl", ...file()],
  users_login_provider_known: [users, "loginProvider", ...words("haitech", "google")],
  users_role_known: [users, "role", ...words("student", "volunteer", "mentor", "ambassador", "admin")],
  users_language_known: [users, "language", ...words("en", "fr", "ht", "es")],
  users_bio_length: [users, "bio", ...length(0, 500)],
  users_skills_length: [users, "skills", ...length(0, 200)],
  users_location_length: [users, "location", ...length(0, 100)],
  sessions_sid_hashed: [sessions, "sid", ...sha256()],
  password_reset_tokens_email_length: [passwordResetTokens, "email", ...length(1, 254)],
  password_reset_tokens_token_hash_hashed: [passwordResetTokens, "tokenHash", ...sha256()],
  password_reset_tokens_code_hash_hashed: [passwordResetTokens, "codeHash", ...sha256()],
  password_reset_tokens_code_tries_range: [passwordResetTokens, "codeTries", ...range(0, 5)],
  known_devices_device_hash_hashed: [knownDevices, "deviceHash", ...sha256()],
  learning_preferences_programs_known: [
    learningPreferences,
    "programs",
    [["general"], ["coding", ""]],
    [[], ["coding", "languages", "mentorship"]],
  ],
  learning_preferences_study_times_known: [
    learningPreferences,
    "studyTimes",
    [["nights"]],
    [[], ["mornings", "afternoons", "evenings", "weekends"]],
  ],
  learning_preferences_notifications_known: [
    learningPreferences,
    "notifications",
    [["spam"]],
    [[], ["sessions", "courses", "community", "news"]],
  ],
  courses_title_required: [courses, "title", ...required()],
  courses_description_length: [courses, "description", ...length(0, 2000)],
  courses_category_known: [courses, "category", ...words("coding", "languages", "cares")],
  courses_difficulty_required: [courses, "difficulty", ...required()],
  courses_estimated_hours_range: [courses, "estimatedHours", ...range(0)],
  courses_image_url_address: [courses, "imageUrl", ...file()],
  lessons_title_required: [lessons, "title", ...required()],
  lessons_video_url_address: [lessons, "videoUrl", ...file()],
  lessons_duration_range: [lessons, "duration", ...range(0)],
  user_course_progress_progress_percentage_range: [userCourseProgress, "progressPercentage", ...range(0, 100)],
  user_lesson_progress_watch_time_range: [userLessonProgress, "watchTime", ...range(0)],
  user_lesson_progress_completed: [userLessonProgress, "isCompleted", [true], [false]],
  achievements_title_required: [achievements, "title", ...required()],
  achievements_description_length: [achievements, "description", ...length(0, 2000)],
  achievements_icon_url_address: [achievements, "iconUrl", ...file()],
  achievements_condition_required: [achievements, "condition", ...required()],
  achievements_condition_value_range: [achievements, "conditionValue", ...range(0)],
  appointments_student_name_length: [appointments, "studentName", ...length(1, 100)],
  appointments_student_email_length: [appointments, "studentEmail", ...length(1, 254)],
  appointments_session_type_known: [appointments, "sessionType", ...words("tutoring", "mentoring", "consultation")],
  appointments_subject_known: [appointments, "subject", ...words("coding", "language", "career", "general")],
  appointments_preferred_time_known: [
    appointments,
    "preferredTime",
    ["08:00", "12:00", "13:00", "20:00", "9:00"],
    ["09:00", "10:00", "11:00", "14:00", "15:00", "16:00", "17:00", "18:00", "19:00"],
  ],
  appointments_duration_known: [appointments, "duration", [0, 29, 31, 45, 121], [30, 60, 90, 120]],
  appointments_description_length: [appointments, "description", ...length(0, 2000)],
  appointments_status_known: [
    appointments,
    "status",
    ...words("pending", "approved", "declined", "completed", "cancelled", "no_show"),
  ],
  appointments_priority_known: [appointments, "priority", ...words("low", "normal", "high")],
  appointments_idempotency_key_hash_hashed: [appointments, "idempotencyKeyHash", ...sha256()],
  available_time_slots_end_later: [availableTimeSlots, "endTime", ["08:00", "09:00"], ["09:01", "23:59"]],
  available_time_slots_max_bookings_range: [availableTimeSlots, "maxBookings", ...range(1)],
  available_time_slots_not_overbooked: [availableTimeSlots, "currentBookings", ...range(0, 1)],
  available_time_slots_session_types_known: [
    availableTimeSlots,
    "sessionTypes",
    [[], ["other"], ["tutoring", "other"]],
    [["tutoring"], ["consultation", "mentoring"]],
  ],
  session_feedback_student_rating_range: [sessionFeedback, "studentRating", ...range(1, 5)],
  session_feedback_tutor_rating_range: [sessionFeedback, "tutorRating", ...range(1, 5)],
  chat_threads_name_length: [chatThreads, "name", ...length(1, 100)],
  chat_threads_email_length: [chatThreads, "email", ...length(1, 254)],
  chat_threads_language_known: [chatThreads, "language", ...words("en", "fr", "ht", "es")],
  chat_threads_address_hash_hashed: [chatThreads, "addressHash", ...sha256()],
  chat_threads_state_known: [chatThreads, "state", ...words("open", "done")],
  chat_threads_last_sequence_range: [chatThreads, "lastSequence", ...range(0)],
  chat_threads_seen: [chatThreads, "seenSequence", ...range(0, 7), { lastSequence: 7 }],
  chat_threads_mailed: [chatThreads, "mailedSequence", ...range(0, 7), { lastSequence: 7 }],
  chat_threads_report: [chatThreads, "reportReason", [null], ["é"], { reportedAt: later }],
  chat_threads_report_reason_length: [chatThreads, "reportReason", ...length(1, 500), { reportedAt: later }],
  chat_keys_key_hash_hashed: [chatKeys, "keyHash", ...sha256()],
  saved_replies_title_length: [savedReplies, "title", ...length(1, 100)],
  saved_replies_en_length: [savedReplies, "en", ...length(0, 2000)],
  saved_replies_fr_length: [savedReplies, "fr", ...length(0, 2000)],
  saved_replies_ht_length: [savedReplies, "ht", ...length(0, 2000)],
  saved_replies_es_length: [savedReplies, "es", ...length(0, 2000)],
  saved_replies_said: [savedReplies, "en", [null], ["é"]],
  chat_messages_sequence_range: [chatMessages, "sequence", ...range(1)],
  chat_messages_sender_type_known: [chatMessages, "senderType", ...words("guest", "member", "admin")],
  chat_messages_name_length: [chatMessages, "name", ...length(1, 100)],
  chat_messages_email_length: [chatMessages, "email", ...length(1, 254)],
  chat_messages_message_length: [chatMessages, "message", ...length(1, 2000)],
  chat_messages_read: [chatMessages, "readAt", [later], [null]],
  donations_name_length: [donations, "name", ...length(1, 100)],
  donations_email_length: [donations, "email", ...length(1, 254)],
  donations_amount_range: [donations, "amount", ...range(100)],
  donations_message_length: [donations, "message", ...length(0, 500)],
  donations_status_known: [donations, "status", ...words("pending", "succeeded", "failed", "refunded", "disputed")],
  donations_currency_known: [donations, "currency", ...words("usd")],
  memberships_name_length: [memberships, "name", ...length(1, 100)],
  memberships_email_length: [memberships, "email", ...length(1, 254)],
  memberships_program_known: [
    memberships,
    "program",
    ...words("coding", "languages", "mentorship", "community", "general"),
  ],
  memberships_interests_length: [memberships, "interests", ...length(0, 500)],
  memberships_location_length: [memberships, "location", ...length(0, 100)],
  contacts_name_length: [contacts, "name", ...length(1, 100)],
  contacts_email_length: [contacts, "email", ...length(1, 254)],
  contacts_digest_hashed: [contacts, "digest", ...sha256()],
  contacts_message_length: [contacts, "message", ...length(1, 5000)],
  contacts_subject_known: [
    contacts,
    "subject",
    ...words("general", "coding", "languages", "cares", "partnership", "volunteer", "donation", "technical"),
  ],
  memberships_language_known: [memberships, "language", ...words("en", "fr", "ht", "es")],
  contacts_language_known: [contacts, "language", ...words("en", "fr", "ht", "es")],
  contacts_state_known: [contacts, "state", ...words("new", "answered", "done")],
  contact_replies_message_length: [contactReplies, "message", ...length(1, 5000)],
  team_members_version_range: [teamMembers, "version", ...range(1)],
  blog_posts_version_range: [blogPosts, "version", ...range(1)],
  testimonials_version_range: [testimonials, "version", ...range(1)],
  team_members_name_length: [teamMembers, "name", ...length(1, 100)],
  team_members_role_required: [teamMembers, "role", ...required()],
  team_members_bio_required: [teamMembers, "bio", ...required()],
  team_members_image_url_address: [teamMembers, "imageUrl", ...file()],
  team_members_linkedin_url_address: [teamMembers, "linkedinUrl", ...page()],
  team_members_twitter_url_address: [teamMembers, "twitterUrl", ...page()],
  team_members_github_url_address: [teamMembers, "githubUrl", ...page()],
  blog_posts_title_required: [blogPosts, "title", ...required()],
  blog_posts_excerpt_required: [blogPosts, "excerpt", ...required()],
  blog_posts_content_required: [blogPosts, "content", ...required()],
  blog_posts_author_length: [blogPosts, "author", ...length(1, 100)],
  blog_posts_author_image_url_address: [blogPosts, "authorImageUrl", ...file()],
  blog_posts_image_url_address: [blogPosts, "imageUrl", ...file()],
  testimonials_name_length: [testimonials, "name", ...length(1, 100)],
  testimonials_role_required: [testimonials, "role", ...required()],
  testimonials_content_required: [testimonials, "content", ...required()],
  testimonials_image_url_address: [testimonials, "imageUrl", ...file()],
  testimonials_rating_range: [testimonials, "rating", ...range(1, 5)],
  volunteer_applications_role_known: [applications, "role", ...words("volunteer", "mentor", "ambassador")],
  volunteer_applications_first_name_length: [applications, "firstName", ...length(1, 50)],
  volunteer_applications_last_name_length: [applications, "lastName", ...length(1, 50)],
  volunteer_applications_email_length: [applications, "email", ...length(1, 254)],
  volunteer_applications_languages_length: [applications, "languages", ...length(0, 200)],
  volunteer_applications_skills_length: [applications, "skills", ...length(0, 500)],
  volunteer_applications_availability_length: [applications, "availability", ...length(0, 300)],
  volunteer_applications_linkedin_url_address: [applications, "linkedinUrl", ...page()],
  volunteer_applications_website_url_address: [applications, "websiteUrl", ...page()],
  volunteer_applications_motivation_length: [applications, "motivation", ...length(10, 1000)],
  volunteer_applications_experience_length: [applications, "experience", ...length(0, 1000)],
  volunteer_applications_referral_length: [applications, "referral", ...length(0, 200)],
  volunteer_applications_status_required: [applications, "status", ...required()],
}
