import * as z from "zod/mini"
import { APPOINTMENT_STATUSES, Appointment, RATING } from "#appointments.ts"
import { AppointmentId, UserId } from "#ids.ts"
import { exportQuery, listQuery, page } from "#lists.ts"
import { Download, route } from "#route.ts"
import { nullableText, optionalText } from "#text.ts"
import { Instant } from "#time.ts"
import { ClosedDay, Slot } from "./slots.ts"

export const NOTES_LENGTH = 5000
export const CALENDAR_DAYS = 42

/** `meetingUrl` is null unless the session is approved. */
export const AppointmentRecord = z.object({
  ...Appointment.shape,
  endsAt: Instant,
  adminNotes: z.nullable(z.string()),
  slotId: z.nullable(z.uuid()),
  tutorId: z.nullable(UserId),
  tutorName: z.nullable(z.string()),
  meetingUrl: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  updatedAt: Instant,
})
export type AppointmentRecord = z.output<typeof AppointmentRecord>

export const Feedback = z.object({
  studentRating: z.nullable(z.int()),
  studentFeedback: z.nullable(z.string()),
  tutorRating: z.nullable(z.int()),
  tutorFeedback: z.nullable(z.string()),
  sessionNotes: z.nullable(z.string()),
  followUpRequired: z.boolean(),
})
export type Feedback = z.output<typeof Feedback>

const filters = { status: z.optional(z.enum(APPOINTMENT_STATUSES, "state.unknown")), tutorId: z.optional(UserId) }

/** `urgent`: pending requests of high priority first, then those that wait longest. */
export const listAppointments = route({
  method: "GET",
  path: "/api/admin/appointments",
  access: "admin",
  query: listQuery(filters, ["newest", "coming", "urgent"]),
  list: true,
  reply: page(AppointmentRecord),
})

export const exportAppointments = route({
  method: "GET",
  path: "/api/admin/appointments/export",
  access: "admin",
  query: exportQuery(filters),
  reply: Download,
})

export const readAppointment = route({
  method: "GET",
  path: "/api/admin/appointments/:id",
  access: "admin",
  params: z.object({ id: AppointmentId }),
  reply: z.object({ ...AppointmentRecord.shape, feedback: z.nullable(Feedback) }),
})

/** The states of D5. `was` is the state that the administrator saw: another one by now is 409 `record.changed`. */
export const changeAppointment = route({
  method: "PATCH",
  path: "/api/admin/appointments/:id",
  access: "admin",
  params: z.object({ id: AppointmentId }),
  body: z.strictObject({
    was: z.optional(z.enum(APPOINTMENT_STATUSES, "state.unknown")),
    status: z.optional(z.enum(APPOINTMENT_STATUSES, "state.unknown")),
    adminNotes: z.optional(nullableText(NOTES_LENGTH, "notes.too_long")),
    scheduledAt: z.optional(Instant),
    tutorId: z.optional(z.nullable(UserId)),
  }),
  reply: AppointmentRecord,
})

export const saveFeedback = route({
  method: "PUT",
  path: "/api/admin/appointments/:id/feedback",
  access: "admin",
  params: z.object({ id: AppointmentId }),
  body: z.strictObject({
    tutorRating: z.optional(
      z.int("rating.invalid").check(z.minimum(RATING.min, "rating.invalid"), z.maximum(RATING.max, "rating.invalid")),
    ),
    tutorFeedback: optionalText(NOTES_LENGTH, "notes.too_long"),
    sessionNotes: optionalText(NOTES_LENGTH, "notes.too_long"),
    followUpRequired: z.boolean("invalid"),
  }),
  reply: Feedback,
})

/** A session that somebody moved in the external calendar, or deleted there: then `calendarStartsAt` is null. */
export const CalendarDifference = z.object({
  id: AppointmentId,
  studentName: z.string(),
  startsAt: Instant,
  calendarStartsAt: z.nullable(Instant),
})
export type CalendarDifference = z.output<typeof CalendarDifference>

export const listCalendarDifferences = route({
  method: "GET",
  path: "/api/admin/calendar/differences",
  access: "admin",
  reply: z.array(CalendarDifference),
})

/** `ours` writes the session into the calendar again; `calendar` moves the session, or cancels it. */
export const settleCalendarDifference = route({
  method: "POST",
  path: "/api/admin/calendar/differences/:id",
  access: "admin",
  params: z.object({ id: AppointmentId }),
  body: z.strictObject({ take: z.enum(["ours", "calendar"], "invalid") }),
  reply: AppointmentRecord,
})

/** The address of a private calendar (RFC 5545) with the sessions; the one before it stops working. It is shown once. */
export const createCalendarFeed = route({
  method: "POST",
  path: "/api/admin/calendar/feed",
  access: "admin",
  status: 201,
  reply: z.object({ url: z.string() }),
})

export const deleteCalendarFeed = route({
  method: "DELETE",
  path: "/api/admin/calendar/feed",
  access: "admin",
  status: 204,
  reply: z.undefined(),
})

/** `thisWeek` counts the next seven days (D5). */
export const readCalendar = route({
  method: "GET",
  path: "/api/admin/calendar",
  access: "admin",
  reply: z.object({
    pending: z.int(),
    approved: z.int(),
    thisWeek: z.int(),
    highPriority: z.int(),
    isExternal: z.boolean(),
    feedSince: z.nullable(Instant),
  }),
})

export const readCalendarDays = route({
  method: "GET",
  path: "/api/admin/calendar/days",
  access: "admin",
  query: z.strictObject({
    from: z.string("date.required").check(z.iso.date("date.invalid")),
    days: z.pipe(
      z.pipe(z.string("invalid").check(z.regex(/^\d{1,2}$/, "invalid")), z.transform(Number)),
      z.int("invalid").check(z.minimum(1, "invalid"), z.maximum(CALENDAR_DAYS, "invalid")),
    ),
  }),
  reply: z.object({
    appointments: z.array(AppointmentRecord),
    slots: z.array(Slot),
    closedDays: z.array(ClosedDay),
  }),
})
