import * as z from "zod/mini"
import { AppointmentId } from "./ids.ts"
import { openEnum } from "./lists.ts"
import { route } from "./route.ts"
import { email, NAME_LENGTH, optionalText, singleLine } from "./text.ts"
import { Instant } from "./time.ts"

export const SESSION_TYPES = ["tutoring", "mentoring", "consultation"] as const
export const APPOINTMENT_SUBJECTS = ["coding", "language", "career", "general"] as const
/** On the clock of the site's time zone (spec §9, D5). */
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

/** `preferredDate` is an exact instant and decides (D5); a plain HTML form sends `date` and `preferredTime` instead. */
export const AppointmentRequest = z
  .object({
    studentName: singleLine(NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" }),
    studentEmail: email({ required: "email.required", invalid: "email.invalid", tooLong: "email.too_long" }),
    sessionType: z.enum(SESSION_TYPES, "session_type.unknown"),
    subject: z.enum(APPOINTMENT_SUBJECTS, "subject.unknown"),
    preferredDate: z.optional(Instant),
    date: z.optional(z.string("date.invalid").check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "date.required"))),
    preferredTime: z.enum(START_TIMES, "time.unknown"),
    duration: z._default(Duration, DEFAULT_DURATION),
    description: optionalText(DESCRIPTION_LENGTH, "description.too_long"),
    priority: z._default(z.enum(PRIORITIES, "priority.unknown"), DEFAULT_PRIORITY),
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
  preferredTime: openEnum(START_TIMES),
  duration: z.int(),
  description: z.nullable(z.string()),
  priority: openEnum(PRIORITIES),
  status: openEnum(APPOINTMENT_STATUSES),
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

/** D2: the latest first. Also what a guest requested with the member's verified address. */
export const listOwnAppointments = route({
  method: "GET",
  path: "/api/appointments",
  access: "member",
  reply: z.array(Appointment),
})
