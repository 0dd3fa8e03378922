import { PROOF_REASON_LENGTH } from "@haitech/contract/hours-proofs"
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
export const hoursProofs = snakeCase.table(
  "hours_proofs",
  {
    id: id(),
    /** On the proof and in the address of its page; it cannot be guessed. */
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
  (proof) => [
    unique("hours_proofs_code_unique").on(proof.code),
    unique("hours_proofs_once").on(
      proof.userId,
      proof.fromDay,
      proof.untilDay,
      proof.language,
      proof.name,
      proof.role,
      proof.minutes,
      proof.sessions,
    ),
    index("hours_proofs_newest").on(proof.issuedAt, proof.id),
    check("hours_proofs_code_known", sql`${proof.code} ~ '^[0-9A-Z]{12}$'`),
    lengthBetween(proof.name, 1, NAME_LENGTH),
    oneOf(proof.role, TUTORING_ROLES),
    check("hours_proofs_until_later", sql`${proof.untilDay} >= ${proof.fromDay}`),
    minValue(proof.minutes, 1),
    minValue(proof.sessions, 1),
    oneOf(proof.language, LANGUAGES),
    lengthBetween(proof.revokedReason, 1, PROOF_REASON_LENGTH),
    check("hours_proofs_revoked", sql`(${proof.revokedAt} is null) = (${proof.revokedReason} is null)`),
  ],
)

export type HoursProofRow = typeof hoursProofs.$inferSelect
