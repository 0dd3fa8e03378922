import { REPLY_TITLE_LENGTH, THREAD_STATES } from "@haitech/contract/admin/chat"
import { CHAT_LENGTH, REPORT_LENGTH, SENDER_TYPES } from "@haitech/contract/chat"
import { LANGUAGES } from "@haitech/contract/languages"
import type { OpeningWeek } from "@haitech/contract/opening-hours"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { type Column, type SQL, sql } from "drizzle-orm"
import { boolean, check, index, integer, jsonb, snakeCase, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core"
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
  updatedAt,
} from "#platform/db/columns.ts"

/** Adding a message locks the row. `addressHash` is the keyed hash of the visitor's network address. */
export const chatThreads = snakeCase.table(
  "chat_threads",
  {
    id: id(),
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    email: text(),
    language: text({ enum: LANGUAGES }).notNull().default("en"),
    addressHash: text(),
    state: text({ enum: THREAD_STATES }).notNull().default("open"),
    assignedTo: uuid().references(() => users.id, { onDelete: "set null" }),
    blockedAt: instant(),
    reportReason: text(),
    reportedAt: instant(),
    lastSequence: integer().notNull().default(0),
    seenSequence: integer().notNull().default(0),
    mailedSequence: integer().notNull().default(0),
    lastMessageAt: instant().notNull().defaultNow(),
    /** Of the first message without an answer; set by a trigger at each message. */
    waitingSince: instant(),
    createdAt: createdAt(),
    deletedAt: instant(),
  },
  (thread) => [
    unique("chat_threads_user_unique").on(thread.userId),
    index("chat_threads_newest").on(thread.lastMessageAt, thread.id),
    index("chat_threads_state").on(thread.state, thread.lastMessageAt, thread.id),
    index("chat_threads_assigned").on(thread.assignedTo, thread.lastMessageAt, thread.id),
    index("chat_threads_reported").on(thread.lastMessageAt, thread.id).where(sql`${thread.reportedAt} is not null`),
    index("chat_threads_deleted").on(thread.deletedAt).where(sql`${thread.deletedAt} is not null`),
    index("chat_threads_waiting").on(thread.waitingSince, thread.id).where(waitsForAnswer(thread)),
    index("chat_threads_blocked").on(thread.lastMessageAt, thread.id).where(sql`${thread.blockedAt} is not null`),
    lengthBetween(thread.name, 1, NAME_LENGTH),
    lengthBetween(thread.email, 1, EMAIL_LENGTH),
    oneOf(thread.language, LANGUAGES),
    hashed(thread.addressHash),
    oneOf(thread.state, THREAD_STATES),
    lengthBetween(thread.reportReason, 1, REPORT_LENGTH),
    minValue(thread.lastSequence, 0),
    check("chat_threads_seen", sql`${thread.seenSequence} between 0 and ${thread.lastSequence}`),
    check("chat_threads_mailed", sql`${thread.mailedSequence} between 0 and ${thread.lastSequence}`),
    check("chat_threads_report", sql`(${thread.reportReason} is null) = (${thread.reportedAt} is null)`),
  ],
)

/** The SHA-256 of the secret in a browser's cookie; a link in an email adds a key for another browser. */
export const chatKeys = snakeCase.table(
  "chat_keys",
  {
    keyHash: text().primaryKey(),
    threadId: uuid()
      .notNull()
      .references(() => chatThreads.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (key) => [index("chat_keys_thread").on(key.threadId), hashed(key.keyHash)],
)

/** `threadId` is an identifier, not a secret. An administrator's answers survive the administrator's account. */
export const chatMessages = snakeCase.table(
  "chat_messages",
  {
    id: id(),
    threadId: uuid()
      .notNull()
      .references(() => chatThreads.id, { onDelete: "cascade" }),
    sequence: integer().notNull(),
    clientId: uuid(),
    senderId: uuid().references(() => users.id, { onDelete: "set null" }),
    senderType: text({ enum: SENDER_TYPES }).notNull().default("guest"),
    name: text().notNull(),
    email: text(),
    message: text().notNull(),
    isRead: boolean().notNull().default(false),
    readAt: instant(),
    readBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    /** That of the thread, for the counters and the list of all messages. */
    deletedAt: instant(),
  },
  (message) => [
    unique("chat_messages_sequence_unique").on(message.threadId, message.sequence),
    unique("chat_messages_client_id_unique").on(message.threadId, message.clientId),
    index("chat_messages_newest").on(message.createdAt, message.id),
    index("chat_messages_unread").on(message.createdAt, message.id).where(sql`not ${message.isRead}`),
    index("chat_messages_unread_of").on(message.threadId).where(sql`not ${message.isRead}`),
    index("chat_messages_sender").on(message.senderId),
    index("chat_messages_read_by").on(message.readBy),
    minValue(message.sequence, 1),
    oneOf(message.senderType, SENDER_TYPES),
    lengthBetween(message.name, 1, NAME_LENGTH),
    lengthBetween(message.email, 1, EMAIL_LENGTH),
    lengthBetween(message.message, 1, CHAT_LENGTH),
    check("chat_messages_read", sql`${message.isRead} = (${message.readAt} is not null)`),
  ],
)

export const chatStaff = snakeCase.table("chat_staff", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  seenAt: instant().notNull(),
})

export const savedReplies = snakeCase.table(
  "saved_replies",
  {
    id: id(),
    title: text().notNull(),
    en: text(),
    fr: text(),
    ht: text(),
    es: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (reply) => [
    uniqueIndex("saved_replies_title_unique").on(sql`lower(${reply.title})`),
    lengthBetween(reply.title, 1, REPLY_TITLE_LENGTH),
    maxLength(reply.en, CHAT_LENGTH),
    maxLength(reply.fr, CHAT_LENGTH),
    maxLength(reply.ht, CHAT_LENGTH),
    maxLength(reply.es, CHAT_LENGTH),
    check("saved_replies_said", sql`coalesce(${reply.en}, ${reply.fr}, ${reply.ht}, ${reply.es}) is not null`),
  ],
)

/** Each save is a row; the one with the highest version applies. Days are from Sunday to Saturday. */
export const openingHours = snakeCase.table(
  "opening_hours",
  { version: integer().primaryKey(), week: jsonb().$type<OpeningWeek>().notNull(), createdAt: createdAt() },
  (hours) => [
    minValue(hours.version, 1),
    check(
      "opening_hours_week",
      sql`case jsonb_typeof(${hours.week}) when 'array' then jsonb_array_length(${hours.week}) = 7 else false end`,
    ),
  ],
)

export function waitsForAnswer(
  thread: Readonly<Record<"waitingSince" | "state" | "reportedAt" | "blockedAt" | "deletedAt", Column>>,
): SQL {
  return sql`(${thread.waitingSince} is not null and ${thread.state} = 'open' and ${thread.reportedAt} is null
    and ${thread.blockedAt} is null and ${thread.deletedAt} is null)`
}

export type ChatThreadRow = typeof chatThreads.$inferSelect
export type ChatMessageRow = typeof chatMessages.$inferSelect
export type OpeningHoursRow = typeof openingHours.$inferSelect
export type SavedReplyRow = typeof savedReplies.$inferSelect
