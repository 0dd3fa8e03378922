import { LANGUAGES } from "@haitech/contract/languages"
import { QUESTION_LENGTH } from "@haitech/contract/learning"
import { sql } from "drizzle-orm"
import { foreignKey, index, jsonb, snakeCase, text, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { chatMessages } from "#features/chat/table.ts"
import { lessons } from "#features/learning/table.ts"
import { createdAt, instant, lengthBetween, oneOf } from "#platform/db/columns.ts"

/** A question from a lesson. Its text is a message of the member's conversation, too; `id` is made on the device. */
export const helpRequests = snakeCase.table(
  "help_requests",
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    lessonId: uuid().notNull(),
    courseId: uuid().notNull(),
    exerciseId: text(),
    language: text({ enum: LANGUAGES }).notNull(),
    question: text().notNull(),
    /** The last answers or programs, newest last. */
    tries: jsonb().$type<readonly string[]>().notNull(),
    messageId: uuid().references(() => chatMessages.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    resolvedAt: instant(),
  },
  (request) => [
    foreignKey({
      name: "help_requests_lesson_fkey",
      columns: [request.lessonId, request.courseId],
      foreignColumns: [lessons.id, lessons.courseId],
    }).onDelete("cascade"),
    index("help_requests_newest").on(request.createdAt, request.id),
    index("help_requests_open").on(request.createdAt, request.id).where(sql`${request.resolvedAt} is null`),
    index("help_requests_user").on(request.userId),
    index("help_requests_lesson").on(request.lessonId, request.courseId),
    index("help_requests_message").on(request.messageId),
    lengthBetween(request.exerciseId, 1, 60),
    oneOf(request.language, LANGUAGES),
    lengthBetween(request.question, 1, QUESTION_LENGTH),
  ],
)

export type HelpRequestRow = typeof helpRequests.$inferSelect
