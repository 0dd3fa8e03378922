import type { ChatRecord, ChatThread } from "@haitech/contract/admin/chat"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { type Query, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

/** The polling interval in ms (spec §9). */
export const POLL_MS = 10_000

/** The query key of a thread or of its parts. */
export const threadKey = (id: string, ...rest: readonly string[]) => [...queryKey(routes.listChatThreads), id, ...rest]

/** Loads a thread by its id, even if the list does not contain it; `interval` is the polling interval in ms. */
export function useThread(id: string | null, interval: number | false) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: threadKey(id ?? ""),
    queryFn: () => request(routes.readChatThread, { params: { id: id ?? "" } }, language),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: interval,
  })
}

/** Loads the last messages of a thread, or those after or before the sequence number in `query`. */
export function fetchMessages(
  id: string,
  query: InputOf<typeof routes.listThreadMessages>["query"],
  language: string,
): Promise<ChatRecord[]> {
  return request(routes.listThreadMessages, { params: { id }, query }, language)
}

export function useRespond() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.respondToChat>["body"]) =>
      request(routes.respondToChat, { body }, language),
    onSuccess: () => void refreshChat(client),
  })
}

export function useMarkRead() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(routes.markChatMessageRead, { params: { id } }, language),
    onError: useMarkReadFailed(),
    onSettled: () => refreshChat(client),
  })
}

export function useReadUpTo() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, sequence }: { readonly id: string; readonly sequence: number }) =>
      request(routes.markChatThreadRead, { params: { id }, body: { sequence } }, language),
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
  readonly to: InputOf<typeof routes.changeChatThread>["body"]
  readonly onDone?: (id: string) => void
}

/** Changes threads one after the other and stops at the first failure. */
export function useChangeThreads() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, to, onDone }: Change) => {
      for (const id of ids) {
        await request(routes.changeChatThread, { params: { id }, body: to }, language)
        onDone?.(id)
      }
    },
    onSettled: () => refreshChat(client),
  })
}

/** Deletes the thread with the messages that the administrator has been told of. */
export function deleteThread({ id, lastSequence }: ChatThread, language: string) {
  return request(routes.deleteChatThread, { params: { id }, query: { sequence: String(lastSequence) } }, language)
}

/** The administrators a thread can be assigned to; loaded again whenever a thread opens. */
export const useStaff = () => useQuery({ ...read(routes.listChatAdmins, useAdminApp().language), staleTime: 0 })

export const useSavedReplies = () => useQuery(read(routes.listSavedReplies, useAdminApp().language))

/** Without an `id` it creates one. */
export function useSaveReply() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { readonly id?: string | undefined; readonly body: SavedReplyBody }) =>
      id
        ? request(routes.updateSavedReply, { params: { id }, body }, language)
        : request(routes.createSavedReply, { body }, language),
    onSuccess: () => client.invalidateQueries(read(routes.listSavedReplies, language)),
  })
}

export type SavedReplyBody = InputOf<typeof routes.createSavedReply>["body"]

export function useDeleteReply() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(routes.deleteSavedReply, { params: { id } }, language),
    onSettled: () => client.invalidateQueries(read(routes.listSavedReplies, language)),
  })
}

/** `threadIds` are the changed threads; without it all threads reload. */
export async function refreshChat(client: QueryClient, threadIds?: ReadonlySet<string>): Promise<void> {
  const changed = {
    queryKey: queryKey(routes.listChat),
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
    ...STALE.map((route) => client.invalidateQueries({ queryKey: queryKey(route) })),
  ])
  await Promise.all(pending.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })))
}

const STALE = [routes.listWaiting, routes.readOverview, routes.listAudit]
