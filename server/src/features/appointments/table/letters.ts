import { LETTER_REASON_LENGTH } from "@haitech/contract/hours-letters"
import { LANGUAGES } from "@haitech/contract/languages"
import { NAME_LENGTH } from "@haitech/contract/text"
import { TUTORING_ROLES } from "@haitech/contract/tutors"
import { sql } from "drizzle-orm"
import { check, date, index, integer, snakeCase, text, unique, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { id, instant, lengthBetween, minValue, oneOf } from "#platform/db/columns.ts"

/**
 * A frozen record: what it says does not change with the sessions, the name or the role. The days are those of the tutor's
 * clock. What was revoked cannot be issued again with the same words.
 */
export const volunteerLetters = snakeCase.table(
  "volunteer_letters",
  {
    id: id(),
    /** On the letter and in the address of its page; it cannot be guessed. */
    code: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    role: text({ enum: TUTORING_ROLES }).notNull(),
    fromDay: date().notNull(),
    untilDay: date().notNull(),
    minutes: integer().notNull(),
    sessions: integer().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    issuedAt: instant().notNull().defaultNow(),
    revokedAt: instant(),
    revokedReason: text(),
  },
  (letter) => [
    unique("volunteer_letters_code_unique").on(letter.code),
    unique("volunteer_letters_once").on(
      letter.userId,
      letter.fromDay,
      letter.untilDay,
      letter.language,
      letter.name,
      letter.role,
      letter.minutes,
      letter.sessions,
    ),
    index("volunteer_letters_newest").on(letter.issuedAt, letter.id),
    check("volunteer_letters_code_known", sql`${letter.code} ~ '^[0-9A-Z]{12}$'`),
    lengthBetween(letter.name, 1, NAME_LENGTH),
    oneOf(letter.role, TUTORING_ROLES),
    check("volunteer_letters_until_later", sql`${letter.untilDay} >= ${letter.fromDay}`),
    minValue(letter.minutes, 1),
    minValue(letter.sessions, 1),
    oneOf(letter.language, LANGUAGES),
    lengthBetween(letter.revokedReason, 1, LETTER_REASON_LENGTH),
    check("volunteer_letters_revoked", sql`(${letter.revokedAt} is null) = (${letter.revokedReason} is null)`),
  ],
)

export type VolunteerLetterRow = typeof volunteerLetters.$inferSelect
