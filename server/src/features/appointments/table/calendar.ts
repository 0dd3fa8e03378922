import { integer, snakeCase, text, uuid } from "drizzle-orm/pg-core"
import { appointments } from "#features/appointments/table.ts"
import { createdAt, instant, notEmpty, valueBetween } from "#platform/db/columns.ts"

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

export type CalendarDifferenceRow = typeof calendarDifferences.$inferSelect
