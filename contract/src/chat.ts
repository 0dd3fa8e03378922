import * as z from "zod/mini"
import { openEnum } from "./lists.ts"
import { route } from "./route.ts"
import { email, NAME_LENGTH, singleLine, text } from "./text.ts"
import { Instant } from "./time.ts"

export const SENDER_TYPES = ["guest", "member", "admin"] as const
export const SenderType = openEnum(SENDER_TYPES)
export type SenderType = z.output<typeof SenderType>

export const CHAT_LENGTH = 2000
export const REPORT_LENGTH = 500
/** The maximum of one page of a conversation; a client that receives as many requests the next page. */
export const CHAT_ROWS = 100
/** A reply that stays unseen for this long is sent by email. */
export const UNREAD_MINUTES = 5

/** `sequence` numbers a conversation's messages from 1 without gaps; `clientId` is chosen by the sending page. */
export const ChatMessage = z.object({
  id: z.uuid(),
  sequence: z.int(),
  clientId: z.nullable(z.uuid()),
  senderType: SenderType,
  name: z.string(),
  message: z.string(),
  createdAt: Instant,
})
export type ChatMessage = z.output<typeof ChatMessage>

export const QuerySequence = z.pipe(
  z.string("place.invalid").check(z.regex(/^\d{1,9}$/, "place.invalid")),
  z.transform(Number),
)
const Cursor = z.optional(QuerySequence)

export const ChatSequence = z
  .int("place.invalid")
  .check(z.minimum(1, "place.invalid"), z.maximum(999_999_999, "place.invalid"))

export const chatCursors = { after: Cursor, before: Cursor }

const OptionalEmail = z.pipe(
  z.transform((input) => (typeof input === "string" && input.trim() === "" ? undefined : input)),
  z.optional(email({ required: "email.required", tooLong: "email.too_long", invalid: "email.invalid" })),
)

/** spec §5. Idempotent by `id`, which the page makes (D4). */
export const sendChat = route({
  method: "POST",
  path: "/api/chat",
  access: "public",
  status: 201,
  body: z.object({
    name: singleLine(NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" }),
    email: z.optional(OptionalEmail),
    message: text(CHAT_LENGTH, { required: "message.required", tooLong: "chat_message.too_long" }),
    id: z.optional(z.uuid("id.invalid")),
  }),
  reply: ChatMessage,
})

export const listChatMessages = route({
  method: "GET",
  path: "/api/chat",
  access: "public",
  query: z.object(chatCursors),
  reply: z.array(ChatMessage),
})

/** `opensAt` is the next opening time, null while open. The response also sets a guest's cookie. */
export const readChatStatus = route({
  method: "GET",
  path: "/api/chat/desk",
  access: "public",
  reply: z.object({
    isStaffHere: z.boolean(),
    opensAt: z.nullable(Instant),
    userId: z.nullable(z.uuid()),
    threadId: z.nullable(z.uuid()),
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
})

export const markChatSeen = route({
  method: "POST",
  path: "/api/chat/seen",
  access: "public",
  status: 204,
  body: z.strictObject({ sequence: ChatSequence }),
  reply: z.undefined(),
})

export const reportChat = route({
  method: "POST",
  path: "/api/chat/report",
  access: "public",
  status: 204,
  body: z.strictObject({ reason: text(REPORT_LENGTH, { required: "reason.required", tooLong: "reason.too_long" }) }),
  reply: z.undefined(),
})

export const resumeChat = route({
  method: "POST",
  path: "/api/chat/resume",
  access: "public",
  status: 204,
  body: z.strictObject({ token: z.string("token.invalid").check(z.regex(/^[\w.-]{1,200}$/, "token.invalid")) }),
  reply: z.undefined(),
})
