import type { ChatRecord } from "@haitech/contract/admin/chat"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { fetchMessages, threadKey, useMarkRead, useReadUpTo } from "./api.ts"
import { usePollWhileDown } from "./live.tsx"

/** Messages from administrators never count as unread. */
export function isUnread({ senderType, isRead }: ChatRecord): boolean {
  return senderType !== "admin" && isRead === "false"
}

/** Loads a thread's messages, oldest first, without a gap from the first loaded message to the newest. */
export function useConversation(threadId: string) {
  const { language, lengths, showFailure } = useAdminApp()
  const client = useQueryClient()
  const queryKey = threadKey(threadId, "messages")
  const cached = () => client.getQueryData<readonly ChatRecord[]>(queryKey) ?? []
  const query = useQuery({
    queryKey,
    staleTime: 0,
    refetchInterval: usePollWhileDown(),
    queryFn: async ({ signal }) => {
      const fetched = await fetchNewer(cached(), lengths.chatRows, (query) => {
        // A newer fetch of the same query cancels this one.
        signal.throwIfAborted()
        return fetchMessages(threadId, query, language)
      })
      return mergeMessages(cached(), fetched)
    },
  })
  const earlier = useMutation({
    mutationFn: (before: number) => fetchMessages(threadId, { before: String(before) }, language),
    onSuccess: (fetched) => client.setQueryData(queryKey, mergeMessages(cached(), fetched)),
    onError: showFailure,
  })
  const messages = query.data ?? []
  const first = messages[0]?.sequence ?? 1
  return {
    query,
    messages,
    unread: messages.filter(isUnread),
    last: messages.at(-1)?.sequence ?? 0,
    earlier: first > 1 ? { isPending: earlier.isPending, show: () => earlier.mutate(first) } : null,
  }
}

export type Conversation = ReturnType<typeof useConversation>

type FetchPage = (query: { readonly after?: string }) => Promise<ChatRecord[]>

/**
 * Fetches the messages after the cached ones, page by page. It starts at the first unread message to update its read
 * state, the only field of a message that changes.
 */
async function fetchNewer(
  cached: readonly ChatRecord[],
  pageRows: number,
  fetchPage: FetchPage,
): Promise<ChatRecord[]> {
  const last = cached.at(-1)
  if (!last) return fetchPage({})
  const fetched: ChatRecord[] = []
  let after = (cached.find(isUnread)?.sequence ?? last.sequence + 1) - 1
  for (;;) {
    const rows = await fetchPage({ after: String(after) })
    fetched.push(...rows)
    if (rows.length < pageRows) return fetched
    after = rows.at(-1)?.sequence ?? after
  }
}

function mergeMessages(cached: readonly ChatRecord[], fetched: readonly ChatRecord[]): ChatRecord[] {
  const bySequence = new Map([...cached, ...fetched].map((message) => [message.sequence, message]))
  return [...bySequence.values()].sort((a, b) => a.sequence - b.sequence)
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
