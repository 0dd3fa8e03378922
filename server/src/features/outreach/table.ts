import { CONTACT_STATES } from "@haitech/contract/admin/outreach"
import type { ContactId, MembershipId, MembershipImportId } from "@haitech/contract/ids"
import { LANGUAGES } from "@haitech/contract/languages"
import { NEWSLETTER_ENDS, NEWSLETTER_TOPICS } from "@haitech/contract/newsletters"
import { INTERESTS_LENGTH, LOCATION_LENGTH, MESSAGE_LENGTH, PROGRAMS, SUBJECTS } from "@haitech/contract/outreach"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { sql } from "drizzle-orm"
import { check, type ExtraConfigColumn, index, integer, snakeCase, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
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
  subsetOf,
  updatedAt,
} from "#platform/db/columns.ts"

/** `digest` is the SHA-256 of what was asked for, so that only the same request is a repetition. */
export const membershipImports = snakeCase.table(
  "membership_imports",
  {
    id: id<MembershipImportId>(),
    digest: text().notNull(),
    imported: integer().notNull().default(0),
    existing: integer().notNull().default(0),
    leftOut: integer().notNull().default(0),
    createdAt: createdAt(),
    undoneAt: instant(),
  },
  (entry) => [
    hashed(entry.digest),
    minValue(entry.imported, 0),
    minValue(entry.existing, 0),
    minValue(entry.leftOut, 0),
  ],
)

function newsletterChoice() {
  return {
    newsletterTopics: text({ enum: NEWSLETTER_TOPICS })
      .array()
      .notNull()
      .default([...NEWSLETTER_TOPICS]),
    newslettersEnded: text({ enum: NEWSLETTER_ENDS }),
    newslettersEndedAt: instant(),
  }
}

type ChoiceColumns = Readonly<Record<keyof ReturnType<typeof newsletterChoice>, ExtraConfigColumn>>

function choiceChecks({ newsletterTopics, newslettersEnded, newslettersEndedAt }: ChoiceColumns, table: string) {
  return [
    subsetOf(newsletterTopics, NEWSLETTER_TOPICS),
    oneOf(newslettersEnded, NEWSLETTER_ENDS),
    check(`${table}_newsletters_ended`, sql`num_nonnulls(${newslettersEnded}, ${newslettersEndedAt}) in (0, 2)`),
  ]
}

/** Joining again updates the row (D9). `language` is that of the emails. */
export const memberships = snakeCase.table(
  "memberships",
  {
    id: id<MembershipId>(),
    name: text().notNull(),
    email: text().notNull(),
    program: text({ enum: PROGRAMS }),
    interests: text(),
    location: text(),
    language: text({ enum: LANGUAGES }).notNull().default("en"),
    ...newsletterChoice(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant(),
    importId: uuid()
      .$type<MembershipImportId>()
      .references(() => membershipImports.id, { onDelete: "set null" }),
  },
  (membership) => [
    uniqueIndex("memberships_email_unique").on(sql`lower(${membership.email})`),
    index("memberships_newest").on(membership.createdAt, membership.id),
    index("memberships_by_name").on(sql`fold(${membership.name})`, membership.id),
    index("memberships_program").on(membership.program, membership.createdAt, membership.id),
    index("memberships_language").on(membership.language, membership.createdAt, membership.id),
    index("memberships_import").on(membership.importId),
    index("memberships_deleted").on(membership.deletedAt).where(sql`${membership.deletedAt} is not null`),
    ...choiceChecks(membership, "memberships"),
    oneOf(membership.language, LANGUAGES),
    lengthBetween(membership.name, 1, NAME_LENGTH),
    lengthBetween(membership.email, 1, EMAIL_LENGTH),
    oneOf(membership.program, PROGRAMS),
    maxLength(membership.interests, INTERESTS_LENGTH),
    maxLength(membership.location, LOCATION_LENGTH),
  ],
)

/**
 * The choices that differ from everything, by a keyed hash of the address. They outlive the membership, so that an import
 * or a stranger who types the address subscribes nobody again.
 */
export const newsletterChoices = snakeCase.table(
  "newsletter_choices",
  { addressHash: text().primaryKey(), ...newsletterChoice(), updatedAt: updatedAt() },
  (choice) => [hashed(choice.addressHash), ...choiceChecks(choice, "newsletter_choices")],
)

/** `digest` is the SHA-256 of the form and the day, so that a double click or a retry stores one row. */
export const contacts = snakeCase.table(
  "contacts",
  {
    id: id<ContactId>(),
    name: text().notNull(),
    email: text().notNull(),
    subject: text({ enum: SUBJECTS }),
    message: text().notNull(),
    digest: text(),
    state: text({ enum: CONTACT_STATES }).notNull().default("new"),
    language: text({ enum: LANGUAGES }).notNull().default("en"),
    createdAt: createdAt(),
    deletedAt: instant(),
  },
  (contact) => [
    index("contacts_newest").on(contact.createdAt, contact.id),
    index("contacts_state").on(contact.state, contact.createdAt, contact.id),
    index("contacts_subject").on(contact.subject, contact.createdAt, contact.id),
    index("contacts_deleted").on(contact.deletedAt).where(sql`${contact.deletedAt} is not null`),
    oneOf(contact.state, CONTACT_STATES),
    oneOf(contact.language, LANGUAGES),
    lengthBetween(contact.name, 1, NAME_LENGTH),
    lengthBetween(contact.email, 1, EMAIL_LENGTH),
    oneOf(contact.subject, SUBJECTS),
    lengthBetween(contact.message, 1, MESSAGE_LENGTH),
    uniqueIndex("contacts_digest_unique").on(contact.digest),
    hashed(contact.digest),
  ],
)

export const contactReplies = snakeCase.table(
  "contact_replies",
  {
    id: id(),
    contactId: uuid()
      .notNull()
      .$type<ContactId>()
      .references(() => contacts.id, { onDelete: "cascade" }),
    adminId: uuid().references(() => users.id, { onDelete: "set null" }),
    message: text().notNull(),
    createdAt: createdAt(),
  },
  (reply) => [
    index("contact_replies_contact").on(reply.contactId, reply.createdAt),
    index("contact_replies_admin").on(reply.adminId),
    lengthBetween(reply.message, 1, MESSAGE_LENGTH),
  ],
)

export type MembershipImportRow = typeof membershipImports.$inferSelect
export type MembershipRow = typeof memberships.$inferSelect
export type ContactRow = typeof contacts.$inferSelect
export type ContactReplyRow = typeof contactReplies.$inferSelect
export type NewsletterChoiceRow = Pick<MembershipRow, keyof ReturnType<typeof newsletterChoice>>
