import * as z from "zod/mini"
import type { Role } from "./accounts.ts"
import { NOTES_LENGTH } from "./admin/appointments.ts"
import { CreateOwnSlots, Slot, SlotParams, SlotScope } from "./admin/slots.ts"
import { TutorSettings } from "./admin/tutors.ts"
import { APPOINTMENT_STATUSES, Appointment, RATING, SESSION_TYPES } from "./appointments.ts"
import { AppointmentId } from "./ids.ts"
import { listQuery, openEnum, page } from "./lists.ts"
import { LEARNING_PROGRAMS } from "./members.ts"
import { ROLE_ACCESS } from "./roles.ts"
import { route } from "./route.ts"
import { Day } from "./slots.ts"
import { optionalText } from "./text.ts"
import { Instant, TimeZone } from "./time.ts"

export const OWN_PAST_SESSIONS = 50
/** How long the questions that a student asked in a lesson are shown to the tutor. */
export const ASKED_DAYS = 30
export const SESSION_OUTCOMES = ["completed", "no_show"] as const

export const TUTORING_ROLES = ROLE_ACCESS.tutor satisfies readonly Role[]

/** `settings` is null until the first save. `screenedUntil` is null while a step of the screening is missing. */
export const OwnTutor = z.object({
  settings: z.nullable(z.object(TutorSettings.shape)),
  screenedUntil: z.nullable(Instant),
})
export type OwnTutor = z.output<typeof OwnTutor>

export const readOwnTutor = route({ method: "GET", path: "/api/tutor", access: "tutor", reply: OwnTutor })

/** The first save makes the member a tutor. */
export const saveOwnTutor = route({
  method: "PUT",
  path: "/api/tutor",
  access: "tutor",
  body: TutorSettings,
  reply: OwnTutor,
})

/** What a tutor sees of a booking: a first name, and never how to reach the student. */
export const TutorBooking = z.object({
  ...z.pick(Appointment, { id: true, sessionType: true, subject: true, preferredDate: true, duration: true }).shape,
  scheduledAt: Appointment.shape.scheduledAt,
  status: openEnum(APPOINTMENT_STATUSES),
  studentName: z.nullable(z.string()),
})
export type TutorBooking = z.output<typeof TutorBooking>

export const listPausedSessions = route({
  method: "GET",
  path: "/api/tutor/pause",
  access: "tutor",
  query: z.strictObject({ from: Day, until: z.optional(Day), timeZone: TimeZone }),
  reply: z.array(TutorBooking),
})

const { tutorId: _tutor, tutorName: _name, createdAt: _since, ...slot } = Slot.shape
export const OwnSlot = z.object(slot)
export type OwnSlot = z.output<typeof OwnSlot>

export const listOwnSlots = route({
  method: "GET",
  path: "/api/tutor/slots",
  access: "tutor",
  query: listQuery({}, ["coming"]),
  list: true,
  reply: page(OwnSlot),
})

export const createOwnSlots = route({
  method: "POST",
  path: "/api/tutor/slots",
  access: "tutor",
  status: 201,
  body: CreateOwnSlots,
  reply: z.object({ seriesId: z.nullable(z.uuid()), created: z.int(), slots: z.array(OwnSlot) }),
})

export const readOwnSlot = route({
  method: "GET",
  path: "/api/tutor/slots/:id",
  access: "tutor",
  params: SlotParams,
  reply: z.object({ ...OwnSlot.shape, bookings: z.array(TutorBooking), laterBookings: z.array(TutorBooking) }),
})

export const reopenOwnSlot = route({
  method: "PATCH",
  path: "/api/tutor/slots/:id",
  access: "tutor",
  params: SlotParams,
  body: z.strictObject({ isAvailable: z.literal(true, "invalid") }),
  reply: OwnSlot,
})

export const closeOwnSlot = route({
  method: "DELETE",
  path: "/api/tutor/slots/:id",
  access: "tutor",
  params: SlotParams,
  query: SlotScope,
  reply: z.object({ deleted: z.int(), closed: z.int(), bookings: z.array(TutorBooking) }),
})

/** What a student learns here: the course of today with its percentage, and lessons they asked about lately. */
export const StudentLearning = z.object({
  programs: z.array(openEnum(LEARNING_PROGRAMS)),
  courses: z.array(z.object({ title: z.string(), percentage: z.int() })),
  lessons: z.array(z.string()),
})
export type StudentLearning = z.output<typeof StudentLearning>

export const TutorReport = z.object({
  tutorRating: z.nullable(z.int()),
  tutorFeedback: z.nullable(z.string()),
  sessionNotes: z.nullable(z.string()),
  followUpRequired: z.boolean(),
})
export type TutorReport = z.output<typeof TutorReport>

/** `meetingUrl` is null unless the session is approved, `learning` for guests and sessions that did not take place. */
export const TutorSession = z.object({
  ...TutorBooking.shape,
  sessionType: openEnum(SESSION_TYPES),
  description: z.nullable(z.string()),
  meetingUrl: z.nullable(z.string()),
  studentTimeZone: z.nullable(z.string()),
  canReport: z.boolean(),
  learning: z.nullable(StudentLearning),
  report: z.nullable(TutorReport),
})
export type TutorSession = z.output<typeof TutorSession>

/** The coming sessions, the next one first, then the past ones, the latest first. */
export const listTutorSessions = route({
  method: "GET",
  path: "/api/tutor/sessions",
  access: "tutor",
  reply: z.array(TutorSession),
})

/** How an approved session ended, and what the tutor says of it. Can be sent again with the same outcome. */
export const reportSession = route({
  method: "PUT",
  path: "/api/tutor/sessions/:id/report",
  access: "tutor",
  params: z.object({ id: AppointmentId }),
  body: z.strictObject({
    outcome: z.enum(SESSION_OUTCOMES, "state.unknown"),
    tutorRating: z.optional(
      z.int("rating.invalid").check(z.minimum(RATING.min, "rating.invalid"), z.maximum(RATING.max, "rating.invalid")),
    ),
    tutorFeedback: optionalText(NOTES_LENGTH, "notes.too_long"),
    sessionNotes: optionalText(NOTES_LENGTH, "notes.too_long"),
    followUpRequired: z.boolean("invalid"),
  }),
  reply: TutorSession,
})

/** Leaves all sessions of that hour without a tutor, and closes it. `startsAt` is the start that the tutor saw. */
export const withdrawFromSession = route({
  method: "POST",
  path: "/api/tutor/sessions/:id/withdrawal",
  access: "tutor",
  params: z.object({ id: AppointmentId }),
  body: z.strictObject({ startsAt: Instant }),
  status: 204,
  reply: z.undefined(),
})

const WorkedHours = { sessions: z.int(), minutes: z.int() }

/** Completed sessions in all and by month of the tutor's clock (`YYYY-MM`), the latest first. */
export const readTutorHours = route({
  method: "GET",
  path: "/api/tutor/hours",
  access: "tutor",
  reply: z.object({ ...WorkedHours, months: z.array(z.object({ month: z.string(), ...WorkedHours })) }),
})

export const tutorApi = {
  readOwnTutor,
  saveOwnTutor,
  listPausedSessions,
  listOwnSlots,
  createOwnSlots,
  readOwnSlot,
  reopenOwnSlot,
  closeOwnSlot,
  listTutorSessions,
  reportSession,
  withdrawFromSession,
  readTutorHours,
} as const
