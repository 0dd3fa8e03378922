import * as z from "zod/mini"
import { AppointmentId } from "./ids.ts"
import { LANGUAGES } from "./languages.ts"
import { openEnum } from "./lists.ts"
import { route } from "./route.ts"
import { email, NAME_LENGTH, optionalText, singleLine } from "./text.ts"
import { Instant } from "./time.ts"

export const BIRTH_YEARS = { min: 1900, max: 2100 } as const
export const AGE_GROUPS = ["adult", "minor", "child", "unknown"] as const
export type AgeGroup = (typeof AGE_GROUPS)[number]

const [CHILD_UNDER, MINOR_UNDER] = [13, 18]

/** A year leaves two ages open; the younger one counts. */
export function ageGroupOf(birthYear: number | null | undefined, now: Date): AgeGroup {
  if (birthYear === null || birthYear === undefined) return "unknown"
  const age = now.getUTCFullYear() - birthYear - 1
  if (age < CHILD_UNDER) return "child"
  return age < MINOR_UNDER ? "minor" : "adult"
}

/** Members of this birth year or a later one may be minors. */
export function firstMinorYear(now: Date): number {
  return now.getUTCFullYear() - MINOR_UNDER
}

/** When a member of this birth year is 18, whatever the day. */
export function majorityOf(birthYear: number): Date {
  return new Date(Date.UTC(birthYear + MINOR_UNDER + 1, 0, 1))
}

export const BirthYear = z
  .int("birth_year.invalid")
  .check(z.minimum(BIRTH_YEARS.min, "birth_year.invalid"), z.maximum(BIRTH_YEARS.max, "birth_year.invalid"))

/** Of the text that a guardian agrees to: a change of its meaning needs another version. */
export const CONSENT_TEXT_VERSION = "2026-11"
export const CONSENT_REQUEST_DAYS = 14
export const CONSENT_RENEWAL_DAYS = 30

/** `expired`: not answered; `lapsed`: given, and over; `replaced`: by a renewal. */
export const CONSENT_STATES = [
  "requested",
  "given",
  "refused",
  "withdrawn",
  "revoked",
  "expired",
  "lapsed",
  "replaced",
] as const

const dates = {
  state: openEnum(CONSENT_STATES),
  requestedAt: Instant,
  decidedAt: z.nullable(Instant),
  validUntil: z.nullable(Instant),
  endedAt: z.nullable(Instant),
}

/** `given` is the consent that is valid today, and `request` the newest row beside it: open, or why there is none. */
const OwnConsent = z.object({ ...dates, guardianEmail: z.string(), language: z.enum(LANGUAGES) })

export const Protection = z.object({
  birthYear: z.nullable(z.int()),
  age: z.enum(AGE_GROUPS),
  given: z.nullable(OwnConsent),
  request: z.nullable(OwnConsent),
  mayRequest: z.boolean(),
})
export type Protection = z.output<typeof Protection>

export const readProtection = route({
  method: "GET",
  path: "/api/user/guardian-consent",
  access: "member",
  reply: Protection,
})

/** The first year that a member gives stays. */
export const saveBirthYear = route({
  method: "PUT",
  path: "/api/user/birth-year",
  access: "member",
  body: z.strictObject({ birthYear: BirthYear }),
  reply: Protection,
})

export const requestConsent = route({
  method: "POST",
  path: "/api/user/guardian-consent",
  access: "member",
  status: 201,
  body: z.strictObject({
    guardianName: singleLine(NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" }),
    guardianEmail: email({ required: "email.required", invalid: "email.invalid", tooLong: "email.too_long" }),
    language: z.enum(LANGUAGES, "invalid"),
  }),
  reply: Protection,
})

/** Withdraws an open request, and revokes a consent. */
export const endConsent = route({
  method: "DELETE",
  path: "/api/user/guardian-consent",
  access: "member",
  reply: Protection,
})

const ConsentToken = z.string("token.invalid").check(z.regex(/^[\w.-]{1,200}$/, "token.invalid"))

export const GuardianConsent = z.object({
  ...dates,
  firstName: z.nullable(z.string()),
  guardianName: z.string(),
  expiresAt: Instant,
  allowsCertificates: z.nullable(z.boolean()),
  allowsRecording: z.nullable(z.boolean()),
  isRenewal: z.boolean(),
})
export type GuardianConsent = z.output<typeof GuardianConsent>

export const readConsentByToken = route({
  method: "POST",
  path: "/api/guardian-consents/lookup",
  access: "public",
  body: z.strictObject({ token: ConsentToken }),
  reply: GuardianConsent,
})

export const decideConsent = route({
  method: "POST",
  path: "/api/guardian-consents/decision",
  access: "public",
  body: z.strictObject({
    token: ConsentToken,
    textVersion: z.string("invalid").check(z.maxLength(20, "invalid")),
    allows: z.boolean("choice.required"),
    allowsCertificates: z.boolean("choice.required"),
    allowsRecording: z.boolean("choice.required"),
  }),
  reply: GuardianConsent,
})

export const revokeConsentByToken = route({
  method: "POST",
  path: "/api/guardian-consents/revocation",
  access: "public",
  body: z.strictObject({ token: ConsentToken }),
  reply: GuardianConsent,
})

export const REPORT_CATEGORIES = ["unsafe", "contact", "behavior", "other"] as const
export const REPORT_TEXT_LENGTH = 2000

const reportFields = {
  category: z.enum(REPORT_CATEGORIES, "category.required"),
  text: optionalText(REPORT_TEXT_LENGTH, "report_text.too_long"),
}

/** By the student, or by the session's tutor. */
export const reportAppointment = route({
  method: "POST",
  path: "/api/appointments/:id/reports",
  access: "member",
  status: 204,
  params: z.object({ id: AppointmentId }),
  body: z.strictObject(reportFields),
  reply: z.undefined(),
})

export const reportAppointmentByToken = route({
  method: "POST",
  path: "/api/appointments/reports",
  access: "public",
  status: 204,
  body: z.strictObject({ token: ConsentToken, ...reportFields }),
  reply: z.undefined(),
})

export const safeguardingApi = {
  readProtection,
  saveBirthYear,
  requestConsent,
  endConsent,
  readConsentByToken,
  decideConsent,
  revokeConsentByToken,
  reportAppointment,
  reportAppointmentByToken,
} as const
