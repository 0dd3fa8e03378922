import * as z from "zod/mini"
import { route } from "./route.ts"
import { email, NAME_LENGTH, text } from "./text.ts"
import { Instant } from "./time.ts"

/** The words of §3: who wrote a message. An administrator's are the office's answers. */
export const SENDER_TYPES = ["guest", "member", "admin"] as const
export const SenderType = z.enum(SENDER_TYPES)
export type SenderType = z.output<typeof SenderType>

/** D9. */
export const CHAT_LENGTH = 2000
export const REPORT_LENGTH = 500
/** So many messages a list of a conversation gives at most; whoever gets as many asks for those after the last. */
export const CHAT_ROWS = 100
/** An answer that nobody saw for so long goes out by mail. */
export const UNREAD_MINUTES = 5

/**
 * §2 Get in Touch: the hours of the office on its own clock, from Sunday on. Nothing where it is closed.
 */
export const OFFICE_HOURS: readonly (readonly [from: string, to: string] | null)[] = [
  null,
  ["09:00", "18:00"],
  ["09:00", "18:00"],
  ["09:00", "18:00"],
  ["09:00", "18:00"],
  ["09:00", "18:00"],
  ["10:00", "16:00"],
]

/**
 * A message as the two who talk see it (§7). `sequence` counts a conversation's messages from 1, without a gap;
 * `clientId` is the name its sender's page gave it.
 */
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

/** A place in a conversation, as it stands in an address. */
const Cursor = z.optional(
  z.pipe(z.string("place.invalid").check(z.regex(/^\d{1,9}$/, "place.invalid")), z.transform(Number)),
)

/** The number of a message that somebody has come to; one that the database can count to. */
export const ChatSequence = z
  .int("place.invalid")
  .check(z.minimum(1, "place.invalid"), z.maximum(999_999_999, "place.invalid"))

/** What of a conversation is asked for: what came `after` a message, or the last ones `before` one. */
export const chatCursors = { after: Cursor, before: Cursor }

const OptionalEmail = z.pipe(
  z.transform((typed) => (typeof typed === "string" && typed.trim() === "" ? undefined : typed)),
  z.optional(email({ required: "email.required", tooLong: "email.too_long", invalid: "email.invalid" })),
)

/** §5, §7. `id`, made by the page, makes sending again the same message (D4). */
export const sendChat = route({
  method: "POST",
  path: "/api/chat",
  access: "public",
  status: 201,
  body: z.object({
    name: text(NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" }),
    email: z.optional(OptionalEmail),
    message: text(CHAT_LENGTH, { required: "message.required", tooLong: "chat_message.too_long" }),
    id: z.optional(z.uuid("id.invalid")),
  }),
  reply: ChatMessage,
})

/** §7, D4: the caller's own conversation, the oldest message first; without one, nothing. */
export const listChatMessages = route({
  method: "GET",
  path: "/api/chat",
  access: "public",
  query: z.object(chatCursors),
  reply: z.array(ChatMessage),
})

/**
 * Who answers, and who asks. `opensAt` is when the office opens next; nothing while it is open. A member's `name` and
 * `email` are the account's. The answer also sets a guest's cookie, so that the first message has it already.
 */
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

/** Tells up to which message the visitor has seen the conversation. */
export const seeChat = route({
  method: "POST",
  path: "/api/chat/seen",
  access: "public",
  status: 204,
  body: z.strictObject({ sequence: ChatSequence }),
  reply: z.undefined(),
})

/** Tells the office that something in the conversation is not as it should be. */
export const reportChat = route({
  method: "POST",
  path: "/api/chat/report",
  access: "public",
  status: 204,
  body: z.strictObject({ reason: text(REPORT_LENGTH, { required: "reason.required", tooLong: "reason.too_long" }) }),
  reply: z.undefined(),
})

/** Goes on with a conversation in another browser, with the secret of a letter about it. */
export const resumeChat = route({
  method: "POST",
  path: "/api/chat/resume",
  access: "public",
  status: 204,
  body: z.strictObject({ token: z.string("token.invalid").check(z.regex(/^[\w.-]{1,200}$/, "token.invalid")) }),
  reply: z.undefined(),
})
