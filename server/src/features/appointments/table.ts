import {
  APPOINTMENT_STATUSES,
  APPOINTMENT_SUBJECTS,
  DEFAULT_DURATION,
  DEFAULT_PRIORITY,
  DESCRIPTION_LENGTH,
  DURATIONS,
  PRIORITIES,
  SESSION_TYPES,
  START_TIMES,
} from "@haitech/contract/appointments"
import type { AppointmentId } from "@haitech/contract/ids"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  date,
  index,
  integer,
  snakeCase,
  text,
  time,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import {
  createdAt,
  hashed,
  id,
  instant,
  lengthBetween,
  maxLength,
  minValue,
  nonEmptySubsetOf,
  oneOf,
  updatedAt,
  valueBetween,
} from "#platform/db/columns.ts"

/** `userId` is null for visitors (spec §7). `preferredDate` is authoritative; `preferredTime` is as chosen (D5). */
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
    preferredTime: text({ enum: START_TIMES }).notNull(),
    duration: integer().$type<(typeof DURATIONS)[number]>().notNull().default(DEFAULT_DURATION),
    description: text(),
    status: text({ enum: APPOINTMENT_STATUSES }).notNull().default("pending"),
    priority: text({ enum: PRIORITIES }).notNull().default(DEFAULT_PRIORITY),
    adminNotes: text(),
    calendarEventId: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    scheduledAt: instant(),
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
    index("appointments_coming").on(appointment.preferredDate),
    index("appointments_user").on(appointment.userId, appointment.preferredDate),
    index("appointments_email").on(sql`lower(${appointment.studentEmail})`),
    lengthBetween(appointment.studentName, 1, NAME_LENGTH),
    lengthBetween(appointment.studentEmail, 1, EMAIL_LENGTH),
    oneOf(appointment.sessionType, SESSION_TYPES),
    oneOf(appointment.subject, APPOINTMENT_SUBJECTS),
    oneOf(appointment.preferredTime, START_TIMES),
    oneOf(appointment.duration, DURATIONS),
    maxLength(appointment.description, DESCRIPTION_LENGTH),
    oneOf(appointment.status, APPOINTMENT_STATUSES),
    hashed(appointment.idempotencyKeyHash),
    oneOf(appointment.priority, PRIORITIES),
  ],
)

/** In the site's time zone. The start is unique, so that an instant identifies one slot. */
export const availableTimeSlots = snakeCase.table(
  "available_time_slots",
  {
    id: id(),
    date: date().notNull(),
    startTime: time({ precision: 0 }).notNull(),
    endTime: time({ precision: 0 }).notNull(),
    isAvailable: boolean().notNull().default(true),
    maxBookings: integer().notNull().default(1),
    currentBookings: integer().notNull().default(0),
    sessionTypes: text({ enum: SESSION_TYPES })
      .array()
      .notNull()
      .default([...SESSION_TYPES]),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (slot) => [
    unique("available_time_slots_beginning_unique").on(slot.date, slot.startTime),
    index("available_time_slots_created_by").on(slot.createdBy),
    check("available_time_slots_end_later", sql`${slot.endTime} > ${slot.startTime}`),
    minValue(slot.maxBookings, 1),
    check("available_time_slots_not_overbooked", sql`${slot.currentBookings} between 0 and ${slot.maxBookings}`),
    nonEmptySubsetOf(slot.sessionTypes, SESSION_TYPES),
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
export type AvailableTimeSlotRow = typeof availableTimeSlots.$inferSelect
export type SessionFeedbackRow = typeof sessionFeedback.$inferSelect
