import { integer, snakeCase, text, unique, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { appointments } from "#features/appointments/table.ts"
import { createdAt, hashed, instant, notEmpty, valueBetween } from "#platform/db/columns.ts"

/** How far the external calendar was read: one row. */
export const calendarReads = snakeCase.table(
  "calendar_reads",
  { id: integer().primaryKey().default(1), syncToken: text().notNull(), readAt: instant().notNull() },
  (read) => [valueBetween(read.id, 1, 1), notEmpty(read.syncToken)],
)

/** A session that somebody moved in the external calendar, or deleted there: then the times are null. */
export const calendarDifferences = snakeCase.table("calendar_differences", {
  appointmentId: uuid()
    .primaryKey()
    .references(() => appointments.id, { onDelete: "cascade" }),
  startsAt: instant(),
  endsAt: instant(),
  createdAt: createdAt(),
})

/** The private calendar of an administrator; its address contains a secret, of which the hash is kept. */
export const calendarFeeds = snakeCase.table(
  "calendar_feeds",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    tokenHash: text().notNull(),
    createdAt: createdAt(),
  },
  (feed) => [unique("calendar_feeds_token_hash_unique").on(feed.tokenHash), hashed(feed.tokenHash)],
)

export type CalendarDifferenceRow = typeof calendarDifferences.$inferSelect
