import { CHAT_ROWS } from "@haitech/contract/chat"
import type { UserId } from "@haitech/contract/ids"
import {
  type ChatRecord,
  type ChatThread,
  changeChatThread,
  listChat,
  listChatStaff,
  listChatThreads,
  listThreadMessages,
  readChat,
  readChatThread,
  readChatUpTo,
  respondToChat,
} from "@haitech/contract/office-chat"
import type { Deps } from "#deps.ts"
import { messagesOf } from "#features/chat/queries/messages.ts"
import {
  administrators,
  detailsOf,
  pageOfMessages,
  pageOfThreads,
  type ThreadDetails,
} from "#features/chat/queries/office.ts"
import { change, hereNow, noteHere, read, readUpTo, respond, threadToRead } from "#features/chat/service/office.ts"
import type { ChatMessageRow, ChatThreadRow } from "#features/chat/table.ts"
import { answer } from "#platform/http/answer.ts"

/** The office's side of the chat. */
export const officeRoutes = (deps: Deps) => {
  const detailed = async (thread: ChatThreadRow) => presentThread(thread, await detailsOf(deps.db, [thread]))
  return [
    answer(listChat, async ({ query }) => {
      const page = await pageOfMessages(deps.db, query)
      return { ...page, rows: page.rows.map(present) }
    }),
    answer(respondToChat, async ({ actor, body }) => present(await respond(deps, actor, body))),
    answer(readChat, async ({ actor, params }) => present(await read(deps, actor, params.id))),
    answer(listChatThreads, async ({ actor, query: { isMine, ...query } }) => {
      // Where no socket gets through, the list is what is asked for all the time.
      await noteHere(deps, [actor.id])
      const mine = isMine === undefined ? undefined : { of: actor.id, is: isMine }
      const page = await pageOfThreads(deps.db, { ...query, mine })
      const details = await detailsOf(deps.db, page.rows)
      return { ...page, rows: page.rows.map((row) => presentThread(row, details)) }
    }),
    answer(readChatThread, async ({ params }) => detailed(await threadToRead(deps, params.id))),
    answer(listThreadMessages, async ({ params, query }) => {
      const { id } = await threadToRead(deps, params.id)
      return (await messagesOf(deps.db, id, { ...query, limit: CHAT_ROWS })).map(present)
    }),
    answer(readChatUpTo, async ({ actor, params, body }) =>
      detailed(await readUpTo(deps, actor, { id: params.id, sequence: body.sequence })),
    ),
    answer(changeChatThread, async ({ actor, params, body }) =>
      detailed(await change(deps, actor, { ...body, id: params.id })),
    ),
    answer(listChatStaff, async () => {
      const here = await hereNow(deps)
      const all = await administrators(deps.db)
      return all.map(({ id, name }) => ({ id: id as UserId, name, isHere: here.has(id) }))
    }),
  ]
}

function present({
  id,
  threadId,
  sequence,
  clientId,
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
    sequence,
    clientId,
    senderType,
    name,
    email,
    message,
    isRead: said(isRead),
    readAt: readAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

function presentThread(thread: ChatThreadRow, { unread, last, names }: ThreadDetails): ChatThread {
  const { id, userId, name, email, language, state, assignedTo, blockedAt, reportReason, reportedAt } = thread
  const { message, senderType } = last.get(id) ?? { message: "", senderType: "guest" }
  return {
    id,
    userId: userId as UserId | null,
    name,
    email,
    language,
    state,
    assignedTo: assignedTo ? { id: assignedTo, name: names.get(assignedTo) ?? "" } : null,
    isBlocked: said(blockedAt !== null),
    reportReason,
    reportedAt: reportedAt?.toISOString() ?? null,
    unread: unread.get(id) ?? 0,
    seenSequence: thread.seenSequence,
    lastSequence: thread.lastSequence,
    lastSenderType: senderType,
    lastMessage: message,
    lastMessageAt: thread.lastMessageAt.toISOString(),
    createdAt: thread.createdAt.toISOString(),
  }
}

function said(claim: boolean): "true" | "false" {
  return claim ? "true" : "false"
}
