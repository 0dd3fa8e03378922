import * as z from "zod/mini"
import { AppointmentId } from "./ids.ts"
import { openEnum } from "./lists.ts"
import { Download, route } from "./route.ts"
import { BirthYear } from "./safeguarding.ts"
import { email, NAME_LENGTH, optionalText, singleLine } from "./text.ts"
import { Instant, TimeZone } from "./time.ts"

export const SESSION_TYPES = ["tutoring", "mentoring", "consultation"] as const
export const APPOINTMENT_SUBJECTS = ["coding", "language", "career", "general"] as const
/** What can be asked for on a day without open slots, on the clock of the site's time zone (spec §9, D5). */
export const START_TIMES = ["09:00", "10:00", "11:00", "14:00", "15:00", "16:00", "17:00", "18:00", "19:00"] as const
/** In minutes. */
export const DURATIONS = [30, 60, 90, 120] as const
export const PRIORITIES = ["low", "normal", "high"] as const
/** D5: pending → approved | declined; approved → completed | cancelled | no_show; pending → cancelled. */
export const APPOINTMENT_STATUSES = ["pending", "approved", "declined", "completed", "cancelled", "no_show"] as const

export const DESCRIPTION_LENGTH = 2000
export const DEFAULT_DURATION = 60
export const DEFAULT_PRIORITY = "normal"
export const GUEST_USER_ID = "guest-user"

const Duration = z.pipe(
  z.transform((input) => (typeof input === "string" && /^\d{2,3}$/.test(input) ? Number(input) : input)),
  z.literal([...DURATIONS], "duration.unknown"),
)

/** A form sends a text, which may be empty. */
const TypedBirthYear = z.pipe(
  z.transform((input) => (typeof input === "string" ? (input.trim() === "" ? undefined : Number(input)) : input)),
  z.optional(BirthYear),
)

/** `preferredDate` is an exact instant and decides (D5); a plain HTML form sends `date` and `preferredTime` instead. */
export const AppointmentRequest = z
  .object({
    studentName: singleLine(NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" }),
    studentEmail: email({ required: "email.required", invalid: "email.invalid", tooLong: "email.too_long" }),
    sessionType: z.enum(SESSION_TYPES, "session_type.unknown"),
    subject: z.enum(APPOINTMENT_SUBJECTS, "subject.unknown"),
    preferredDate: z.optional(Instant),
    date: z.optional(z.string("date.invalid").check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "date.required"))),
    preferredTime: z.string("time.unknown").check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "time.unknown")),
    duration: z._default(Duration, DEFAULT_DURATION),
    description: optionalText(DESCRIPTION_LENGTH, "description.too_long"),
    priority: z._default(z.enum(PRIORITIES, "priority.unknown"), DEFAULT_PRIORITY),
    timeZone: z.optional(TimeZone),
    /** Only of a signed-in member; the first one stays. */
    birthYear: z.optional(TypedBirthYear),
  })
  .check(
    z.refine(({ preferredDate, date }) => preferredDate !== undefined || date !== undefined, {
      error: "date.required",
      path: ["date"],
    }),
  )
export type AppointmentRequest = z.output<typeof AppointmentRequest>

export const Appointment = z.object({
  id: AppointmentId,
  userId: z.string(),
  studentName: z.string(),
  studentEmail: z.string(),
  sessionType: openEnum(SESSION_TYPES),
  subject: openEnum(APPOINTMENT_SUBJECTS),
  preferredDate: Instant,
  preferredTime: z.string(),
  duration: z.int(),
  description: z.nullable(z.string()),
  priority: openEnum(PRIORITIES),
  status: openEnum(APPOINTMENT_STATUSES),
  /** The instant that an administrator chose, or a move of an approved session; null while it is `preferredDate`. */
  scheduledAt: z.nullable(Instant),
  createdAt: Instant,
})
export type Appointment = z.output<typeof Appointment>

/** Idempotent while pending: the header `Idempotency-Key` proves that a repeated request has the same sender (D5). */
export const requestAppointment = route({
  method: "POST",
  path: "/api/appointments",
  access: "public",
  status: 201,
  form: true,
  body: AppointmentRequest,
  reply: Appointment,
})

export const OWN_APPOINTMENTS = 50
export const RATING = { min: 1, max: 5 } as const

/** `tutorName` is a first name. `meetingUrl` is null unless the session is approved. `canMove`: to another open slot. */
export const OwnAppointment = z.object({
  ...Appointment.shape,
  tutorName: z.nullable(z.string()),
  meetingUrl: z.nullable(z.string()),
  canCancel: z.boolean(),
  canMove: z.boolean(),
  feedback: z.nullable(z.object({ rating: z.int(), comment: z.nullable(z.string()) })),
})
export type OwnAppointment = z.output<typeof OwnAppointment>

/** D2: the latest first. Also what a guest requested with the member's verified address. */
export const listOwnAppointments = route({
  method: "GET",
  path: "/api/appointments",
  access: "member",
  reply: z.array(OwnAppointment),
})

export const SessionChange = z.discriminatedUnion("change", [
  z.object({ change: z.literal("cancel") }),
  z.object({ change: z.literal("move"), startsAt: Instant }),
  z.object({
    change: z.literal("feedback"),
    rating: z
      .int("rating.invalid")
      .check(z.minimum(RATING.min, "rating.invalid"), z.maximum(RATING.max, "rating.invalid")),
    comment: optionalText(DESCRIPTION_LENGTH, "description.too_long"),
  }),
])
export type SessionChange = z.output<typeof SessionChange>

const AppointmentToken = z.string("token.invalid").check(z.regex(/^[\w.-]{1,200}$/, "token.invalid"))

export const changeOwnAppointment = route({
  method: "POST",
  path: "/api/appointments/:id/changes",
  access: "member",
  params: z.object({ id: AppointmentId }),
  body: z.object({ change: SessionChange }),
  reply: OwnAppointment,
})

/** The token of the link in an email is sent in the body, because addresses are logged. */
export const readAppointmentByToken = route({
  method: "POST",
  path: "/api/appointments/lookup",
  access: "public",
  body: z.object({ token: AppointmentToken }),
  reply: OwnAppointment,
})

export const changeAppointmentByToken = route({
  method: "POST",
  path: "/api/appointments/changes",
  access: "public",
  body: z.object({ token: AppointmentToken, change: SessionChange }),
  reply: OwnAppointment,
})

export const readCalendarFeed = route({
  method: "GET",
  path: "/api/calendars/:token",
  access: "public",
  params: z.object({ token: z.string("token.invalid").check(z.regex(/^[\w-]{43}$/, "token.invalid")) }),
  reply: Download,
})

export const WAITING_PLACES = 3

/** Three people may wait for a place on a day whose open slots are all taken. A place that comes free is told to the first. */
export const waitForSlot = route({
  method: "POST",
  path: "/api/appointments/waiting",
  access: "public",
  status: 201,
  body: z.object({
    date: z.string("date.required").check(z.iso.date("date.invalid")),
    email: email({ required: "email.required", invalid: "email.invalid", tooLong: "email.too_long" }),
    sessionType: z.enum(SESSION_TYPES, "session_type.unknown"),
  }),
  reply: z.object({ date: z.string() }),
})
