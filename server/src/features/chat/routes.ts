import { type ChatRecord, listChat, readChat, respondToChat } from "@haitech/contract/office-chat"
import type { Deps } from "#deps.ts"
import { answer } from "#platform/http/answer.ts"
import { pageOfMessages } from "./queries.ts"
import { read, respond } from "./service.ts"
import type { ChatMessageRow } from "./table.ts"

export const chatRoutes = (deps: Pick<Deps, "db" | "now" | "site">) => [
  answer(listChat, async ({ query }) => {
    const page = await pageOfMessages(deps.db, query)
    return { ...page, rows: page.rows.map(present) }
  }),
  answer(respondToChat, async ({ actor, body }) => present(await respond(deps, actor, body))),
  answer(readChat, async ({ actor, params }) => present(await read(deps, actor, params.id))),
]

function present({
  id,
  threadId,
  senderType,
  name,
  email,
  message,
  isRead,
  readAt,
  createdAt,
}: ChatMessageRow): ChatRecord {
  return {
    id,
    threadId,
    senderType,
    name,
    email,
    message,
    isRead: isRead ? "true" : "false",
    readAt: readAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
