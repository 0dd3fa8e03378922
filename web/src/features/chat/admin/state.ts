import type { ChatRecord } from "@haitech/contract/admin/chat"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { openSequence } from "#platform/offline/sequence.ts"
import { fetchMessages, threadKey, useMarkRead, useReadUpTo } from "./api.ts"
import { usePollWhileDown } from "./live.tsx"

/** Messages from administrators never count as unread. */
export function isUnread({ senderType, isRead }: ChatRecord): boolean {
  return senderType !== "admin" && isRead === "false"
}

/** Loads a thread's messages, oldest first, without a gap from the first loaded message to the newest. */
export function useConversation(threadId: string) {
  const { showFailure } = useAdminApp()
  const openCached = useCachedSequence(threadId)
  const query = useQuery({
    queryKey: messagesKey(threadId),
    staleTime: 0,
    refetchInterval: usePollWhileDown(),
    queryFn: async ({ signal }) => {
      const sequence = openCached(signal)
      await sequence.catchUp()
      return sequence.rows()
    },
  })
  const earlier = useMutation({ mutationFn: () => openCached().readEarlier(), onError: showFailure })
  const messages = query.data ?? []
  return {
    query,
    messages,
    unread: messages.filter(isUnread),
    last: messages.at(-1)?.sequence ?? 0,
    earlier: openCached().hasEarlier() ? { isPending: earlier.isPending, show: () => earlier.mutate() } : null,
  }
}

export type Conversation = ReturnType<typeof useConversation>

const messagesKey = (threadId: string) => threadKey(threadId, "messages")

/** The thread's messages as a sequence in the query cache. A newer fetch of the same query aborts the `signal`. */
function useCachedSequence(threadId: string) {
  const { language, lengths } = useAdminApp()
  const client = useQueryClient()
  const queryKey = messagesKey(threadId)
  return (signal?: AbortSignal) =>
    openSequence<ChatRecord>({
      store: {
        get: () => client.getQueryData(queryKey),
        set: (rows) => client.setQueryData(queryKey, rows),
      },
      async read(cursor) {
        const rows = await fetchMessages(threadId, cursor, language)
        signal?.throwIfAborted()
        return rows
      },
      limit: lengths.chatRows,
      // Only its read state changes.
      canChange: isUnread,
    })
}

/** Marks one message, or all up to the last one shown, as read, and shows a toast (spec §4, §8). */
export function useMarkMessagesRead(thread: { readonly id: string }, { unread, last }: Conversation) {
  const { t, showToast } = useAdminApp()
  const markOne = useMarkRead()
  const markAll = useReadUpTo()
  const onRead = (count: number) => ({
    onSuccess: () => showToast("success", t("admin.read_done_title"), t("admin.read_done", { count })),
  })
  return {
    isBusy: markOne.isPending || markAll.isPending,
    read: (id: string) => markOne.mutate(id, onRead(1)),
    readAll: () => markAll.mutate({ id: thread.id, sequence: last }, onRead(unread.length)),
  }
}
