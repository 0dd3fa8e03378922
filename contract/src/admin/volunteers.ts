import * as z from "zod/mini"
import { Role } from "#accounts.ts"
import { UserId } from "#ids.ts"
import { LANGUAGES } from "#languages.ts"
import { BooleanInput, exportQuery, listQuery, openEnum, page } from "#lists.ts"
import { Download, route } from "#route.ts"
import { Day } from "#slots.ts"
import { nullableText, optionalText } from "#text.ts"
import { Instant } from "#time.ts"
import { APPLICATION_ROLES, APPLICATION_STATUSES } from "#volunteers.ts"
import { NOTES_LENGTH } from "./appointments.ts"

export const NEXT_STEP_LENGTH = 200
export const PERSONAL_LINE_LENGTH = 500
/** The date of a next step by default, and how long an applicant may wait before the application is on Today. */
export const NEXT_STEP_DAYS = 7

/** What the owner does next by default. A `nextStep` that is none of these is an administrator's own text. */
export const NEXT_STEPS = [
  "read_application",
  "arrange_interview",
  "begin_screening",
  "plan_training",
  "plan_first_session",
  "ask_about_return",
] as const
export type NextStep = (typeof NEXT_STEPS)[number]

export const APPLICATION_OBSTACLES = ["no_account", "not_screened"] as const
export type ApplicationObstacle = (typeof APPLICATION_OBSTACLES)[number]

const params = z.object({ id: z.uuid("id.invalid") })
const Status = z.enum(APPLICATION_STATUSES, "state.unknown")

/** The list has no personal data but the name. `isWaiting`: it is on Today. */
export const ApplicationSummary = z.object({
  id: z.uuid(),
  role: openEnum(APPLICATION_ROLES),
  name: z.string(),
  status: openEnum(APPLICATION_STATUSES),
  owner: z.nullable(z.object({ id: UserId, name: z.string() })),
  nextStep: z.nullable(z.string()),
  nextStepOn: z.nullable(z.string()),
  isWaiting: z.boolean(),
  /** Days in this status. */
  waitingDays: z.int(),
  createdAt: Instant,
})
export type ApplicationSummary = z.output<typeof ApplicationSummary>

const filters = {
  role: z.optional(z.enum(APPLICATION_ROLES, "role.unknown")),
  status: z.optional(Status),
  owner: z.optional(z.union([UserId, z.literal("none")], "id.invalid")),
  isWaiting: z.optional(BooleanInput),
}

export const listApplications = route({
  method: "GET",
  path: "/api/admin/volunteer-applications",
  access: "admin",
  query: listQuery(filters, ["newest", "oldest", "next_step"]),
  list: true,
  reply: page(ApplicationSummary),
})

export const exportApplications = route({
  method: "GET",
  path: "/api/admin/volunteer-applications/export",
  access: "admin",
  query: exportQuery(filters),
  reply: Download,
})

export const ApplicationRecord = z.object({
  ...ApplicationSummary.shape,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  country: z.nullable(z.string()),
  timezone: z.nullable(z.string()),
  languages: z.nullable(z.string()),
  skills: z.nullable(z.string()),
  availability: z.nullable(z.string()),
  linkedinUrl: z.nullable(z.string()),
  websiteUrl: z.nullable(z.string()),
  motivation: z.string(),
  experience: z.nullable(z.string()),
  referral: z.nullable(z.string()),
  language: z.enum(LANGUAGES),
  account: z.nullable(z.object({ id: UserId, role: openEnum(Role.options), isOpen: z.boolean() })),
  screenedUntil: z.nullable(Instant),
  adminNotes: z.nullable(z.string()),
  /** Which statuses can follow, the usual one first; one with an obstacle cannot yet. */
  nextStatuses: z.array(
    z.object({ status: openEnum(APPLICATION_STATUSES), obstacle: z.nullable(openEnum(APPLICATION_OBSTACLES)) }),
  ),
  version: z.int(),
})
export type ApplicationRecord = z.output<typeof ApplicationRecord>

/** The audit log records each reading. */
export const readApplication = route({
  method: "GET",
  path: "/api/admin/volunteer-applications/:id",
  access: "admin",
  params,
  reply: ApplicationRecord,
})

/** In the applicant's language; the personal line would follow the paragraphs. Reading it is a look at the application. */
export const ApplicationEmail = z.object({
  language: z.enum(LANGUAGES),
  subject: z.string(),
  greeting: z.string(),
  paragraphs: z.array(z.string()),
  action: z.nullable(z.string()),
  footer: z.string(),
})
export type ApplicationEmail = z.output<typeof ApplicationEmail>

export const previewApplicationEmail = route({
  method: "GET",
  path: "/api/admin/volunteer-applications/:id/emails/:status",
  access: "admin",
  params: z.object({ ...params.shape, status: Status }),
  reply: z.object({ email: z.nullable(ApplicationEmail) }),
})

/** Another `version` is `record.changed`. A new status brings its next step and an email, unless the change says otherwise. */
export const changeApplication = route({
  method: "PATCH",
  path: "/api/admin/volunteer-applications/:id",
  access: "admin",
  params,
  body: z.strictObject({
    version: z.optional(z.int("invalid")),
    status: z.optional(Status),
    assignedAdmin: z.optional(z.nullable(UserId)),
    adminNotes: nullableText(NOTES_LENGTH, "notes.too_long"),
    nextStep: nullableText(NEXT_STEP_LENGTH, "next_step.too_long"),
    nextStepOn: z.optional(z.nullable(Day)),
    sendsEmail: z.optional(z.boolean("invalid")),
    personalLine: optionalText(PERSONAL_LINE_LENGTH, "personal_line.too_long"),
  }),
  reply: ApplicationRecord,
})

export const volunteerAdminApi = {
  listApplications,
  exportApplications,
  readApplication,
  previewApplicationEmail,
  changeApplication,
} as const
