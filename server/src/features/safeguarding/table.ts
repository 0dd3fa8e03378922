import {
  CASE_STATES,
  CASE_SUBJECTS,
  ENTRY_KINDS,
  ENTRY_LENGTH,
  ENTRY_ROLES,
  QUOTE_LENGTH,
} from "@haitech/contract/admin/safeguarding"
import { LANGUAGES } from "@haitech/contract/languages"
import { BIRTH_YEARS, CONSENT_STATES, REPORT_CATEGORIES } from "@haitech/contract/safeguarding"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { sql } from "drizzle-orm"
import { boolean, check, index, integer, snakeCase, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { createdAt, id, instant, lengthBetween, minValue, oneOf, valueBetween } from "#platform/db/columns.ts"

/** Enough to tell who may be a minor, and less than a date of birth. */
export const birthYears = snakeCase.table(
  "birth_years",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    birthYear: integer().notNull(),
    createdAt: createdAt(),
  },
  (of) => [valueBetween(of.birthYear, BIRTH_YEARS.min, BIRTH_YEARS.max)],
)

/**
 * A request and what became of it. A row only moves forward; another request is another row. What needs a consent locks
 * its row in share mode, so that a revocation comes before or after, and never between.
 */
export const guardianConsents = snakeCase.table(
  "guardian_consents",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    guardianName: text().notNull(),
    guardianEmail: text().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    state: text({ enum: CONSENT_STATES }).notNull().default("requested"),
    isRenewal: boolean().notNull().default(false),
    requestedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    textVersion: text(),
    allowsCertificates: boolean(),
    allowsRecording: boolean(),
    decidedAt: instant(),
    validUntil: instant(),
    endedAt: instant(),
  },
  (consent) => [
    uniqueIndex("guardian_consents_requested_unique").on(consent.userId).where(sql`${consent.state} = 'requested'`),
    uniqueIndex("guardian_consents_given_unique").on(consent.userId).where(sql`${consent.state} = 'given'`),
    index("guardian_consents_user").on(consent.userId, consent.requestedAt),
    index("guardian_consents_open").on(consent.state, consent.validUntil).where(sql`${consent.endedAt} is null`),
    index("guardian_consents_ended").on(consent.endedAt),
    lengthBetween(consent.guardianName, 1, NAME_LENGTH),
    lengthBetween(consent.guardianEmail, 1, EMAIL_LENGTH),
    oneOf(consent.language, LANGUAGES),
    oneOf(consent.state, CONSENT_STATES),
    lengthBetween(consent.textVersion, 1, 20),
    check(
      "guardian_consents_decided",
      sql`(${consent.state} in ('given', 'refused', 'revoked', 'lapsed', 'replaced')) = (${consent.decidedAt} is not null)
        and num_nonnulls(${consent.decidedAt}, ${consent.textVersion}, ${consent.allowsCertificates},
          ${consent.allowsRecording}) in (0, 4)`,
    ),
    check(
      "guardian_consents_valid",
      sql`(${consent.state} in ('given', 'revoked', 'lapsed', 'replaced')) = (${consent.validUntil} is not null)`,
    ),
    check("guardian_consents_ended", sql`(${consent.state} in ('requested', 'given')) = (${consent.endedAt} is null)`),
  ],
)

/** The administrators who read cases; while none of them is one any more, all do. */
export const safeguardingStaff = snakeCase.table(
  "safeguarding_staff",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    namedBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (staff) => [index("safeguarding_staff_named_by").on(staff.namedBy)],
)

/**
 * `subjectId` is that of a conversation, a session or a post, which may be deleted before the case is. The migration
 * refuses to delete a case before `CASE_YEARS` after its end.
 */
export const safeguardingCases = snakeCase.table(
  "safeguarding_cases",
  {
    id: id(),
    subjectKind: text({ enum: CASE_SUBJECTS }).notNull(),
    subjectId: uuid().notNull(),
    category: text({ enum: REPORT_CATEGORIES }).notNull(),
    state: text({ enum: CASE_STATES }).notNull().default("open"),
    entryCount: integer().notNull().default(0),
    createdAt: createdAt(),
    closedAt: instant(),
  },
  (of) => [
    uniqueIndex("safeguarding_cases_open_unique").on(of.subjectKind, of.subjectId).where(sql`${of.state} = 'open'`),
    index("safeguarding_cases_newest").on(of.createdAt, of.id),
    index("safeguarding_cases_state").on(of.state, of.createdAt, of.id),
    oneOf(of.subjectKind, CASE_SUBJECTS),
    oneOf(of.category, REPORT_CATEGORIES),
    oneOf(of.state, CASE_STATES),
    minValue(of.entryCount, 0),
    check("safeguarding_cases_closed", sql`(${of.state} = 'closed') = (${of.closedAt} is not null)`),
  ],
)

/** The migration refuses every change of an entry but the loss of its author with the account. */
export const safeguardingEntries = snakeCase.table(
  "safeguarding_entries",
  {
    id: id(),
    caseId: uuid()
      .notNull()
      .references(() => safeguardingCases.id),
    number: integer().notNull(),
    kind: text({ enum: ENTRY_KINDS }).notNull(),
    role: text({ enum: ENTRY_ROLES }).notNull(),
    authorId: uuid().references(() => users.id, { onDelete: "set null" }),
    text: text(),
    quote: text(),
    createdAt: createdAt(),
  },
  (entry) => [
    unique("safeguarding_entries_number_unique").on(entry.caseId, entry.number),
    index("safeguarding_entries_author").on(entry.authorId),
    minValue(entry.number, 1),
    oneOf(entry.kind, ENTRY_KINDS),
    oneOf(entry.role, ENTRY_ROLES),
    lengthBetween(entry.text, 1, ENTRY_LENGTH),
    lengthBetween(entry.quote, 1, QUOTE_LENGTH),
    check("safeguarding_entries_text_given", sql`${entry.kind} = 'report' or ${entry.text} is not null`),
  ],
)

export type GuardianConsentRow = typeof guardianConsents.$inferSelect
export type SafeguardingCaseRow = typeof safeguardingCases.$inferSelect
export type SafeguardingEntryRow = typeof safeguardingEntries.$inferSelect
