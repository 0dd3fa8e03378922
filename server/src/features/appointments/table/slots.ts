import { CLOSED_DAY_NAME_LENGTH, MAX_PLACES } from "@haitech/contract/admin/slots"
import { NOTICE_HOURS, WEEKLY_LIMIT_MAX } from "@haitech/contract/admin/tutors"
import { APPOINTMENT_SUBJECTS, SESSION_TYPES } from "@haitech/contract/appointments"
import { LANGUAGES } from "@haitech/contract/languages"
import { TUTOR_ROLES } from "@haitech/contract/roles"
import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm"
import { boolean, check, date, index, integer, snakeCase, text, time, unique, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import {
  createdAt,
  id,
  instant,
  lengthBetween,
  nonEmptySubsetOf,
  subsetOf,
  updatedAt,
  valueBetween,
  webAddress,
} from "#platform/db/columns.ts"

/** A volunteer who gives sessions. Bookings of a tutor lock this row, so that the weekly limit holds. */
export const tutors = snakeCase.table(
  "tutors",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** An IANA name; the tutor's slots are on this clock. */
    timeZone: text().notNull(),
    weeklyLimit: integer(),
    noticeHours: integer().notNull().default(NOTICE_HOURS.default),
    meetingUrl: text(),
    pausedFrom: date(),
    pausedUntil: date(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Empty while nobody has said; so are the subjects. */
    languages: text({ enum: LANGUAGES }).array().notNull().default([]),
    subjects: text({ enum: APPOINTMENT_SUBJECTS }).array().notNull().default([]),
  },
  (tutor) => [
    subsetOf(tutor.languages, LANGUAGES),
    subsetOf(tutor.subjects, APPOINTMENT_SUBJECTS),
    lengthBetween(tutor.timeZone, 1, 64),
    valueBetween(tutor.weeklyLimit, 1, WEEKLY_LIMIT_MAX),
    valueBetween(tutor.noticeHours, 0, NOTICE_HOURS.max),
    webAddress(tutor.meetingUrl),
    check(
      "tutors_pause",
      sql`${tutor.pausedUntil} is null or coalesce(${tutor.pausedUntil} >= ${tutor.pausedFrom}, false)`,
    ),
  ],
)

/** The rule by which slots repeat: on `timeZone`'s clock, from `firstDate` on every `weeks` weeks. */
export const slotSeries = snakeCase.table(
  "slot_series",
  {
    id: id(),
    tutorId: uuid().references(() => tutors.userId, { onDelete: "cascade" }),
    timeZone: text().notNull(),
    firstDate: date().notNull(),
    /** The last possible day, included; null is without end. */
    untilDate: date(),
    weeks: integer().notNull().default(1),
    startTime: time({ precision: 0 }).notNull(),
    endTime: time({ precision: 0 }).notNull(),
    maxBookings: integer().notNull().default(1),
    sessionTypes: text({ enum: SESSION_TYPES }).array().notNull(),
    skipsClosedDays: boolean().notNull().default(true),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (series) => [
    index("slot_series_tutor").on(series.tutorId),
    index("slot_series_created_by").on(series.createdBy),
    lengthBetween(series.timeZone, 1, 64),
    valueBetween(series.weeks, 1, 4),
    check("slot_series_end_later", sql`${series.endTime} > ${series.startTime}`),
    check("slot_series_until_later", sql`${series.untilDate} >= ${series.firstDate}`),
    valueBetween(series.maxBookings, 1, MAX_PLACES),
    nonEmptySubsetOf(series.sessionTypes, SESSION_TYPES),
  ],
)

/** Days of the site's time zone on which series open no slots: holidays. */
export const closedDays = snakeCase.table(
  "closed_days",
  { date: date().primaryKey(), name: text().notNull(), createdAt: createdAt() },
  (day) => [lengthBetween(day.name, 1, CLOSED_DAY_NAME_LENGTH)],
)

/**
 * `date`, `startTime` and `endTime` are on the site's clock (spec §3); `startsAt` and `endsAt` decide. The migration adds
 * `available_time_slots_apart`: open slots of a tutor, and those without a tutor, do not overlap.
 */
export const availableTimeSlots = snakeCase.table(
  "available_time_slots",
  {
    id: id(),
    tutorId: uuid().references(() => tutors.userId, { onDelete: "cascade" }),
    seriesId: uuid().references(() => slotSeries.id, { onDelete: "set null" }),
    /** The day of the series, on its own clock: identifies the slot when its instant changes. */
    seriesDate: date(),
    date: date().notNull(),
    startTime: time({ precision: 0 }).notNull(),
    endTime: time({ precision: 0 }).notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
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
    unique("available_time_slots_beginning_unique").on(slot.tutorId, slot.startsAt).nullsNotDistinct(),
    unique("available_time_slots_series_unique").on(slot.seriesId, slot.seriesDate),
    index("available_time_slots_starts_at").on(slot.startsAt),
    index("available_time_slots_date").on(slot.date),
    index("available_time_slots_created_by").on(slot.createdBy),
    check("available_time_slots_end_later", sql`${slot.endsAt} > ${slot.startsAt}`),
    valueBetween(slot.maxBookings, 1, MAX_PLACES),
    check("available_time_slots_not_overbooked", sql`${slot.currentBookings} between 0 and ${slot.maxBookings}`),
    nonEmptySubsetOf(slot.sessionTypes, SESSION_TYPES),
  ],
)

export const mayBeTutor = and(
  eq(users.approved, true),
  or(eq(users.isAdmin, true), and(inArray(users.role, [...TUTOR_ROLES]), isNotNull(users.roleApprovedAt))),
)

export type TutorRow = typeof tutors.$inferSelect
export type SlotSeriesRow = typeof slotSeries.$inferSelect
export type AvailableTimeSlotRow = typeof availableTimeSlots.$inferSelect
