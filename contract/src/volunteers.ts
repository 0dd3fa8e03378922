import * as z from "zod/mini"
import { PERSON_NAME_LENGTH } from "./accounts.ts"
import type { FieldError } from "./field-errors.ts"
import { ApplicationId } from "./ids.ts"
import { openEnum } from "./lists.ts"
import { route } from "./route.ts"
import { email, optionalText, singleLine, storable, text, toSingleLine } from "./text.ts"
import { Instant, TimeZone } from "./time.ts"

/** spec §5. The other roles are those of learners and of administrators. */
export const APPLICATION_ROLES = ["volunteer", "mentor", "ambassador"] as const

/** From the application to the end of the service, in this order; `declined` can follow each of the first four. */
export const APPLICATION_STATUSES = [
  "new",
  "interview",
  "screening",
  "training",
  "active",
  "paused",
  "alumni",
  "declined",
] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

export const OPEN_STATUSES = [
  "new",
  "interview",
  "screening",
  "training",
] as const satisfies readonly ApplicationStatus[]

export const APPLICATION_LENGTHS = {
  phone: 40,
  country: 100,
  languages: 200,
  skills: 500,
  availability: 300,
  url: 500,
  motivation: { min: 10, max: 1000 },
  experience: 1000,
  referral: 200,
} as const

export const ANSWER_DAYS = 7

export const ApplicationRole = z.enum(APPLICATION_ROLES, "role.unknown")
export type ApplicationRole = z.output<typeof ApplicationRole>

/** spec §5. */
export const ApplicationRequest = z.strictObject({
  role: ApplicationRole,
  firstName: singleLine(PERSON_NAME_LENGTH, {
    required: "first_name.required",
    tooLong: "applicant_first_name.too_long",
  }),
  lastName: singleLine(PERSON_NAME_LENGTH, { required: "last_name.required", tooLong: "applicant_last_name.too_long" }),
  email: email({ required: "donor_email.invalid", invalid: "donor_email.invalid", tooLong: "email.too_long" }),
  phone: optionalSingleLine(APPLICATION_LENGTHS.phone, "phone.too_long"),
  country: optionalSingleLine(APPLICATION_LENGTHS.country, "country.too_long"),
  timezone: z.optional(
    z.pipe(
      z.transform((input) => (input === "" ? undefined : input)),
      z.optional(TimeZone),
    ),
  ),
  languages: optionalSingleLine(APPLICATION_LENGTHS.languages, "languages.too_long"),
  skills: optionalText(APPLICATION_LENGTHS.skills, "skills_description.too_long"),
  availability: optionalText(APPLICATION_LENGTHS.availability, "availability.too_long"),
  linkedinUrl: optionalAddress("linkedin_url.invalid"),
  websiteUrl: optionalAddress("website_url.invalid"),
  motivation: text(APPLICATION_LENGTHS.motivation.max, {
    required: "motivation.too_short",
    tooLong: "motivation.too_long",
  }).check(z.minLength(APPLICATION_LENGTHS.motivation.min, "motivation.too_short")),
  experience: optionalText(APPLICATION_LENGTHS.experience, "experience.too_long"),
  referral: optionalText(APPLICATION_LENGTHS.referral, "referral.too_long"),
  consent: z.pipe(
    z.transform((input) => (input === "true" ? true : input)),
    z.literal(true, "consent.required"),
  ),
})
export type ApplicationRequest = z.output<typeof ApplicationRequest>

function optionalSingleLine(length: number, tooLong: FieldError) {
  return z.optional(
    z.pipe(
      z.string("invalid" satisfies FieldError).check(
        z.overwrite(toSingleLine),
        storable(),
        z.refine((input) => !/[\p{Cc}\p{Co}]/u.test(input), "invalid" satisfies FieldError),
        z.maxLength(length, tooLong),
      ),
      z.transform((input) => input || undefined),
    ),
  )
}

function optionalAddress(invalid: FieldError) {
  return z.pipe(
    optionalText(APPLICATION_LENGTHS.url, invalid),
    z.optional(z.string().check(z.regex(/^https?:\/\/[^/\\\s\p{Cc}][^\s\p{Cc}]*$/iu, invalid))),
  )
}

const applicationRecord = {
  id: ApplicationId,
  role: openEnum(APPLICATION_ROLES),
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
  status: openEnum(APPLICATION_STATUSES),
  createdAt: Instant,
}

/** An answer comes until `answerOn`, on the site's clock. `token` connects the sender's next account; members need none. */
export const Application = z.object({
  ...applicationRecord,
  answerOn: z.iso.date(),
  token: z.nullable(z.string()),
})
export type Application = z.output<typeof Application>

/** Idempotent for a day. Only members have one open application per role: without a session, whose is the address? */
export const applyAsVolunteer = route({
  method: "POST",
  path: "/api/volunteer-applications",
  access: "public",
  status: 201,
  form: true,
  body: ApplicationRequest,
  reply: Application,
})

/** Nothing that administrators noted. `nextOn` is the day on the site's clock until which the next step comes. */
export const OwnApplication = z.object({
  ...applicationRecord,
  statusChangedAt: Instant,
  nextOn: z.nullable(z.iso.date()),
  isLate: z.boolean(),
  canWithdraw: z.boolean(),
  hasAccount: z.boolean(),
})
export type OwnApplication = z.output<typeof OwnApplication>

/** The newest first. Also what was sent without an account from the member's verified address. */
export const listOwnApplications = route({
  method: "GET",
  path: "/api/volunteer-applications",
  access: "member",
  reply: z.array(OwnApplication),
})

export const withdrawOwnApplication = route({
  method: "POST",
  path: "/api/volunteer-applications/:id/withdrawal",
  access: "member",
  status: 204,
  params: z.object({ id: ApplicationId }),
  reply: z.undefined(),
})

const TokenBody = z.strictObject({
  token: z.string("token.invalid").check(z.regex(/^[\w.-]{1,200}$/, "token.invalid")),
})

export const readApplicationByToken = route({
  method: "POST",
  path: "/api/volunteer-applications/lookup",
  access: "public",
  body: TokenBody,
  reply: OwnApplication,
})

export const withdrawApplicationByToken = route({
  method: "POST",
  path: "/api/volunteer-applications/withdrawals",
  access: "public",
  status: 204,
  body: TokenBody,
  reply: z.undefined(),
})

export const volunteerApi = {
  applyAsVolunteer,
  listOwnApplications,
  withdrawOwnApplication,
  readApplicationByToken,
  withdrawApplicationByToken,
} as const
