import type { ChatThread } from "@haitech/contract/admin/chat"
import { useAdminApp } from "#platform/app/app.tsx"
import { Chip } from "#ui/chip.tsx"

interface Props {
  readonly thread: ChatThread
}

/** The state of a thread as chips, the most urgent first. */
export function AdminThreadChips({ thread }: Props) {
  const { t } = useAdminApp()
  const { unread, reportReason, isBlocked, state, assignedTo } = thread
  return (
    <>
      {unread > 0 && (
        <Chip tone="wait">
          <span>{t("admin.new")}</span> {unread}
        </Chip>
      )}
      {reportReason !== null && <Chip tone="bad">{t("admin.thread_reported")}</Chip>}
      {isBlocked === "true" && <Chip tone="bad">{t("admin.thread_blocked")}</Chip>}
      {state === "done" && <Chip tone="good">{t("admin.thread_done")}</Chip>}
      {assignedTo && <Chip tone="info">{t("admin.thread_assigned", { name: assignedTo.name })}</Chip>}
    </>
  )
}

/** The last message in one line, with a prefix if it is from an administrator. */
export function AdminThreadPreview({ thread: { lastSenderType, lastMessage, language } }: Props) {
  const { t } = useAdminApp()
  if (lastSenderType !== "admin") return <span lang={language}>{lastMessage}</span>
  return (
    <>
      {t("admin.thread_by_admin")} {lastMessage}
    </>
  )
}
