import type { ChatThread } from "@haitech/contract/office-chat"
import { useOffice } from "#platform/app.tsx"
import { Chip } from "#ui/chip.tsx"

interface Props {
  readonly thread: ChatThread
}

/** Where a thread stands, in chips: what is urgent first. */
export function OfficeThreadChips({ thread }: Props) {
  const { t } = useOffice()
  const { unread, reportReason, isBlocked, state, assignedTo } = thread
  return (
    <>
      {unread > 0 && (
        <Chip tone="wait">
          <span>{t("office.new")}</span> {unread}
        </Chip>
      )}
      {reportReason !== null && <Chip tone="bad">{t("office.thread_reported")}</Chip>}
      {isBlocked === "true" && <Chip tone="bad">{t("office.thread_blocked")}</Chip>}
      {state === "done" && <Chip tone="good">{t("office.thread_done")}</Chip>}
      {assignedTo && <Chip tone="info">{t("office.thread_assigned", { name: assignedTo.name })}</Chip>}
    </>
  )
}

/** The last message in one line, and whose it is where it is the office's. */
export function OfficeThreadLine({ thread: { lastSenderType, lastMessage, language } }: Props) {
  const { t } = useOffice()
  if (lastSenderType !== "admin") return <span lang={language}>{lastMessage}</span>
  return (
    <>
      {t("office.thread_by_office")} {lastMessage}
    </>
  )
}
