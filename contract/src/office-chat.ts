import * as z from "zod/mini"
import { Flag, listQuery, page, Said } from "./lists.ts"
import { route } from "./route.ts"
import { line } from "./text.ts"
import { Instant } from "./time.ts"

/** The words of §6: who wrote a message. An administrator's are the office's answers. */
export const SENDER_TYPES = ["guest", "member", "admin"] as const

/** §9. */
export const RESPONSE_LENGTH = 2000

/** A message of any thread (§3). */
export const ChatRecord = z.object({
  id: z.uuid(),
  threadId: z.uuid(),
  senderType: z.enum(SENDER_TYPES),
  name: z.string(),
  email: z.nullable(z.string()),
  message: z.string(),
  isRead: Said,
  readAt: z.nullable(Instant),
  createdAt: Instant,
})
export type ChatRecord = z.output<typeof ChatRecord>

/** §7. Searched in name, e-mail and message (§2). */
export const listChat = route({
  method: "GET",
  path: "/api/admin/chat",
  access: "admin",
  query: listQuery({ isRead: z.optional(Flag) }, ["newest", "oldest"]),
  list: true,
  reply: page(ChatRecord),
})

/** §4, §7: from unread to read, once. */
export const readChat = route({
  method: "PATCH",
  path: "/api/admin/chat/:id/read",
  access: "admin",
  params: z.object({ id: z.uuid("id.invalid") }),
  reply: ChatRecord,
})

/** §5 "Chat response", §7. `id`, made by the page, makes sending again the same response. */
export const respondToChat = route({
  method: "POST",
  path: "/api/admin/chat/respond",
  access: "admin",
  status: 201,
  body: z.strictObject({
    threadId: z.uuid("id.invalid"),
    message: line(RESPONSE_LENGTH, { required: "reply.required", tooLong: "response.too_long" }),
    id: z.optional(z.uuid("id.invalid")),
  }),
  reply: ChatRecord,
})
