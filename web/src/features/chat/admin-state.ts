import type { ChatRecord } from "@haitech/contract/admin/chat"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app.tsx"
import { fetchMessages, threadKey, useMarkRead, useReadUpTo } from "./admin-api.ts"
import { usePollWhileDown } from "./admin-live.tsx"

/** The office's own answers are nobody's to read here. */
export function isUnread({ senderType, isRead }: ChatRecord): boolean {
  return senderType !== "admin" && isRead === "false"
}

/** A thread's messages, the oldest first, without a gap from the first that is shown to the last there is. */
export function useConversation(threadId: string) {
  const { language, lengths, showFailure } = useAdminApp()
  const client = useQueryClient()
  const queryKey = threadKey(threadId, "messages")
  const known = () => client.getQueryData<readonly ChatRecord[]>(queryKey) ?? []
  const query = useQuery({
    queryKey,
    staleTime: 0,
    refetchInterval: usePollWhileDown(),
    queryFn: async ({ signal }) => {
      const found = await newSince(known(), lengths.chatRows, (place) => {
        // Somebody else has begun to ask meanwhile.
        signal.throwIfAborted()
        return fetchMessages(threadId, place, language)
      })
      return merged(known(), found)
    },
  })
  const earlier = useMutation({
    mutationFn: (before: number) => fetchMessages(threadId, { before: String(before) }, language),
    onSuccess: (found) => client.setQueryData(queryKey, merged(known(), found)),
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

type Ask = (place: { readonly after?: string }) => Promise<ChatRecord[]>

/**
 * What came after the last message, page by page. It begins before the first unread one: whoever read it since then
 * changed nothing else.
 */
async function newSince(known: readonly ChatRecord[], pageRows: number, ask: Ask): Promise<ChatRecord[]> {
  const last = known.at(-1)
  if (!last) return ask({})
  const found: ChatRecord[] = []
  let after = (known.find(isUnread)?.sequence ?? last.sequence + 1) - 1
  for (;;) {
    const rows = await ask({ after: String(after) })
    found.push(...rows)
    if (rows.length < pageRows) return found
    after = rows.at(-1)?.sequence ?? after
  }
}

function merged(known: readonly ChatRecord[], found: readonly ChatRecord[]): ChatRecord[] {
  const all = new Map([...known, ...found].map((message) => [message.sequence, message]))
  return [...all.values()].sort((a, b) => a.sequence - b.sequence)
}

/** §4, §8: marking messages as read, one or all up to the last that is shown, and what is said of it. */
export function useReading(thread: { readonly id: string }, { unread, last }: Conversation) {
  const { t, showToast } = useAdminApp()
  const one = useMarkRead()
  const all = useReadUpTo()
  const says = (count: number) => ({
    onSuccess: () => showToast("success", t("admin.read_done_title"), t("admin.read_done", { count })),
  })
  return {
    isBusy: one.isPending || all.isPending,
    read: (id: string) => one.mutate(id, says(1)),
    readAll: () => all.mutate({ id: thread.id, sequence: last }, says(unread.length)),
  }
}
