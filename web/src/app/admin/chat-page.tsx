import type { ChatThread } from "@haitech/contract/office-chat"
import { useState } from "react"
import { useAdmin } from "#features/accounts/office-api.ts"
import { EVERY_MS, THREADS, useChangeThreads, useThread } from "#features/chat/office-api.ts"
import { OfficeLiveMark, usePollWhileDown } from "#features/chat/office-live.tsx"
import { OfficeRepliesDialog } from "#features/chat/office-replies-dialog.tsx"
import { OfficeRespondDialog } from "#features/chat/office-respond-dialog.tsx"
import { OfficeThread } from "#features/chat/office-thread.tsx"
import { OfficeThreadChips, OfficeThreadLine } from "#features/chat/office-thread-words.tsx"
import { useOffice } from "#platform/app.tsx"
import { CallFailed } from "#platform/ask.ts"
import { useRecords } from "#platform/use-records.ts"
import { useSeveral } from "#platform/use-several.ts"
import { whenInWords } from "#platform/when.ts"
import { Button } from "#ui/button.tsx"
import { OfficeIcon } from "#ui/office-icon.tsx"
import { RecordsPage } from "./records-page.tsx"

const FILTERS = ["state", "isUnread", "isMine", "isReported", "isBlocked"]

/** §2 "chat messages": conversations, the newest first; where something is unread it is orange and says "New". */
export function ChatPage() {
  const { t, language, timeZone } = useOffice()
  const { data: me } = useAdmin()
  const { records, find } = useThreads()
  const finish = useFinish(records.openId)
  const [answering, setAnswering] = useState<ChatThread | null>(null)
  const [isManaging, setManaging] = useState(false)
  return (
    <div className="office-orange office-chat">
      <RecordsPage
        title={t("office.chat")}
        records={records}
        empty="office.chat_empty"
        symbol="speech"
        filters={[
          {
            name: "state",
            label: t("office.state"),
            options: [
              { value: "open", label: t("office.thread_open") },
              { value: "done", label: t("office.thread_done") },
            ],
          },
        ]}
        switches={[
          { name: "isUnread", label: t("office.thread_unread") },
          { name: "isMine", label: t("office.thread_mine") },
          { name: "isReported", label: t("office.thread_reported") },
          { name: "isBlocked", label: t("office.thread_blocked") },
        ]}
        sorts={[
          { value: "newest", label: t("office.newest") },
          { value: "oldest", label: t("office.oldest") },
        ]}
        mark={<OfficeLiveMark />}
        action={
          <Button look="quiet" compact className="office-icon-act" onClick={() => setManaging(true)}>
            <OfficeIcon name="replies" />
            <span>{t("office.chat_replies")}</span>
          </Button>
        }
        words={(thread) => ({
          who: thread.name,
          line: <OfficeThreadLine thread={thread} />,
          at: whenInWords(language, thread.lastMessageAt, timeZone),
          chip: (
            <span className="office-chips">
              <OfficeThreadChips thread={thread} />
            </span>
          ),
          isNew: thread.unread > 0,
        })}
        detail={(thread) => (
          <OfficeThread key={thread.id} thread={thread} me={me?.id} onRespond={() => setAnswering(thread)} />
        )}
        bulk={[{ key: "e", label: t("office.mark_done"), act: finish }]}
        keys={{ r: (id) => setAnswering(find(id)) }}
      />
      <OfficeRespondDialog thread={answering} onClose={() => setAnswering(null)} />
      <OfficeRepliesDialog isOpen={isManaging} onClose={() => setManaging(false)} />
    </div>
  )
}

/** The list; what is open stays open when it leaves the list, because somebody read it or it is done; not when it is gone. */
function useThreads() {
  const records = useRecords<ChatThread>(THREADS, { filters: FILTERS, every: EVERY_MS })
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
  const { t } = useOffice()
  const { mutateAsync: change } = useChangeThreads()
  const several = useSeveral()
  return (chosen: readonly string[]) => {
    const ids = chosen.length === 0 && openId ? [openId] : chosen
    return several(
      ids,
      (onDone) => change({ ids, to: { state: "done" }, onDone }),
      (count) => t("office.thread_done_count", { count }),
    )
  }
}
