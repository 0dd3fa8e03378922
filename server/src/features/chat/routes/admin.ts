import {
  type ChatRecord,
  type ChatThread,
  changeChatThread,
  deleteChatThread,
  listChat,
  listChatAdmins,
  listChatThreads,
  listThreadMessages,
  markChatMessageRead,
  markChatThreadRead,
  readChatThread,
  respondToChat,
  restoreChatThread,
} from "@haitech/contract/admin/chat"
import { CHAT_ROWS } from "@haitech/contract/chat"
import type { UserId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { administrators } from "#features/accounts/service/administrators.ts"
import { detailsOf, paginateMessages, paginateThreads, type ThreadDetails } from "#features/chat/queries/admin.ts"
import { listMessages } from "#features/chat/queries/messages.ts"
import {
  markMessageRead,
  markThreadRead,
  presentAdmins,
  recordPresence,
  requireThread,
  respond,
  updateThread,
} from "#features/chat/service/admin.ts"
import { removeThread, restoreThread } from "#features/chat/service/deletion.ts"
import type { ChatMessageRow, ChatThreadRow } from "#features/chat/table.ts"
import { handle } from "#platform/http/handle.ts"

export const adminRoutes = (deps: Deps) => {
  const presentWithDetails = async (thread: ChatThreadRow) => presentThread(thread, await detailsOf(deps.db, [thread]))
  return [
    handle(listChat, async ({ query }) => {
      const page = await paginateMessages(deps.db, query)
      return { ...page, rows: page.rows.map(present) }
    }),
    handle(respondToChat, async ({ actor, body }) => present(await respond(deps, actor, body))),
    handle(markChatMessageRead, async ({ actor, params }) => present(await markMessageRead(deps, actor, params.id))),
    handle(listChatThreads, async ({ actor, query: { isMine, ...query } }) => {
      // A client without a WebSocket polls this list, so the request counts as presence.
      await recordPresence(deps, [actor.id])
      const mine = isMine === undefined ? undefined : { userId: actor.id, isMine }
      const page = await paginateThreads(deps.db, { ...query, mine })
      const details = await detailsOf(deps.db, page.rows)
      return { ...page, rows: page.rows.map((row) => presentThread(row, details)) }
    }),
    handle(readChatThread, async ({ params }) => presentWithDetails(await requireThread(deps, params.id))),
    handle(listThreadMessages, async ({ params, query }) => {
      const { id } = await requireThread(deps, params.id)
      return (await listMessages(deps.db, id, { ...query, limit: CHAT_ROWS })).map(present)
    }),
    handle(markChatThreadRead, async ({ actor, params, body }) =>
      presentWithDetails(await markThreadRead(deps, actor, { id: params.id, sequence: body.sequence })),
    ),
    handle(changeChatThread, async ({ actor, params, body }) =>
      presentWithDetails(await updateThread(deps, actor, { ...body, id: params.id })),
    ),
    handle(deleteChatThread, async ({ actor, params, query }) => ({
      deletedAt: (await removeThread(deps, actor, { ...params, ...query })).toISOString(),
    })),
    handle(restoreChatThread, async ({ actor, params }) =>
      presentWithDetails(await restoreThread(deps, actor, params.id)),
    ),
    handle(listChatAdmins, async () => {
      const presentIds = await presentAdmins(deps)
      const all = await administrators(deps)
      return all.map(({ id, name }) => ({ id: id as UserId, name, isHere: presentIds.has(id) }))
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
    isRead: booleanString(isRead),
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
    isBlocked: booleanString(blockedAt !== null),
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

function booleanString(value: boolean): "true" | "false" {
  return value ? "true" : "false"
}
