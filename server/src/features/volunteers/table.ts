import { PERSON_NAME_LENGTH } from "@haitech/contract/accounts"
import { NEXT_STEP_DAYS, type NextStep } from "@haitech/contract/admin/volunteers"
import { LANGUAGES } from "@haitech/contract/languages"
import {
  SCREENING_REFERENCE_LENGTH,
  SCREENING_REMINDERS,
  SCREENING_STEPS,
  WITHDRAWAL_REASON_LENGTH,
} from "@haitech/contract/screening"
import { EMAIL_LENGTH } from "@haitech/contract/text"
import {
  APPLICATION_LENGTHS,
  APPLICATION_ROLES,
  APPLICATION_STATUSES,
  OPEN_STATUSES,
} from "@haitech/contract/volunteers"
import { type Column, type SQL, sql } from "drizzle-orm"
import { check, date, index, integer, snakeCase, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import {
  createdAt,
  hashed,
  id,
  instant,
  lengthBetween,
  maxLength,
  minValue,
  oneOf,
  updatedAt,
  webAddress,
} from "#platform/db/columns.ts"

const { motivation: MOTIVATION } = APPLICATION_LENGTHS

/**
 * `digest` makes a repeated application one row. `userId` is the account of the same person, once there is one; it has one open application per role. `nextStep`
 * and `nextStepOn` are what the owner, `assignedAdmin`, does next, and when; an owner's account that is deleted leaves null.
 */
export const volunteerApplications = snakeCase.table(
  "volunteer_applications",
  {
    id: id(),
    role: text({ enum: APPLICATION_ROLES }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    phone: text(),
    country: text(),
    timezone: text(),
    languages: text(),
    skills: text(),
    availability: text(),
    linkedinUrl: text(),
    websiteUrl: text(),
    motivation: text().notNull(),
    experience: text(),
    referral: text(),
    status: text({ enum: APPLICATION_STATUSES }).notNull().default("new"),
    assignedAdmin: uuid().references(() => users.id, { onDelete: "set null" }),
    adminNotes: text(),
    createdAt: createdAt(),
    digest: text(),
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    language: text({ enum: LANGUAGES }).notNull().default("en"),
    consentedAt: instant().notNull().defaultNow(),
    nextStep: text().default("read_application" satisfies NextStep),
    nextStepOn: date().default(sql`current_date + ${sql.raw(String(NEXT_STEP_DAYS))}`),
    statusChangedAt: instant().notNull().defaultNow(),
    version: integer().notNull().default(1),
    updatedAt: updatedAt(),
  },
  (application) => [
    index("volunteer_applications_newest").on(application.createdAt, application.id),
    index("volunteer_applications_assigned_admin").on(application.assignedAdmin),
    index("volunteer_applications_user").on(application.userId),
    index("volunteer_applications_next_step").on(nextStepSortKey(application), application.id),
    index("volunteer_applications_email").on(sql`lower(${application.email})`),
    unique("volunteer_applications_digest_unique").on(application.digest),
    uniqueIndex("volunteer_applications_open_unique")
      .on(application.userId, application.role)
      .where(sql`${application.status} in (${sql.raw(OPEN_STATUSES.map((status) => `'${status}'`).join(", "))})`),
    hashed(application.digest),
    oneOf(application.role, APPLICATION_ROLES),
    lengthBetween(application.firstName, 1, PERSON_NAME_LENGTH),
    lengthBetween(application.lastName, 1, PERSON_NAME_LENGTH),
    lengthBetween(application.email, 1, EMAIL_LENGTH),
    maxLength(application.phone, APPLICATION_LENGTHS.phone),
    maxLength(application.country, APPLICATION_LENGTHS.country),
    maxLength(application.languages, APPLICATION_LENGTHS.languages),
    maxLength(application.skills, APPLICATION_LENGTHS.skills),
    maxLength(application.availability, APPLICATION_LENGTHS.availability),
    webAddress(application.linkedinUrl),
    webAddress(application.websiteUrl),
    lengthBetween(application.motivation, MOTIVATION.min, MOTIVATION.max),
    maxLength(application.experience, APPLICATION_LENGTHS.experience),
    maxLength(application.referral, APPLICATION_LENGTHS.referral),
    oneOf(application.status, APPLICATION_STATUSES),
    oneOf(application.language, LANGUAGES),
    lengthBetween(application.nextStep, 1, 200),
    check(
      "volunteer_applications_next_step_dated",
      sql`(${application.nextStep} is null) = (${application.nextStepOn} is null)`,
    ),
    check(
      "volunteer_applications_next_step_planned",
      sql`${application.status} in ('alumni', 'declined') or ${application.nextStep} is not null`,
    ),
    minValue(application.version, 1),
  ],
)

/**
 * `screenedUntil` is the earliest end of the five steps while all of them count, and null otherwise. A change of a step
 * locks this row; a booking reads it `for share`, so that none succeeds while a screening is being withdrawn.
 * `remindedDays` says of which reminder the people have been told.
 */
export const screenings = snakeCase.table(
  "screenings",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    screenedUntil: instant(),
    remindedDays: integer().$type<(typeof SCREENING_REMINDERS)[number]>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (screening) => [
    index("screenings_ending").on(screening.screenedUntil),
    oneOf(screening.remindedDays, SCREENING_REMINDERS),
  ],
)

/**
 * Counts from its confirmation by a second administrator until it is withdrawn; the one that it replaces is deleted then.
 * `reference` is the number of a check at its provider, never a report.
 */
export const screeningSteps = snakeCase.table(
  "screening_steps",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => screenings.userId, { onDelete: "cascade" }),
    step: text({ enum: SCREENING_STEPS }).notNull(),
    reference: text(),
    validUntil: instant().notNull(),
    recordedBy: uuid().references(() => users.id, { onDelete: "set null" }),
    recordedAt: instant().notNull().defaultNow(),
    confirmedBy: uuid().references(() => users.id, { onDelete: "set null" }),
    confirmedAt: instant(),
    withdrawnBy: uuid().references(() => users.id, { onDelete: "set null" }),
    withdrawnAt: instant(),
    withdrawalReason: text(),
  },
  (of) => [
    uniqueIndex("screening_steps_counting_once")
      .on(of.userId, of.step)
      .where(sql`${of.confirmedAt} is not null and ${of.withdrawnAt} is null`),
    uniqueIndex("screening_steps_waiting_once")
      .on(of.userId, of.step)
      .where(sql`${of.confirmedAt} is null and ${of.withdrawnAt} is null`),
    index("screening_steps_user").on(of.userId),
    index("screening_steps_recorded_by").on(of.recordedBy),
    index("screening_steps_confirmed_by").on(of.confirmedBy),
    index("screening_steps_withdrawn_by").on(of.withdrawnBy),
    oneOf(of.step, SCREENING_STEPS),
    lengthBetween(of.reference, 1, SCREENING_REFERENCE_LENGTH),
    lengthBetween(of.withdrawalReason, 1, WITHDRAWAL_REASON_LENGTH),
    check("screening_steps_two_people", sql`${of.confirmedBy} <> ${of.recordedBy}`),
    check("screening_steps_not_own", sql`${of.userId} <> ${of.recordedBy} and ${of.userId} <> ${of.confirmedBy}`),
    check("screening_steps_confirmed", sql`${of.confirmedAt} is not null or ${of.confirmedBy} is null`),
    check(
      "screening_steps_withdrawn",
      sql`(${of.withdrawnAt} is null) = (${of.withdrawalReason} is null)
        and (${of.withdrawnAt} is not null or ${of.withdrawnBy} is null)`,
    ),
  ],
)

/** Days, because the text of a date depends on the connection; without a next step last. */
export function nextStepSortKey(application: { readonly nextStepOn: Column }): SQL {
  return sql`coalesce(${application.nextStepOn} - date '2000-01-01', 2147483647)`
}

/** What of an application is late: a next step before the day `today`, or a status from before `unchangedSince`. */
export interface WaitingLimits {
  readonly now: Date
  readonly today: string
  readonly unchangedSince: Date
}

/** Nobody has answered, nobody owns it, or the next step or the status is late. */
export function waitsForAdmin(
  application: Readonly<Record<"status" | "assignedAdmin" | "nextStepOn" | "statusChangedAt", Column>>,
  limits: WaitingLimits,
): SQL {
  return sql`(${application.status} = 'new'
    or ${application.status} not in ('alumni', 'declined') and (${application.assignedAdmin} is null
      or ${application.nextStepOn} < ${limits.today}::date)
    or ${application.status} in ('interview', 'screening', 'training')
      and ${application.statusChangedAt} < ${limits.unchangedSince.toISOString()}::timestamptz)`
}

/** Whether a person's screening covers an instant. */
export function isScreenedUntil(userId: Column, instantOf: Column | Date): SQL<boolean> {
  return sql<boolean>`exists (select from ${screenings} where ${screenings.userId} = ${userId}
    and ${screenings.screenedUntil} >= ${instantOf instanceof Date ? instantOf.toISOString() : instantOf})`
}

export type VolunteerApplicationRow = typeof volunteerApplications.$inferSelect
export type ScreeningRow = typeof screenings.$inferSelect
export type ScreeningStepRow = typeof screeningSteps.$inferSelect
