import type { ChatRecord } from "@haitech/contract/office-chat"
import { useState } from "react"
import { useMarkRead } from "#features/chat/office-api.ts"
import { RespondDialog } from "#features/chat/respond-dialog.tsx"
import { type OfficeText, useOffice } from "#platform/app.tsx"
import { useRecords } from "#platform/use-records.ts"
import { whenInWords } from "#platform/when.ts"
import { Button } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

/** §7, §9: the list is asked for again every ten seconds. */
const EVERY_MS = 10_000

const SENDERS = {
  guest: "office.sender_guest",
  member: "office.sender_member",
  admin: "office.sender_admin",
} as const satisfies Readonly<Record<ChatRecord["senderType"], OfficeText>>

/** §2 "chat messages": newest first; what nobody has read is orange and says "New". */
export function ChatPage() {
  const { t, tell, language, timeZone } = useOffice()
  const records = useRecords<ChatRecord>("/api/admin/chat", { filters: ["isRead"], every: EVERY_MS })
  const mark = useMarkRead()
  const [answering, setAnswering] = useState<ChatRecord | null>(null)
  const read = (ids: readonly string[]) => {
    const unread = ids.filter((id) => records.rows.some((row) => row.id === id && row.isRead === "false"))
    if (unread.length === 0) return
    mark.mutate(unread, {
      onSuccess: () => tell("success", t("office.read_done_title"), t("office.read_done", { count: unread.length })),
      onError: () => tell("failure", t("office.read_failed_title"), t("office.read_failed")),
    })
  }
  return (
    <div className="office-orange">
      <RecordsPage
        title={t("office.chat")}
        records={records}
        empty="office.chat_empty"
        filters={[
          {
            name: "isRead",
            label: t("office.state"),
            options: [
              { value: "false", label: t("office.unread") },
              { value: "true", label: t("office.read") },
            ],
          },
        ]}
        words={({ name, email, message, senderType, isRead, createdAt }) => ({
          who: name,
          about: email ?? t(SENDERS[senderType]),
          line: message,
          at: whenInWords(language, createdAt, timeZone),
          chip: isRead === "false" && <Chip tone="wait">{t("office.new")}</Chip>,
          isNew: isRead === "false",
        })}
        detail={(message) => (
          <Message
            key={message.id}
            message={message}
            isBusy={mark.isPending}
            onRead={() => read([message.id])}
            onRespond={() => setAnswering(message)}
          />
        )}
        bulk={[{ key: "e", label: t("office.mark_read"), act: read }]}
        keys={{ r: (id) => setAnswering(records.rows.find((row) => row.id === id) ?? records.opened ?? null) }}
      />
      <RespondDialog message={answering} onClose={() => setAnswering(null)} />
    </div>
  )
}

interface MessageProps {
  readonly message: ChatRecord
  readonly isBusy: boolean
  readonly onRead: () => void
  readonly onRespond: () => void
}

/** §2 "chat message detail". A message that is read stays read (§4). */
function Message({
  message: { name, email, senderType, message, isRead, createdAt },
  isBusy,
  onRead,
  onRespond,
}: MessageProps) {
  const { t, language, timeZone } = useOffice()
  return (
    <>
      <h2>{name}</h2>
      <dl className="office-facts">
        <dt>{t("office.sender")}</dt>
        <dd>{t(SENDERS[senderType])}</dd>
        <dt>{t("form.email")}</dt>
        <dd>{email ? <a href={`mailto:${email}`}>{email}</a> : "–"}</dd>
        <dt>{t("office.written")}</dt>
        <dd>{whenInWords(language, createdAt, timeZone).exact}</dd>
      </dl>
      <p className="office-words">{message}</p>
      <p className="flex flex-wrap gap-3">
        <Button compact onClick={onRespond}>
          {t("office.respond")}
        </Button>
        {isRead === "false" && (
          <Button look="quiet" compact disabled={isBusy} onClick={onRead}>
            {t("office.mark_read")}
          </Button>
        )}
      </p>
    </>
  )
}
