import { SENDER_TYPES } from "@haitech/contract/office-chat"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { sql } from "drizzle-orm"
import { boolean, check, index, integer, snakeCase, text, unique, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { atLeast, createdAt, fits, freshId, id, instant, oneOf } from "#platform/db/columns.ts"

/**
 * One message of a thread (§3). `sequence` numbers a thread's messages from 1, so that a reader can ask for what came
 * after the last one seen; `clientId` is made by the sender, so that sending again stores once (D4). `threadId` is a
 * name, not a secret.
 *
 * An account that goes leaves its messages without `senderId`: a colleague's answers belong to the visitor's thread. To
 * erase a member, erase the member's thread.
 */
export const chatMessages = snakeCase.table(
  "chat_messages",
  {
    id: id(),
    threadId: uuid().notNull().$defaultFn(freshId),
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
  },
  (message) => [
    unique("chat_messages_sequence_unique").on(message.threadId, message.sequence),
    unique("chat_messages_client_id_unique").on(message.threadId, message.clientId),
    index("chat_messages_newest").on(message.createdAt, message.id),
    index("chat_messages_unread").on(message.createdAt, message.id).where(sql`not ${message.isRead}`),
    index("chat_messages_sender").on(message.senderId),
    index("chat_messages_read_by").on(message.readBy),
    atLeast(message.sequence, 1),
    oneOf(message.senderType, SENDER_TYPES),
    fits(message.name, 1, NAME_LENGTH),
    fits(message.email, 1, EMAIL_LENGTH),
    fits(message.message, 1, 2000),
    check("chat_messages_read", sql`${message.isRead} = (${message.readAt} is not null)`),
  ],
)

export type ChatMessageRow = typeof chatMessages.$inferSelect
