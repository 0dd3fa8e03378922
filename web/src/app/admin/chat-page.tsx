import type { ChatThread } from "@haitech/contract/admin/chat"
import { useState } from "react"
import { useAdmin } from "#features/accounts/admin-api.ts"
import { POLL_MS, THREADS, useChangeThreads, useThread } from "#features/chat/admin-api.ts"
import { AdminLiveMark, usePollWhileDown } from "#features/chat/admin-live.tsx"
import { AdminRepliesDialog } from "#features/chat/admin-replies-dialog.tsx"
import { AdminRespondDialog } from "#features/chat/admin-respond-dialog.tsx"
import { AdminThread } from "#features/chat/admin-thread.tsx"
import { AdminThreadChips, AdminThreadPreview } from "#features/chat/admin-thread-summary.tsx"
import { useAdminApp } from "#platform/app.tsx"
import { CallFailed } from "#platform/request.ts"
import { useBulkAction } from "#platform/use-bulk-action.ts"
import { useRecords } from "#platform/use-records.ts"
import { formatWhen } from "#platform/when.ts"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Button } from "#ui/button.tsx"
import { RecordsPage } from "./records-page.tsx"

const FILTERS = ["state", "isUnread", "isMine", "isReported", "isBlocked"]

/** §2 "chat messages": conversations, the newest first; where something is unread it is orange and says "New". */
export function ChatPage() {
  const { t, language, timeZone } = useAdminApp()
  const { data: me } = useAdmin()
  const { records, find } = useThreads()
  const finish = useFinish(records.openId)
  const [answering, setAnswering] = useState<ChatThread | null>(null)
  const [isManaging, setManaging] = useState(false)
  return (
    <div className="admin-orange admin-chat">
      <RecordsPage
        title={t("admin.chat")}
        records={records}
        empty="admin.chat_empty"
        symbol="speech"
        filters={[
          {
            name: "state",
            label: t("admin.state"),
            options: [
              { value: "open", label: t("admin.thread_open") },
              { value: "done", label: t("admin.thread_done") },
            ],
          },
        ]}
        switches={[
          { name: "isUnread", label: t("admin.thread_unread") },
          { name: "isMine", label: t("admin.thread_mine") },
          { name: "isReported", label: t("admin.thread_reported") },
          { name: "isBlocked", label: t("admin.thread_blocked") },
        ]}
        sorts={[
          { value: "newest", label: t("admin.newest") },
          { value: "oldest", label: t("admin.oldest") },
        ]}
        mark={<AdminLiveMark />}
        action={
          <Button look="quiet" compact className="admin-icon-action" onClick={() => setManaging(true)}>
            <AdminIcon name="replies" />
            <span>{t("admin.chat_replies")}</span>
          </Button>
        }
        words={(thread) => ({
          who: thread.name,
          line: <AdminThreadPreview thread={thread} />,
          at: formatWhen(language, thread.lastMessageAt, timeZone),
          chip: (
            <span className="admin-chips">
              <AdminThreadChips thread={thread} />
            </span>
          ),
          isNew: thread.unread > 0,
        })}
        detail={(thread) => (
          <AdminThread key={thread.id} thread={thread} me={me?.id} onRespond={() => setAnswering(thread)} />
        )}
        bulk={[{ key: "e", label: t("admin.mark_done"), act: finish }]}
        keys={{ r: (id) => setAnswering(find(id)) }}
      />
      <AdminRespondDialog thread={answering} onClose={() => setAnswering(null)} />
      <AdminRepliesDialog isOpen={isManaging} onClose={() => setManaging(false)} />
    </div>
  )
}

/** The list; what is open stays open when it leaves the list, because somebody read it or it is done; not when it is gone. */
function useThreads() {
  const records = useRecords<ChatThread>(THREADS, { filters: FILTERS, every: POLL_MS })
  const { data: thread, error } = useThread(records.openId, usePollWhileDown())
  const isGone = error instanceof CallFailed && error.status === 404
  const opened = isGone ? undefined : (thread ?? records.opened)
  return {
    records: { ...records, opened, isMissing: isGone && !thread },
    find: (id: string | undefined) => records.rows.find((row) => row.id === id) ?? opened ?? null,
  }
}

/** Those that are ticked or somebody is at; otherwise the one that is open. */
function useFinish(openId: string | null) {
  const { t } = useAdminApp()
  const { mutateAsync: change } = useChangeThreads()
  const several = useBulkAction()
  return (chosen: readonly string[]) => {
    const ids = chosen.length === 0 && openId ? [openId] : chosen
    return several(
      ids,
      (onDone) => change({ ids, to: { state: "done" }, onDone }),
      (count) => t("admin.thread_done_count", { count }),
    )
  }
}
