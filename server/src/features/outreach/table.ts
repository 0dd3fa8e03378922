import type { ContactId, MembershipId } from "@haitech/contract/ids"
import { INTERESTS_LENGTH, LOCATION_LENGTH, MESSAGE_LENGTH, PROGRAMS, SUBJECTS } from "@haitech/contract/outreach"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { sql } from "drizzle-orm"
import { index, snakeCase, text, uniqueIndex } from "drizzle-orm/pg-core"
import { atMost, createdAt, fits, hashed, id, oneOf, updatedAt } from "#platform/db/columns.ts"

/**
 * Who joined (§3). `interests` and `location` come from the newsletter form, `program` from the join dialog. Someone who
 * joins again refreshes the record (D9): `updatedAt` says when.
 */
export const memberships = snakeCase.table(
  "memberships",
  {
    id: id<MembershipId>(),
    name: text().notNull(),
    email: text().notNull(),
    program: text({ enum: PROGRAMS }),
    interests: text(),
    location: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (membership) => [
    uniqueIndex("memberships_email_unique").on(sql`lower(${membership.email})`),
    index("memberships_newest").on(membership.createdAt, membership.id),
    fits(membership.name, 1, NAME_LENGTH),
    fits(membership.email, 1, EMAIL_LENGTH),
    oneOf(membership.program, PROGRAMS),
    atMost(membership.interests, INTERESTS_LENGTH),
    atMost(membership.location, LOCATION_LENGTH),
  ],
)

/**
 * A message to the office. Only the page "Get in Touch" asks for a subject. `digest` is the SHA-256 of what was sent and
 * of the day, so that two clicks, or a second try after a lost answer, are one message.
 */
export const contacts = snakeCase.table(
  "contacts",
  {
    id: id<ContactId>(),
    name: text().notNull(),
    email: text().notNull(),
    subject: text({ enum: SUBJECTS }),
    message: text().notNull(),
    digest: text(),
    createdAt: createdAt(),
  },
  (contact) => [
    index("contacts_newest").on(contact.createdAt, contact.id),
    fits(contact.name, 1, NAME_LENGTH),
    fits(contact.email, 1, EMAIL_LENGTH),
    oneOf(contact.subject, SUBJECTS),
    fits(contact.message, 1, MESSAGE_LENGTH),
    uniqueIndex("contacts_digest_unique").on(contact.digest),
    hashed(contact.digest),
  ],
)

export type MembershipRow = typeof memberships.$inferSelect
export type ContactRow = typeof contacts.$inferSelect
