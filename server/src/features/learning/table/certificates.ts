import { LANGUAGES } from "@haitech/contract/languages"
import { sql } from "drizzle-orm"
import { check, index, integer, snakeCase, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { courses } from "#features/learning/table.ts"
import { id, instant, lengthBetween, minValue, oneOf } from "#platform/db/columns.ts"

/** A frozen record: what it says does not change with the course or the member's name. `hours` are whole ones. */
export const certificates = snakeCase.table(
  "certificates",
  {
    id: id(),
    /** On the paper and in the address of its page; it cannot be guessed. */
    code: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: "restrict" }),
    name: text().notNull(),
    courseTitle: text().notNull(),
    courseTitleEn: text().notNull(),
    lessonCount: integer().notNull(),
    hours: integer().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    completedAt: instant().notNull(),
    issuedAt: instant().notNull().defaultNow(),
    revokedAt: instant(),
    revokedReason: text(),
  },
  (certificate) => [
    unique("certificates_code_unique").on(certificate.code),
    uniqueIndex("certificates_once")
      .on(certificate.userId, certificate.courseId)
      .where(sql`${certificate.revokedAt} is null`),
    index("certificates_course").on(certificate.courseId),
    index("certificates_user").on(certificate.userId),
    index("certificates_newest").on(certificate.issuedAt, certificate.id),
    check("certificates_code_known", sql`${certificate.code} ~ '^[0-9A-Z]{12}$'`),
    lengthBetween(certificate.name, 1, 100),
    lengthBetween(certificate.courseTitle, 1, 100),
    lengthBetween(certificate.courseTitleEn, 1, 100),
    minValue(certificate.lessonCount, 1),
    minValue(certificate.hours, 1),
    oneOf(certificate.language, LANGUAGES),
    lengthBetween(certificate.revokedReason, 1, 500),
    check("certificates_revoked", sql`(${certificate.revokedAt} is null) = (${certificate.revokedReason} is null)`),
  ],
)

export type CertificateRow = typeof certificates.$inferSelect
