import { EMAIL_LENGTH } from "@haitech/contract/text"
import { index, snakeCase, text, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { createdAt, id, lengthBetween, maxLength, notEmpty, oneOf, webAddress } from "#platform/db/columns.ts"

export const APPLICATION_ROLES = ["volunteer", "mentor", "ambassador"] as const

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
    status: text().notNull().default("new"),
    assignedAdmin: uuid().references(() => users.id, { onDelete: "set null" }),
    adminNotes: text(),
    createdAt: createdAt(),
  },
  (application) => [
    index("volunteer_applications_newest").on(application.createdAt, application.id),
    index("volunteer_applications_assigned_admin").on(application.assignedAdmin),
    oneOf(application.role, APPLICATION_ROLES),
    lengthBetween(application.firstName, 1, 50),
    lengthBetween(application.lastName, 1, 50),
    lengthBetween(application.email, 1, EMAIL_LENGTH),
    maxLength(application.languages, 200),
    maxLength(application.skills, 500),
    maxLength(application.availability, 300),
    webAddress(application.linkedinUrl),
    webAddress(application.websiteUrl),
    lengthBetween(application.motivation, 10, 1000),
    maxLength(application.experience, 1000),
    maxLength(application.referral, 200),
    notEmpty(application.status),
  ],
)

export type VolunteerApplicationRow = typeof volunteerApplications.$inferSelect
