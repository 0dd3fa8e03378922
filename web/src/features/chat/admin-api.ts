import type {
  ChatRecord,
  changeChatThread,
  createSavedReply,
  deleteSavedReply,
  listChatStaff,
  listSavedReplies,
  listThreadMessages,
  readChat,
  readChatThread,
  readChatUpTo,
  respondToChat,
  updateSavedReply,
} from "@haitech/contract/admin/chat"
import type { Sent } from "@haitech/contract/route"
import { type Query, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app.tsx"
import { call, read } from "#platform/calls.ts"
import { request } from "#platform/request.ts"

/** §9: how often what may have changed is asked for again, in ms. */
export const EVERY_MS = 10_000
export const THREADS = "/api/admin/chat/threads"

const READ = call<typeof readChat>("PATCH", "/api/admin/chat/:id/read")
const RESPOND = call<typeof respondToChat>("POST", "/api/admin/chat/respond")
const THREAD = call<typeof readChatThread>("GET", `${THREADS}/:id`)
const MESSAGES = call<typeof listThreadMessages>("GET", `${THREADS}/:id/messages`)
const READING = call<typeof readChatUpTo>("POST", `${THREADS}/:id/reading`)
const CHANGE = call<typeof changeChatThread>("PATCH", `${THREADS}/:id`)
const ADMIN_TOPIC = call<typeof listChatStaff>("GET", "/api/admin/chat/staff")
const REPLIES = call<typeof listSavedReplies>("GET", "/api/admin/saved-replies")
const ADD_REPLY = call<typeof createSavedReply>("POST", "/api/admin/saved-replies")
const SAVE_REPLY = call<typeof updateSavedReply>("PUT", "/api/admin/saved-replies/:id")
const DELETE_REPLY = call<typeof deleteSavedReply>("DELETE", "/api/admin/saved-replies/:id")

/** Under what a thread, and what belongs to it, is kept. */
export const threadKey = (id: string, ...rest: readonly string[]) => ["api", "admin", "chat", "threads", id, ...rest]

/** A thread by its id, wherever it stands in the list. */
export function useThread(id: string | null, every: number | false) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: threadKey(id ?? ""),
    queryFn: () => request(THREAD, { params: { id: id ?? "" } }, language),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: every,
  })
}

/** The last messages of a thread, or those from a place on or up to it. */
export function fetchMessages(
  id: string,
  place: Sent<typeof listThreadMessages>["query"],
  language: string,
): Promise<ChatRecord[]> {
  return request(MESSAGES, { params: { id }, query: place }, language)
}

export function useRespond() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Sent<typeof respondToChat>["body"]) => request(RESPOND, { body }, language),
    onSuccess: () => void refreshChat(client),
  })
}

/** §4: marks a message as read. */
export function useMarkRead() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(READ, { params: { id } }, language),
    onError: useTellUnread(),
    onSettled: () => refreshChat(client),
  })
}

/** Marks what a visitor wrote up to the last message that was shown. */
export function useReadUpTo() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, sequence }: { readonly id: string; readonly sequence: number }) =>
      request(READING, { params: { id }, body: { sequence } }, language),
    onError: useTellUnread(),
    onSettled: () => refreshChat(client),
  })
}

/** §8. Said here and not where it was pressed: that may be gone from the screen by now. */
function useTellUnread() {
  const { t, showToast } = useAdminApp()
  return () => showToast("failure", t("admin.read_failed_title"), t("admin.read_failed"))
}

interface Change {
  readonly ids: readonly string[]
  readonly to: Sent<typeof changeChatThread>["body"]
  /** Hears of each that was changed. */
  readonly onDone?: (id: string) => void
}

/** Changes threads, one after the other: the first refusal ends it. */
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

/** Who can be given a thread; asked anew whenever a thread is opened. */
export const useStaff = () => useQuery({ ...read(ADMIN_TOPIC, useAdminApp().language), staleTime: 0 })

export const useSavedReplies = () => useQuery(read(REPLIES, useAdminApp().language))

/** Without an `id` it is a new one. */
export function useSaveReply() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { readonly id?: string | undefined; readonly body: SavedReplyBody }) =>
      id ? request(SAVE_REPLY, { params: { id }, body }, language) : request(ADD_REPLY, { body }, language),
    onSuccess: () => client.invalidateQueries(read(REPLIES, language)),
  })
}

export type SavedReplyBody = Sent<typeof createSavedReply>["body"]

export function useDeleteReply() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(DELETE_REPLY, { params: { id } }, language),
    onSettled: () => client.invalidateQueries(read(REPLIES, language)),
  })
}

/**
 * Asks again for what the office shows of its conversations, and for the counts. `of` are the threads that changed;
 * without it any may have.
 */
export async function refreshChat(client: QueryClient, of?: ReadonlySet<string>): Promise<void> {
  const changed = {
    queryKey: ["api", "admin", "chat"],
    predicate: ({ queryKey: [, , , , id] }: Query) => of === undefined || typeof id !== "string" || of.has(id),
  }
  // What is just being asked for the first time is not asked anew, and its answer may be of before the change.
  const early = client
    .getQueryCache()
    .findAll(changed)
    .filter(({ state }) => state.data === undefined && state.fetchStatus !== "idle")
  await Promise.all([
    client.invalidateQueries(changed),
    ...STALE.map((queryKey) => client.invalidateQueries({ queryKey })),
  ])
  await Promise.all(early.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })))
}

const STALE = [
  ["api", "admin", "overview"],
  ["api", "admin", "latest", "chat"],
  ["api", "admin", "audit"],
]
