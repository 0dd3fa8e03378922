import { NOTES_LENGTH } from "@haitech/contract/admin/appointments"
import {
  APPOINTMENT_STATUSES,
  APPOINTMENT_SUBJECTS,
  DEFAULT_DURATION,
  DEFAULT_PRIORITY,
  DESCRIPTION_LENGTH,
  DURATIONS,
  PRIORITIES,
  SESSION_TYPES,
  WAITING_PLACES,
} from "@haitech/contract/appointments"
import type { AppointmentId } from "@haitech/contract/ids"
import { LANGUAGES } from "@haitech/contract/languages"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { type Column, type SQL, sql } from "drizzle-orm"
import {
  boolean,
  check,
  date,
  type ExtraConfigColumn,
  index,
  integer,
  snakeCase,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { availableTimeSlots, tutors } from "#features/appointments/table/slots.ts"
import {
  createdAt,
  hashed,
  id,
  instant,
  lengthBetween,
  maxLength,
  minValue,
  oneOf,
  updatedAt,
  valueBetween,
} from "#platform/db/columns.ts"

type IndexedColumn = Column | ExtraConfigColumn

/** One value to page by: high priority first, then who waits longest. A plain timestamp, as an index requires. */
export function urgencyOf(column: { readonly priority: IndexedColumn; readonly createdAt: IndexedColumn }): SQL {
  return sql`((${column.createdAt} at time zone 'UTC' + case ${column.priority} when 'high' then interval '0' when 'normal' then interval '1000 years' else interval '2000 years' end) at time zone 'UTC')`
}

export function startColumn(column: {
  readonly scheduledAt: IndexedColumn
  readonly preferredDate: IndexedColumn
}): SQL {
  return sql`coalesce(${column.scheduledAt}, ${column.preferredDate})`
}

/**
 * `userId` is null for visitors (spec §7). `preferredDate` is authoritative; `preferredTime` is as chosen (D5). The
 * migration adds `appointments_tutor_free`: pending and approved sessions of a tutor overlap only within one slot.
 */
export const appointments = snakeCase.table(
  "appointments",
  {
    id: id<AppointmentId>(),
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    studentName: text().notNull(),
    studentEmail: text().notNull(),
    sessionType: text({ enum: SESSION_TYPES }).notNull(),
    subject: text({ enum: APPOINTMENT_SUBJECTS }).notNull(),
    preferredDate: instant().notNull(),
    preferredTime: text().notNull(),
    duration: integer().$type<(typeof DURATIONS)[number]>().notNull().default(DEFAULT_DURATION),
    description: text(),
    status: text({ enum: APPOINTMENT_STATUSES }).notNull().default("pending"),
    priority: text({ enum: PRIORITIES }).notNull().default(DEFAULT_PRIORITY),
    adminNotes: text(),
    calendarEventId: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The time that was agreed on instead of `preferredDate`. */
    scheduledAt: instant(),
    endsAt: instant().notNull(),
    /** Null when no slot was open on the day. */
    slotId: uuid().references(() => availableTimeSlots.id, { onDelete: "set null" }),
    tutorId: uuid().references(() => tutors.userId, { onDelete: "set null" }),
    /** Its tutor deleted the account when it was approved. */
    tutorLeft: boolean().notNull().default(false),
    /** The student's, as their browser said. */
    timeZone: text(),
    language: text({ enum: LANGUAGES }).notNull().default("en"),
    /** Counts the changes that the student was told about: `SEQUENCE` of the calendar file (RFC 5545, 3.8.7.4). */
    revision: integer().notNull().default(0),
    /** The revision that the external calendar shows; null while it shows none. */
    calendarRevision: integer(),
    idempotencyKeyHash: text(),
  },
  (appointment) => [
    // Stores a repeated request once while it is pending: a double click, or a retry after a lost response.
    uniqueIndex("appointments_pending_unique")
      .on(
        sql`lower(${appointment.studentEmail})`,
        appointment.preferredDate,
        appointment.sessionType,
        appointment.subject,
      )
      .where(sql`${appointment.status} = 'pending'`),
    index("appointments_newest").on(appointment.createdAt, appointment.id),
    index("appointments_coming").on(startColumn(appointment), appointment.id),
    index("appointments_status").on(appointment.status, appointment.createdAt, appointment.id),
    index("appointments_of_tutor").on(appointment.tutorId, appointment.createdAt, appointment.id),
    index("appointments_urgent")
      .on(urgencyOf(appointment), appointment.id)
      .where(sql`${appointment.status} = 'pending'`),
    index("appointments_user").on(appointment.userId, appointment.preferredDate),
    index("appointments_email").on(sql`lower(${appointment.studentEmail})`),
    index("appointments_slot").on(appointment.slotId),
    index("appointments_tutor").on(appointment.tutorId, appointment.endsAt),
    check(
      "appointments_ends_at",
      sql`${appointment.endsAt} - ${startColumn(appointment)} = ${appointment.duration} * interval '1 minute'`,
    ),
    lengthBetween(appointment.timeZone, 1, 64),
    minValue(appointment.revision, 0),
    oneOf(appointment.language, LANGUAGES),
    maxLength(appointment.adminNotes, NOTES_LENGTH),
    lengthBetween(appointment.studentName, 1, NAME_LENGTH),
    lengthBetween(appointment.studentEmail, 1, EMAIL_LENGTH),
    oneOf(appointment.sessionType, SESSION_TYPES),
    oneOf(appointment.subject, APPOINTMENT_SUBJECTS),
    check("appointments_preferred_time_clock", sql`${appointment.preferredTime} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    oneOf(appointment.duration, DURATIONS),
    maxLength(appointment.description, DESCRIPTION_LENGTH),
    oneOf(appointment.status, APPOINTMENT_STATUSES),
    hashed(appointment.idempotencyKeyHash),
    oneOf(appointment.priority, PRIORITIES),
  ],
)

/** Who is told when a place on a full day comes free, the longest waiting first. Who was told has no `place` any more. */
export const waitingForSlots = snakeCase.table(
  "waiting_for_slots",
  {
    id: id(),
    date: date().notNull(),
    place: integer(),
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    email: text().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    sessionType: text({ enum: SESSION_TYPES }).notNull(),
    toldAt: instant(),
    createdAt: createdAt(),
  },
  (waiting) => [
    unique("waiting_for_slots_place_unique").on(waiting.date, waiting.place),
    uniqueIndex("waiting_for_slots_email_unique").on(waiting.date, sql`lower(${waiting.email})`),
    index("waiting_for_slots_user").on(waiting.userId),
    index("waiting_for_slots_email").on(sql`lower(${waiting.email})`),
    valueBetween(waiting.place, 1, WAITING_PLACES),
    check("waiting_for_slots_placed", sql`${waiting.place} is not null or ${waiting.toldAt} is not null`),
    lengthBetween(waiting.email, 1, EMAIL_LENGTH),
    oneOf(waiting.language, LANGUAGES),
    oneOf(waiting.sessionType, SESSION_TYPES),
  ],
)

export const sessionFeedback = snakeCase.table(
  "session_feedback",
  {
    id: id(),
    appointmentId: uuid()
      .notNull()
      .references(() => appointments.id, { onDelete: "cascade" }),
    studentRating: integer(),
    studentFeedback: text(),
    tutorRating: integer(),
    tutorFeedback: text(),
    sessionNotes: text(),
    followUpRequired: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (feedback) => [
    unique("session_feedback_once").on(feedback.appointmentId),
    valueBetween(feedback.studentRating, 1, 5),
    valueBetween(feedback.tutorRating, 1, 5),
  ],
)

export type AppointmentRow = typeof appointments.$inferSelect
export type WaitingForSlotRow = typeof waitingForSlots.$inferSelect
export type SessionFeedbackRow = typeof sessionFeedback.$inferSelect
