import {
  type ChatMessage,
  listChatMessages,
  markChatSeen,
  readChatStatus,
  reportChat,
  resumeChat,
  sendChat,
} from "@haitech/contract/chat"
import { receiveEmail } from "@haitech/contract/mail"
import type { Deps } from "#deps.ts"
import { handle } from "#platform/http/handle.ts"
import { adminRoutes } from "./routes/admin.ts"
import { openingHoursRoutes } from "./routes/opening-hours.ts"
import { savedReplyRoutes } from "./routes/saved-replies.ts"
import { processEmail } from "./service/inbound.ts"
import { send } from "./service/sending.ts"
import { chatStatusOf, markSeen, ownMessages, report, resume } from "./service/visitors.ts"
import type { ChatMessageRow } from "./table.ts"

/** Wide, because many learners share one address of their carrier; the service also limits each conversation. */
const SEND_LIMIT = { name: "chat.address", limit: 600, windowSeconds: 3600 }

export const chatRoutes = (deps: Deps) => [
  ...adminRoutes(deps),
  ...savedReplyRoutes(deps),
  ...openingHoursRoutes(deps),
  handle(sendChat, async ({ body, ...visitor }) => present(await send(deps, visitor, body)), { limit: SEND_LIMIT }),
  handle(listChatMessages, async ({ query, ...visitor }) => (await ownMessages(deps, visitor, query)).map(present)),
  handle(readChatStatus, (visitor) => chatStatusOf(deps, visitor)),
  handle(markChatSeen, async ({ body, ...visitor }) => {
    await markSeen(deps, visitor, body.sequence)
    return undefined
  }),
  handle(reportChat, async ({ body, ...visitor }) => {
    await report(deps, visitor, body.reason)
    return undefined
  }),
  handle(resumeChat, async ({ body, ...visitor }) => {
    await resume(deps, visitor, body.token)
    return undefined
  }),
  handle(
    receiveEmail,
    async ({ body }) => {
      await processEmail(deps, body.raw)
      return undefined
    },
    { bearer: { secret: deps.replies?.secret } },
  ),
]

/** The visitor's view of a message: without the email address and without who read it. */
function present({ id, sequence, clientId, senderType, name, message, createdAt }: ChatMessageRow): ChatMessage {
  return { id, sequence, clientId, senderType, name, message, createdAt: createdAt.toISOString() }
}
