import type {
  ChatRecord,
  changeChatThread,
  createSavedReply,
  deleteSavedReply,
  listChatAdmins,
  listSavedReplies,
  listThreadMessages,
  markChatMessageRead,
  markChatThreadRead,
  readChatThread,
  respondToChat,
  updateSavedReply,
} from "@haitech/contract/admin/chat"
import type { RouteInput } from "@haitech/contract/route"
import { type Query, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { call, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

/** The polling interval in ms (spec §9). */
export const POLL_MS = 10_000
export const THREADS = "/api/admin/chat/threads"

const READ = call<typeof markChatMessageRead>("PATCH", "/api/admin/chat/:id/read")
const RESPOND = call<typeof respondToChat>("POST", "/api/admin/chat/respond")
const THREAD = call<typeof readChatThread>("GET", `${THREADS}/:id`)
const MESSAGES = call<typeof listThreadMessages>("GET", `${THREADS}/:id/messages`)
const READ_UP_TO = call<typeof markChatThreadRead>("POST", `${THREADS}/:id/reading`)
const CHANGE = call<typeof changeChatThread>("PATCH", `${THREADS}/:id`)
const CHAT_STAFF = call<typeof listChatAdmins>("GET", "/api/admin/chat/staff")
const REPLIES = call<typeof listSavedReplies>("GET", "/api/admin/saved-replies")
const ADD_REPLY = call<typeof createSavedReply>("POST", "/api/admin/saved-replies")
const SAVE_REPLY = call<typeof updateSavedReply>("PUT", "/api/admin/saved-replies/:id")
const DELETE_REPLY = call<typeof deleteSavedReply>("DELETE", "/api/admin/saved-replies/:id")

/** The query key of a thread or of its parts. */
export const threadKey = (id: string, ...rest: readonly string[]) => ["api", "admin", "chat", "threads", id, ...rest]

/** Loads a thread by its id, even if the list does not contain it; `interval` is the polling interval in ms. */
export function useThread(id: string | null, interval: number | false) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: threadKey(id ?? ""),
    queryFn: () => request(THREAD, { params: { id: id ?? "" } }, language),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: interval,
  })
}

/** Loads the last messages of a thread, or those after or before the sequence number in `query`. */
export function fetchMessages(
  id: string,
  query: RouteInput<typeof listThreadMessages>["query"],
  language: string,
): Promise<ChatRecord[]> {
  return request(MESSAGES, { params: { id }, query }, language)
}

export function useRespond() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<typeof respondToChat>["body"]) => request(RESPOND, { body }, language),
    onSuccess: () => void refreshChat(client),
  })
}

/** Marks a message as read (spec §4). */
export function useMarkRead() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(READ, { params: { id } }, language),
    onError: useMarkReadFailed(),
    onSettled: () => refreshChat(client),
  })
}

/** Marks a visitor's messages up to `sequence` as read. */
export function useReadUpTo() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, sequence }: { readonly id: string; readonly sequence: number }) =>
      request(READ_UP_TO, { params: { id }, body: { sequence } }, language),
    onError: useMarkReadFailed(),
    onSettled: () => refreshChat(client),
  })
}

/** Spec §8. The toast belongs to the mutation, because the component that started it may be unmounted by now. */
function useMarkReadFailed() {
  const { t, showToast } = useAdminApp()
  return () => showToast("failure", t("admin.read_failed_title"), t("admin.read_failed"))
}

interface Change {
  readonly ids: readonly string[]
  readonly to: RouteInput<typeof changeChatThread>["body"]
  /** Called after each changed thread. */
  readonly onDone?: (id: string) => void
}

/** Changes threads one after the other and stops at the first failure. */
export function useChangeThreads() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, to, onDone }: Change) => {
      for (const id of ids) {
        await request(CHANGE, { params: { id }, body: to }, language)
        onDone?.(id)
      }
    },
    onSettled: () => refreshChat(client),
  })
}

/** The administrators a thread can be assigned to; loaded again whenever a thread opens. */
export const useStaff = () => useQuery({ ...read(CHAT_STAFF, useAdminApp().language), staleTime: 0 })

export const useSavedReplies = () => useQuery(read(REPLIES, useAdminApp().language))

/** Saves a reply; without an `id` it creates one. */
export function useSaveReply() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { readonly id?: string | undefined; readonly body: SavedReplyBody }) =>
      id ? request(SAVE_REPLY, { params: { id }, body }, language) : request(ADD_REPLY, { body }, language),
    onSuccess: () => client.invalidateQueries(read(REPLIES, language)),
  })
}

export type SavedReplyBody = RouteInput<typeof createSavedReply>["body"]

export function useDeleteReply() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(DELETE_REPLY, { params: { id } }, language),
    onSettled: () => client.invalidateQueries(read(REPLIES, language)),
  })
}

/**
 * Reloads the conversations and counts that the admin area shows. `threadIds` are the changed threads; without it all
 * threads reload.
 */
export async function refreshChat(client: QueryClient, threadIds?: ReadonlySet<string>): Promise<void> {
  const changed = {
    queryKey: ["api", "admin", "chat"],
    predicate: ({ queryKey: [, , , , id] }: Query) =>
      threadIds === undefined || typeof id !== "string" || threadIds.has(id),
  }
  // Invalidating does not restart a query that is loading for the first time, and its response may predate the change.
  const pending = client
    .getQueryCache()
    .findAll(changed)
    .filter(({ state }) => state.data === undefined && state.fetchStatus !== "idle")
  await Promise.all([
    client.invalidateQueries(changed),
    ...STALE.map((queryKey) => client.invalidateQueries({ queryKey })),
  ])
  await Promise.all(pending.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })))
}

const STALE = [
  ["api", "admin", "overview"],
  ["api", "admin", "latest", "chat"],
  ["api", "admin", "audit"],
]
