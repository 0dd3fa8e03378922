import type { PgTable } from "drizzle-orm/pg-core"
import { v7 } from "uuid"
import { calendarDifferences, calendarFeeds, calendarReads } from "#features/appointments/table/calendar.ts"
import { hoursProofs } from "#features/appointments/table/hours-proofs.ts"
import { availableTimeSlots, closedDays, slotSeries, tutors } from "#features/appointments/table/slots.ts"
import { appointments, sessionFeedback, waitingForSlots } from "#features/appointments/table.ts"
import { length, page, range, required, sha256, words } from "#platform/db/testing-violations.ts"
import { withInstants } from "#testing-appointments.ts"

export type Row = Readonly<Record<string, unknown>>

/** For each check constraint: its table and field, refused values, accepted values, and other fields of the row. */
export type Case = readonly [PgTable, string, readonly unknown[], readonly unknown[], Row?]

export const appointment = v7()
const later = new Date("2027-01-01T14:00:00Z")
const anHourLater = new Date("2027-01-01T15:00:00Z")
const booking = {
  studentName: "Ada",
  studentEmail: "ada@example.org",
  preferredDate: later,
  preferredTime: "09:00",
}
const slot = withInstants({ date: "2027-01-01", startTime: "09:00", endTime: "10:00" })
const hours = { timeZone: "Europe/Paris", firstDate: "2027-01-01", startTime: "09:00", endTime: "10:00" }
const series = { ...hours, sessionTypes: ["tutoring"] }
const waiting = { date: "2027-01-01", place: 1, email: "ada@example.org", language: "fr", sessionType: "tutoring" }
export const tutoring = { ...booking, sessionType: "tutoring", subject: "coding" }

export const PROOF = {
  code: "0123456789AB",
  name: "Ada",
  role: "mentor",
  fromDay: "2026-01-01",
  untilDay: "2026-12-31",
  minutes: 90,
  sessions: 1,
  language: "en",
} as const

export const appointmentRows = (user: string): readonly (readonly [PgTable, Row, Row])[] => [
  [
    appointments,
    tutoring,
    {
      duration: 60,
      status: "pending",
      priority: "normal",
      userId: null,
      language: "en",
      revision: 0,
      endsAt: anHourLater,
    },
  ],
  [
    availableTimeSlots,
    slot,
    { isAvailable: true, maxBookings: 1, currentBookings: 0, sessionTypes: ["tutoring", "mentoring", "consultation"] },
  ],
  [
    tutors,
    { userId: user, timeZone: "UTC" },
    { noticeHours: 12, weeklyLimit: null, pausedFrom: null, languages: [], subjects: [] },
  ],
  [hoursProofs, { ...PROOF, userId: user }, { revokedAt: null, revokedReason: null }],
  [slotSeries, series, { weeks: 1, maxBookings: 1, skipsClosedDays: true, untilDate: null, tutorId: null }],
  [closedDays, { date: "2027-01-01", name: "New Year" }, {}],
  [waitingForSlots, waiting, { toldAt: null, userId: null }],
  [calendarReads, { id: 1, syncToken: "x", readAt: later }, {}],
  [calendarDifferences, { appointmentId: appointment }, { startsAt: null, endsAt: null }],
  [calendarFeeds, { userId: user, tokenHash: "0123456789abcdef".repeat(4) }, {}],
  [sessionFeedback, { appointmentId: appointment }, { followUpRequired: false }],
]

export const APPOINTMENT_CHECKS: Record<string, Case> = {
  appointments_student_name_length: [appointments, "studentName", ...length(1, 100)],
  appointments_student_email_length: [appointments, "studentEmail", ...length(1, 254)],
  appointments_session_type_known: [appointments, "sessionType", ...words("tutoring", "mentoring", "consultation")],
  appointments_subject_known: [appointments, "subject", ...words("coding", "language", "career", "general")],
  appointments_preferred_time_clock: [
    appointments,
    "preferredTime",
    ["9:00", "24:00", "09:60", "09:00:00", ""],
    ["00:00", "04:00", "09:30", "19:00", "23:59"],
  ],
  appointments_duration_known: [appointments, "duration", [0, 29, 31, 45, 121], [60]],
  appointments_ends_at: [
    appointments,
    "endsAt",
    [later, new Date(later.getTime() + 3_599_999)],
    [new Date(later.getTime() + 3_600_000)],
  ],
  appointments_time_zone_length: [appointments, "timeZone", ...length(1, 64)],
  appointments_language_known: [appointments, "language", ...words("en", "fr", "ht", "es")],
  appointments_revision_range: [appointments, "revision", ...range(0)],
  appointments_admin_notes_length: [appointments, "adminNotes", ...length(0, 5000)],
  appointments_description_length: [appointments, "description", ...length(0, 2000)],
  appointments_status_known: [
    appointments,
    "status",
    ...words("pending", "approved", "declined", "completed", "cancelled", "no_show"),
  ],
  appointments_priority_known: [appointments, "priority", ...words("low", "normal", "high")],
  appointments_idempotency_key_hash_hashed: [appointments, "idempotencyKeyHash", ...sha256()],
  tutors_time_zone_length: [tutors, "timeZone", ...length(1, 64)],
  tutors_weekly_limit_range: [tutors, "weeklyLimit", ...range(1, 60)],
  tutors_notice_hours_range: [tutors, "noticeHours", ...range(0, 336)],
  tutors_pause: [
    tutors,
    "pausedUntil",
    ["2026-12-31"],
    ["2027-01-01", "2027-02-01", null],
    { pausedFrom: "2027-01-01" },
  ],
  tutors_languages_known: [tutors, "languages", [["de"], ["fr", ""]], [[], ["en", "fr", "ht", "es"]]],
  tutors_subjects_known: [tutors, "subjects", [["math"]], [[], ["coding", "language", "career", "general"]]],
  tutors_meeting_url_address: [tutors, "meetingUrl", ...page()],
  hours_proofs_code_known: [
    hoursProofs,
    "code",
    ["", "0123456789A", "0123456789ABC", "0123456789ab"],
    ["ZZZZZZZZZZZZ"],
  ],
  hours_proofs_name_length: [hoursProofs, "name", ...length(1, 100)],
  hours_proofs_role_known: [hoursProofs, "role", ...words("volunteer", "mentor", "admin")],
  hours_proofs_until_later: [hoursProofs, "untilDay", ["2025-12-31"], ["2026-01-01", "2026-01-02"]],
  hours_proofs_minutes_range: [hoursProofs, "minutes", ...range(1)],
  hours_proofs_sessions_range: [hoursProofs, "sessions", ...range(1)],
  hours_proofs_language_known: [hoursProofs, "language", ...words("en", "fr", "ht", "es")],
  hours_proofs_revoked_reason_length: [hoursProofs, "revokedReason", ...length(1, 500), { revokedAt: later }],
  hours_proofs_revoked: [hoursProofs, "revokedReason", [null], ["é"], { revokedAt: later }],
  slot_series_time_zone_length: [slotSeries, "timeZone", ...length(1, 64)],
  slot_series_weeks_range: [slotSeries, "weeks", ...range(1, 4)],
  slot_series_end_later: [slotSeries, "endTime", ["08:00", "09:00"], ["09:01", "23:59"]],
  slot_series_until_later: [slotSeries, "untilDate", ["2026-12-31"], ["2027-01-01", "2027-01-02"]],
  slot_series_max_bookings_range: [slotSeries, "maxBookings", ...range(1, 50)],
  slot_series_session_types_known: [slotSeries, "sessionTypes", [[], ["other"]], [["tutoring"], ["consultation"]]],
  closed_days_name_length: [closedDays, "name", ...length(1, 80)],
  waiting_for_slots_place_range: [waitingForSlots, "place", ...range(1, 3)],
  waiting_for_slots_placed: [waitingForSlots, "toldAt", [null], [later], { place: null }],
  waiting_for_slots_email_length: [waitingForSlots, "email", ...length(1, 254)],
  waiting_for_slots_language_known: [waitingForSlots, "language", ...words("en", "fr", "ht", "es")],
  waiting_for_slots_session_type_known: [
    waitingForSlots,
    "sessionType",
    ...words("tutoring", "mentoring", "consultation"),
  ],
  available_time_slots_end_later: [
    availableTimeSlots,
    "endsAt",
    [new Date("2027-01-01T14:00:00Z"), new Date("2027-01-01T13:00:00Z")],
    [new Date("2027-01-01T14:00:00.001Z")],
  ],
  available_time_slots_max_bookings_range: [availableTimeSlots, "maxBookings", ...range(1, 50)],
  available_time_slots_not_overbooked: [availableTimeSlots, "currentBookings", ...range(0, 1)],
  available_time_slots_session_types_known: [
    availableTimeSlots,
    "sessionTypes",
    [[], ["other"], ["tutoring", "other"]],
    [["tutoring"], ["consultation", "mentoring"]],
  ],
  calendar_reads_id_range: [calendarReads, "id", ...range(1, 1)],
  calendar_reads_sync_token_required: [calendarReads, "syncToken", ...required()],
  calendar_feeds_token_hash_hashed: [calendarFeeds, "tokenHash", ...sha256()],
  session_feedback_student_rating_range: [sessionFeedback, "studentRating", ...range(1, 5)],
  session_feedback_tutor_rating_range: [sessionFeedback, "tutorRating", ...range(1, 5)],
}

const OTHER_CODE = "000000000000"
const OTHER_WAITING = { place: 2, email: "eve@example.org" }

const unique = (user: string): Record<string, readonly [PgTable, Row, Row, Row]> => {
  const proof = { ...PROOF, userId: user }
  return {
    hours_proofs_code_unique: [hoursProofs, proof, { sessions: 2 }, { sessions: 2, code: OTHER_CODE }],
    hours_proofs_once: [hoursProofs, proof, { code: OTHER_CODE }, { code: OTHER_CODE, minutes: 91 }],
    waiting_for_slots_place_unique: [waitingForSlots, waiting, { email: OTHER_WAITING.email }, OTHER_WAITING],
    waiting_for_slots_email_unique: [waitingForSlots, waiting, { place: 2, email: "ADA@EXAMPLE.ORG" }, OTHER_WAITING],
  }
}

const foreignKeys = (): Record<string, readonly [PgTable, Row]> => ({
  hours_proofs_user_id_users_id_fkey: [hoursProofs, { ...PROOF, userId: v7() }],
})

export const appointmentCases = { unique, foreignKeys }
