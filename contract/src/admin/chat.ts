import * as z from "zod/mini"
import { CHAT_LENGTH, ChatMessage, ChatSequence, chatCursors, QuerySequence, SenderType } from "#chat.ts"
import { Deleted } from "#deletions.ts"
import { UserId } from "#ids.ts"
import { LANGUAGES } from "#languages.ts"
import { BooleanInput, BooleanString, listQuery, openEnum, page } from "#lists.ts"
import { route } from "#route.ts"
import { optionalText, text } from "#text.ts"
import { Instant } from "#time.ts"

export const RESPONSE_LENGTH = 2000
export const REPLY_TITLE_LENGTH = 100

export const ChatRecord = z.object({
  ...ChatMessage.shape,
  threadId: z.uuid(),
  email: z.nullable(z.string()),
  isRead: BooleanString,
  readAt: z.nullable(Instant),
})
export type ChatRecord = z.output<typeof ChatRecord>

export const listChat = route({
  method: "GET",
  path: "/api/admin/chat",
  access: "admin",
  query: listQuery({ isRead: z.optional(BooleanInput) }, ["newest", "oldest"]),
  list: true,
  reply: page(ChatRecord),
})

export const markChatMessageRead = route({
  method: "PATCH",
  path: "/api/admin/chat/:id/read",
  access: "admin",
  params: z.object({ id: z.uuid("id.invalid") }),
  reply: ChatRecord,
})

/** spec §5 "Chat response". Idempotent by `id`, which the page makes. */
export const respondToChat = route({
  method: "POST",
  path: "/api/admin/chat/respond",
  access: "admin",
  status: 201,
  body: z.strictObject({
    threadId: z.uuid("id.invalid"),
    message: text(RESPONSE_LENGTH, { required: "reply.required", tooLong: "response.too_long" }),
    id: z.optional(z.uuid("id.invalid")),
  }),
  reply: ChatRecord,
})

export const THREAD_STATES = ["open", "done"] as const
export const ThreadState = z.enum(THREAD_STATES, "state.unknown")
export type ThreadState = z.output<typeof ThreadState>

/** `name` and `email` are the latest the visitor gave; `reportReason` is null once the report is settled. */
export const ChatThread = z.object({
  id: z.uuid(),
  userId: z.nullable(UserId),
  name: z.string(),
  email: z.nullable(z.string()),
  language: z.enum(LANGUAGES),
  state: openEnum(THREAD_STATES),
  assignedTo: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  isBlocked: BooleanString,
  reportReason: z.nullable(z.string()),
  reportedAt: z.nullable(Instant),
  unread: z.int(),
  seenSequence: z.int(),
  lastSequence: z.int(),
  lastSenderType: SenderType,
  lastMessage: z.string(),
  lastMessageAt: Instant,
  createdAt: Instant,
})
export type ChatThread = z.output<typeof ChatThread>

const params = z.object({ id: z.uuid("id.invalid") })

export const listChatThreads = route({
  method: "GET",
  path: "/api/admin/chat/threads",
  access: "admin",
  query: listQuery(
    {
      state: z.optional(ThreadState),
      isUnread: z.optional(BooleanInput),
      isMine: z.optional(BooleanInput),
      isReported: z.optional(BooleanInput),
      isBlocked: z.optional(BooleanInput),
    },
    ["newest", "oldest"],
  ),
  list: true,
  reply: page(ChatThread),
})

export const readChatThread = route({
  method: "GET",
  path: "/api/admin/chat/threads/:id",
  access: "admin",
  params,
  reply: ChatThread,
})

/** Oldest first, at most `CHAT_ROWS`; without a cursor the last ones. */
export const listThreadMessages = route({
  method: "GET",
  path: "/api/admin/chat/threads/:id/messages",
  access: "admin",
  params,
  query: z.strictObject(chatCursors),
  reply: z.array(ChatRecord),
})

export const markChatThreadRead = route({
  method: "POST",
  path: "/api/admin/chat/threads/:id/reading",
  access: "admin",
  params,
  body: z.strictObject({ sequence: ChatSequence }),
  reply: ChatThread,
})

/** Omitted fields stay as they are. A report can only be settled. */
export const changeChatThread = route({
  method: "PATCH",
  path: "/api/admin/chat/threads/:id",
  access: "admin",
  params,
  body: z.strictObject({
    state: z.optional(ThreadState),
    assignedTo: z.optional(z.nullable(UserId)),
    isBlocked: z.optional(BooleanInput),
    isReported: z.optional(z.union([z.literal(false), z.literal("false")], "invalid")),
  }),
  reply: ChatThread,
})

/** Only of a guest's conversation whose last message has this sequence number. */
export const deleteChatThread = route({
  method: "DELETE",
  path: "/api/admin/chat/threads/:id",
  access: "admin",
  params,
  query: z.strictObject({ sequence: QuerySequence }),
  reply: Deleted,
})
export const restoreChatThread = route({
  method: "POST",
  path: "/api/admin/chat/threads/:id/restoration",
  access: "admin",
  params,
  reply: ChatThread,
})

export const listChatAdmins = route({
  method: "GET",
  path: "/api/admin/chat/staff",
  access: "admin",
  reply: z.array(z.object({ id: UserId, name: z.string(), isHere: z.boolean() })),
})

const replyText = optionalText(CHAT_LENGTH, "response.too_long")

const SavedReplyBody = z.strictObject({
  title: text(REPLY_TITLE_LENGTH, { required: "title.required", tooLong: "reply_title.too_long" }),
  en: replyText,
  fr: replyText,
  ht: replyText,
  es: replyText,
})

export const SavedReply = z.object({
  id: z.uuid(),
  title: z.string(),
  en: z.nullable(z.string()),
  fr: z.nullable(z.string()),
  ht: z.nullable(z.string()),
  es: z.nullable(z.string()),
})
export type SavedReply = z.output<typeof SavedReply>

export const listSavedReplies = route({
  method: "GET",
  path: "/api/admin/saved-replies",
  access: "admin",
  reply: z.array(SavedReply),
})

export const createSavedReply = route({
  method: "POST",
  path: "/api/admin/saved-replies",
  access: "admin",
  status: 201,
  body: SavedReplyBody,
  reply: SavedReply,
})

export const updateSavedReply = route({
  method: "PUT",
  path: "/api/admin/saved-replies/:id",
  access: "admin",
  params,
  body: SavedReplyBody,
  reply: SavedReply,
})

export const deleteSavedReply = route({
  method: "DELETE",
  path: "/api/admin/saved-replies/:id",
  access: "admin",
  status: 204,
  params,
  reply: z.undefined(),
})
