import {
  type ChatMessage,
  listChatMessages,
  readChatDesk,
  reportChat,
  resumeChat,
  seeChat,
  sendChat,
} from "@haitech/contract/chat"
import { receiveLetter } from "@haitech/contract/mail"
import type { Deps } from "#deps.ts"
import { answer } from "#platform/http/answer.ts"
import { officeRoutes } from "./routes/office.ts"
import { savedReplyRoutes } from "./routes/saved-replies.ts"
import { takeLetter } from "./service/inbound.ts"
import { send } from "./service/sending.ts"
import { deskOf, ownMessages, report, resume, see } from "./service/visitors.ts"
import type { ChatMessageRow } from "./table.ts"

/** Many learners share one address of their carrier; a conversation's own share is in the service. */
const SEND_LIMIT = { name: "chat.address", limit: 600, windowSeconds: 3600 }

export const chatRoutes = (deps: Deps) => [
  ...officeRoutes(deps),
  ...savedReplyRoutes(deps),
  answer(sendChat, async ({ body, ...visitor }) => present(await send(deps, visitor, body)), { limit: SEND_LIMIT }),
  answer(listChatMessages, async ({ query, ...visitor }) => (await ownMessages(deps, visitor, query)).map(present)),
  answer(readChatDesk, (visitor) => deskOf(deps, visitor)),
  answer(seeChat, async ({ body, ...visitor }) => {
    await see(deps, visitor, body.sequence)
    return undefined
  }),
  answer(reportChat, async ({ body, ...visitor }) => {
    await report(deps, visitor, body.reason)
    return undefined
  }),
  answer(resumeChat, async ({ body, ...visitor }) => {
    await resume(deps, visitor, body.token)
    return undefined
  }),
  answer(
    receiveLetter,
    async ({ body }) => {
      await takeLetter(deps, body.raw)
      return undefined
    },
    { bearer: { secret: deps.replies?.secret } },
  ),
]

/** What the two who talk see of a message: no address, and not who of the office read it. */
function present({ id, sequence, clientId, senderType, name, message, createdAt }: ChatMessageRow): ChatMessage {
  return { id, sequence, clientId, senderType, name, message, createdAt: createdAt.toISOString() }
}
