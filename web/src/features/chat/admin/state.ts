import type { ChatRecord } from "@haitech/contract/admin/chat"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react"
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

/** Marks one message, or all up to the last one shown, as read by hand, and shows a toast (spec §4, §8). */
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

/**
 * Marks the messages of the open thread as read while the window has the focus: a single one by the call of spec §7,
 * several by one call. After a failure they stay unread until somebody marks them by hand or a new one arrives.
 * @returns whether a call has failed
 */
export function useReadOnView(thread: { readonly id: string }, { unread, last }: Conversation): boolean {
  const isWatched = useWindowFocus()
  const one = useMarkRead()
  const all = useReadUpTo()
  const tried = useRef(0)
  const newest = unread.at(-1)?.sequence ?? 0
  const markRead = useEffectEvent(() => {
    if (newest <= tried.current) return
    tried.current = newest
    const [first, ...others] = unread
    if (first && others.length === 0) one.mutate(first.id)
    else all.mutate({ id: thread.id, sequence: last })
  })
  useEffect(() => {
    if (isWatched) markRead()
  }, [isWatched, newest])
  return one.isError || all.isError
}

/** The first message that was unread when the thread opened; 0 if there was none. */
export function useFirstNew({ messages, unread }: Conversation): number {
  const [firstNew, setFirstNew] = useState<number>()
  if (firstNew === undefined && messages.length > 0) setFirstNew(unread[0]?.sequence ?? 0)
  return firstNew ?? 0
}

const useWindowFocus = () => useSyncExternalStore(onFocusChange, () => document.hasFocus())

function onFocusChange(listener: () => void) {
  addEventListener("focus", listener)
  addEventListener("blur", listener)
  return () => {
    removeEventListener("focus", listener)
    removeEventListener("blur", listener)
  }
}
