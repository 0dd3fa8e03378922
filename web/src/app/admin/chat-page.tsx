import type { ChatThread } from "@haitech/contract/admin/chat"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useState } from "react"
import { useAdmin } from "#features/accounts/admin/api.ts"
import { POLL_MS, useChangeThreads, useThread } from "#features/chat/admin/api.ts"
import { AdminLiveMark, usePollWhileDown } from "#features/chat/admin/live.tsx"
import { AdminRepliesDialog } from "#features/chat/admin/replies-dialog.tsx"
import { AdminRespondDialog } from "#features/chat/admin/respond-dialog.tsx"
import { AdminThread } from "#features/chat/admin/thread.tsx"
import { AdminThreadChips, AdminThreadPreview } from "#features/chat/admin/thread-summary.tsx"
import { useBulkAction } from "#platform/admin/use-bulk-action.ts"
import { useRecords } from "#platform/admin/use-records.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { CallFailed } from "#platform/http/request.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Button } from "#ui/button.tsx"
import type { ListTools } from "./header.tsx"
import { RecordsPage } from "./records-page.tsx"

const FILTERS = ["state", "isUnread", "isMine", "isReported", "isBlocked"] as const

/** Spec §2 "chat messages": conversations, the newest first. Unread ones are orange and marked "New". */
export function ChatPage() {
  const { t, language, timeZone } = useAdminApp()
  const { data: me } = useAdmin()
  const { records, find } = useThreads()
  const finish = useFinish(records.openId)
  const [replyTarget, setReplyTarget] = useState<ChatThread | null>(null)
  const [isManaging, setManaging] = useState(false)
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
        action={
          <Button look="quiet" compact className="admin-icon-action" onClick={() => setManaging(true)}>
            <AdminIcon name="replies" />
            <span>{t("admin.chat_replies")}</span>
          </Button>
        }
        summaryOf={(thread) => ({
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
          <AdminThread key={thread.id} thread={thread} me={me?.id} onRespond={() => setReplyTarget(thread)} />
        )}
        bulk={[{ key: "e", label: t("admin.mark_done"), run: finish }]}
        keys={{ r: (id) => setReplyTarget(find(id)) }}
      />
      <AdminRespondDialog thread={replyTarget} onClose={() => setReplyTarget(null)} />
      <AdminRepliesDialog isOpen={isManaging} onClose={() => setManaging(false)} />
    </div>
  )
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
  const records = useRecords(routes.listChatThreads, { filters: FILTERS, refetchMs: POLL_MS })
  const { data: thread, error } = useThread(records.openId, usePollWhileDown())
  const isDeleted = error instanceof CallFailed && error.status === 404
  const opened = isDeleted ? undefined : (thread ?? records.opened)
  return {
    records: { ...records, opened, isMissing: isDeleted && !thread },
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
