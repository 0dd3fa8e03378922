import * as z from "zod/mini"
import { APPOINTMENT_STATUSES, APPOINTMENT_SUBJECTS } from "#appointments.ts"
import { AppointmentId, UserId } from "#ids.ts"
import { listQuery, openEnum, page } from "#lists.ts"
import { route } from "#route.ts"
import { SCREENING_REFERENCE_LENGTH, SCREENING_STEPS, WITHDRAWAL_REASON_LENGTH } from "#screening.ts"
import { optionalText, text } from "#text.ts"
import { Instant } from "#time.ts"

const Colleague = z.object({ id: UserId, name: z.string() })

/** Counts once it is confirmed, until it is withdrawn. The people are null once their accounts are deleted. */
export const ScreeningRecord = z.object({
  id: z.uuid(),
  step: z.enum(SCREENING_STEPS),
  validUntil: Instant,
  reference: z.nullable(z.string()),
  recordedBy: z.nullable(Colleague),
  recordedAt: Instant,
  confirmedBy: z.nullable(Colleague),
  confirmedAt: z.nullable(Instant),
  withdrawnAt: z.nullable(Instant),
  withdrawalReason: z.nullable(z.string()),
})
export type ScreeningRecord = z.output<typeof ScreeningRecord>

/**
 * `screenedUntil` is null while a step is missing. Who is not active may give no sessions and accompany no group now.
 * `sessions` need somebody else: they end later, or without a screening or that role.
 */
export const Screening = z.object({
  userId: UserId,
  name: z.string(),
  isActive: z.boolean(),
  screenedUntil: z.nullable(Instant),
  /** Newest first; of each step, at most one counts and one waits for a second administrator. */
  records: z.array(ScreeningRecord),
  openHours: z.int(),
  groups: z.array(z.object({ id: z.uuid(), name: z.string() })),
  sessions: z.array(
    z.object({
      id: AppointmentId,
      startsAt: Instant,
      subject: z.enum(APPOINTMENT_SUBJECTS),
      status: z.enum(APPOINTMENT_STATUSES),
      studentName: z.string(),
    }),
  ),
})
export type Screening = z.output<typeof Screening>

const userParams = z.object({ userId: UserId })
const recordParams = z.object({ id: z.uuid("id.invalid") })

export const readScreening = route({
  method: "GET",
  path: "/api/admin/screenings/:userId",
  access: "admin",
  params: userParams,
  reply: Screening,
})

/** Takes the place of a record that waits. One that counts stays until the new one is confirmed. */
export const recordScreening = route({
  method: "PUT",
  path: "/api/admin/screenings/:userId/steps/:step",
  access: "admin",
  params: z.object({ userId: UserId, step: z.enum(SCREENING_STEPS, "invalid") }),
  body: z.strictObject({
    validUntil: Instant,
    reference: optionalText(SCREENING_REFERENCE_LENGTH, "reference.too_long"),
  }),
  reply: Screening,
})

/** Refuses the administrator who recorded it, and the person whom it is about. */
export const confirmScreening = route({
  method: "PUT",
  path: "/api/admin/screening-records/:id/confirmation",
  access: "admin",
  params: recordParams,
  reply: Screening,
})

export const withdrawScreening = route({
  method: "PUT",
  path: "/api/admin/screening-records/:id/withdrawal",
  access: "admin",
  params: recordParams,
  body: z.strictObject({
    reason: text(WITHDRAWAL_REASON_LENGTH, { required: "removal_reason.required", tooLong: "reason.too_long" }),
  }),
  reply: Screening,
})

export const SCREENING_STATES = ["missing", "lapsed", "ending", "inactive"] as const

export const ScreeningSummary = z.object({
  id: UserId,
  name: z.string(),
  state: openEnum(SCREENING_STATES),
  screenedUntil: z.nullable(Instant),
  openHours: z.int(),
  groups: z.int(),
  sessions: z.int(),
})
export type ScreeningSummary = z.output<typeof ScreeningSummary>

/** Whose screening ends within 30 days, or who has hours, sessions or a group without one or without a role; first who has none. */
export const listScreenings = route({
  method: "GET",
  path: "/api/admin/screenings",
  access: "admin",
  query: listQuery({}, ["ending"]),
  list: true,
  reply: page(ScreeningSummary),
})

export const screeningAdminApi = {
  readScreening,
  recordScreening,
  confirmScreening,
  withdrawScreening,
  listScreenings,
} as const
