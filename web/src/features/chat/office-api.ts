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
} from "@haitech/contract/office-chat"
import type { Sent } from "@haitech/contract/route"
import { type Query, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useOffice } from "#platform/app.tsx"
import { ask } from "#platform/ask.ts"
import { call, read } from "#platform/calls.ts"

/** §9: how often what may have changed is asked for again, in ms. */
export const EVERY_MS = 10_000
export const THREADS = "/api/admin/chat/threads"

const READ = call<typeof readChat>("PATCH", "/api/admin/chat/:id/read")
const RESPOND = call<typeof respondToChat>("POST", "/api/admin/chat/respond")
const THREAD = call<typeof readChatThread>("GET", `${THREADS}/:id`)
const MESSAGES = call<typeof listThreadMessages>("GET", `${THREADS}/:id/messages`)
const READING = call<typeof readChatUpTo>("POST", `${THREADS}/:id/reading`)
const CHANGE = call<typeof changeChatThread>("PATCH", `${THREADS}/:id`)
const STAFF = call<typeof listChatStaff>("GET", "/api/admin/chat/staff")
const REPLIES = call<typeof listSavedReplies>("GET", "/api/admin/saved-replies")
const ADD_REPLY = call<typeof createSavedReply>("POST", "/api/admin/saved-replies")
const SAVE_REPLY = call<typeof updateSavedReply>("PUT", "/api/admin/saved-replies/:id")
const DELETE_REPLY = call<typeof deleteSavedReply>("DELETE", "/api/admin/saved-replies/:id")

/** Under what a thread, and what belongs to it, is kept. */
export const threadKey = (id: string, ...rest: readonly string[]) => ["api", "admin", "chat", "threads", id, ...rest]

/** A thread by its id, wherever it stands in the list. */
export function useThread(id: string | null, every: number | false) {
  const { language } = useOffice()
  return useQuery({
    queryKey: threadKey(id ?? ""),
    queryFn: () => ask(THREAD, { params: { id: id ?? "" } }, language),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: every,
  })
}

/** The last messages of a thread, or those from a place on or up to it. */
export function askMessages(
  id: string,
  place: Sent<typeof listThreadMessages>["query"],
  language: string,
): Promise<ChatRecord[]> {
  return ask(MESSAGES, { params: { id }, query: place }, language)
}

export function useRespond() {
  const { language } = useOffice()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Sent<typeof respondToChat>["body"]) => ask(RESPOND, { body }, language),
    onSuccess: () => void refreshChat(client),
  })
}

/** §4: marks a message as read. */
export function useMarkRead() {
  const { language } = useOffice()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => ask(READ, { params: { id } }, language),
    onError: useTellUnread(),
    onSettled: () => refreshChat(client),
  })
}

/** Marks what a visitor wrote up to the last message that was shown. */
export function useReadUpTo() {
  const { language } = useOffice()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, sequence }: { readonly id: string; readonly sequence: number }) =>
      ask(READING, { params: { id }, body: { sequence } }, language),
    onError: useTellUnread(),
    onSettled: () => refreshChat(client),
  })
}

/** §8. Said here and not where it was pressed: that may be gone from the screen by now. */
function useTellUnread() {
  const { t, tell } = useOffice()
  return () => tell("failure", t("office.read_failed_title"), t("office.read_failed"))
}

interface Change {
  readonly ids: readonly string[]
  readonly to: Sent<typeof changeChatThread>["body"]
  /** Hears of each that was changed. */
  readonly onDone?: (id: string) => void
}

/** Changes threads, one after the other: the first refusal ends it. */
export function useChangeThreads() {
  const { language } = useOffice()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, to, onDone }: Change) => {
      for (const id of ids) {
        await ask(CHANGE, { params: { id }, body: to }, language)
        onDone?.(id)
      }
    },
    onSettled: () => refreshChat(client),
  })
}

/** Who can be given a thread; asked anew whenever a thread is opened. */
export const useStaff = () => useQuery({ ...read(STAFF, useOffice().language), staleTime: 0 })

export const useSavedReplies = () => useQuery(read(REPLIES, useOffice().language))

/** Without an `id` it is a new one. */
export function useSaveReply() {
  const { language } = useOffice()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { readonly id?: string | undefined; readonly body: SavedReplyBody }) =>
      id ? ask(SAVE_REPLY, { params: { id }, body }, language) : ask(ADD_REPLY, { body }, language),
    onSuccess: () => client.invalidateQueries(read(REPLIES, language)),
  })
}

export type SavedReplyBody = Sent<typeof createSavedReply>["body"]

export function useDeleteReply() {
  const { language } = useOffice()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => ask(DELETE_REPLY, { params: { id } }, language),
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
