import type { ChatThread } from "@haitech/contract/admin/chat"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useState } from "react"
import { useAdmin } from "#features/accounts/admin/api.ts"
import { deleteThread, POLL_MS, useChangeThreads, useReadUpTo, useThread } from "#features/chat/admin/api.ts"
import { focusComposer } from "#features/chat/admin/composer.tsx"
import { AdminLiveMark, usePollWhileDown } from "#features/chat/admin/live.tsx"
import { AdminRepliesDialog } from "#features/chat/admin/replies-dialog.tsx"
import { AdminRespondDialog } from "#features/chat/admin/respond-dialog.tsx"
import { AdminThread } from "#features/chat/admin/thread.tsx"
import { AdminThreadChips, AdminThreadPreview } from "#features/chat/admin/thread-summary.tsx"
import { useBulkAction } from "#platform/admin/use-bulk-action.ts"
import { useDeletion } from "#platform/admin/use-deletion.ts"
import { useRecords } from "#platform/admin/use-records.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { CallFailed } from "#platform/http/request.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { ToolButton } from "#ui/tool-button.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import type { ListTools } from "./header.tsx"
import { RecordsPage } from "./records-page.tsx"

const ROUTES = { list: routes.listChatThreads, remove: deleteThread, restore: routes.restoreChatThread }
const FILTERS = ["state", "isUnread", "isMine", "isReported", "isBlocked"] as const

/** Spec §2 "chat messages": conversations, the newest first. Unread ones are bold, orange and marked "New". */
export function ChatPage() {
  const { t } = useAdminApp()
  const { data: me } = useAdmin()
  const summaryOf = useSummary()
  const { records, find } = useThreads()
  const finish = useFinish(records.openId)
  const markRead = useBulkRead(find)
  const deletion = useDeletion(ROUTES, records, {
    nameOf: ({ name }) => name,
    deleted: () => t("admin.thread_deleted"),
  })
  const [replyTarget, setReplyTarget] = useState<ChatThread | null>(null)
  const [isManaging, setManaging] = useState(false)
  const write = (id: string | null) => {
    if (!id) return
    if (id !== records.openId) records.open(id)
    focusComposer(id)
  }
  return (
    <div className="admin-orange admin-chat">
      <RecordsPage
        title={t("admin.chat")}
        records={records}
        empty="admin.chat_empty"
        symbol="speech"
        filters={filters(t)}
        switches={switches(t)}
        sorts={[
          { value: "newest", label: t("admin.newest") },
          { value: "oldest", label: t("admin.oldest") },
        ]}
        mark={<AdminLiveMark />}
        action={<ToolButton icon="replies" label={t("admin.chat_replies")} onClick={() => setManaging(true)} />}
        summaryOf={summaryOf}
        detail={(thread) => (
          <AdminThread
            key={thread.id}
            thread={thread}
            me={me?.id}
            isResponding={replyTarget?.id === thread.id}
            onRespond={() => setReplyTarget(thread)}
            onDelete={() => deletion.removeRow(thread)}
          />
        )}
        bulk={[
          { key: "e", label: t("admin.mark_done"), run: finish },
          { key: "m", label: t("admin.mark_read"), run: markRead },
        ]}
        keys={{ r: (id) => write(id ?? records.openId) }}
      />
      <AdminRespondDialog thread={replyTarget} onClose={() => setReplyTarget(null)} />
      <AdminRepliesDialog isOpen={isManaging} onClose={() => setManaging(false)} />
      <UndoBar {...deletion.bar} />
    </div>
  )
}

function useSummary() {
  const { language, timeZone } = useAdminApp()
  return (thread: ChatThread) => ({
    who: thread.name,
    line: <AdminThreadPreview thread={thread} />,
    at: formatWhen(language, thread.lastMessageAt, timeZone),
    chip: (
      <span className="admin-chips">
        <AdminThreadChips thread={thread} />
      </span>
    ),
    isNew: thread.unread > 0,
  })
}

type Tools = ListTools<InputOf<typeof routes.listChatThreads>["query"]>
type Translate = ReturnType<typeof useAdminApp>["t"]

function filters(t: Translate): NonNullable<Tools["filters"]> {
  const options = [
    { value: "open", label: t("admin.thread_open") },
    { value: "done", label: t("admin.thread_done") },
  ]
  return [{ name: "state", label: t("admin.state"), options }]
}

function switches(t: Translate): NonNullable<Tools["switches"]> {
  return [
    { name: "isUnread", label: t("admin.thread_unread") },
    { name: "isMine", label: t("admin.thread_mine") },
    { name: "isReported", label: t("admin.thread_reported") },
    { name: "isBlocked", label: t("admin.thread_blocked") },
  ]
}

/** The list. The open thread stays open when it leaves the filtered list (read or done), but not when it is deleted. */
function useThreads() {
  const records = useRecords(ROUTES.list, { filters: FILTERS, refetchMs: POLL_MS })
  const { data: thread, error } = useThread(records.openId, usePollWhileDown())
  const isDeleted = error instanceof CallFailed && error.status === 404
  const opened = isDeleted ? undefined : (thread ?? records.opened)
  return {
    records: { ...records, opened, isMissing: isDeleted && !thread && records.isLinked },
    find: (id: string | undefined) => records.rows.find((row) => row.id === id) ?? opened ?? null,
  }
}

/** Marks the selected or focused threads as done, or else the open one. */
function useFinish(openId: string | null) {
  const { t } = useAdminApp()
  const { mutateAsync: change } = useChangeThreads()
  const runBulk = useBulkAction()
  return (chosen: readonly string[]) => {
    const ids = chosen.length === 0 && openId ? [openId] : chosen
    return runBulk(
      ids,
      (onDone) => change({ ids, to: { state: "done" }, onDone }),
      (count) => t("admin.thread_done_count", { count }),
    )
  }
}

/** Marks the unread ones of the selected threads, or the open one, as read without opening them (spec §4, §8). */
function useBulkRead(find: (id: string | undefined) => ChatThread | null) {
  const { t, showToast } = useAdminApp()
  const { mutateAsync: readUpTo } = useReadUpTo()
  return async (ids: readonly string[]) => {
    const unread = ids.flatMap((id) => find(id) ?? []).filter((thread) => thread.unread > 0)
    const done: string[] = []
    let count = 0
    for (const thread of unread) {
      try {
        await readUpTo({ id: thread.id, sequence: thread.lastSequence })
      } catch {
        // The mutation itself has shown the toast of spec §8.
        break
      }
      done.push(thread.id)
      count += thread.unread
    }
    if (count > 0) showToast("success", t("admin.read_done_title"), t("admin.read_done", { count }))
    return done
  }
}
