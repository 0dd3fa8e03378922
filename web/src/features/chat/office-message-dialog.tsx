import type { Language } from "@haitech/contract/languages"
import type { ChatRecord } from "@haitech/contract/office-chat"
import { type OfficeText, useOffice } from "#platform/app.tsx"
import { whenInWords } from "#platform/when.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"
import { isUnread } from "./office-state.ts"

const SENDERS = {
  guest: "office.sender_guest",
  member: "office.sender_member",
  admin: "office.sender_admin",
} as const satisfies Readonly<Record<ChatRecord["senderType"], OfficeText>>

interface Acts {
  readonly isBusy: boolean
  readonly onRead: (id: string) => void
  readonly onRespond: () => void
}

interface Props extends Acts {
  /** Nothing while the dialog is closed. */
  readonly message: ChatRecord | null
  /** The visitor's. */
  readonly language: Language
  readonly onClose: () => void
}

/** §2 "chat message detail". A message that is read stays read (§4). */
export function OfficeMessageDialog({ message, language, onClose, ...acts }: Props) {
  const { t } = useOffice()
  return (
    <Dialog
      id="chat-message"
      title={t("office.chat_detail")}
      closeLabel={t("dialog.close")}
      {...useModal(message !== null, onClose)}
    >
      {message && (
        <Detail message={message} written={message.senderType === "admin" ? undefined : language} {...acts} />
      )}
    </Dialog>
  )
}

interface DetailProps extends Acts {
  readonly message: ChatRecord
  readonly written: Language | undefined
}

function Detail({ message, written, isBusy, onRead, onRespond }: DetailProps) {
  const { t, language, timeZone } = useOffice()
  const { id, name, senderType, email, createdAt } = message
  return (
    <div className="mt-5 grid gap-5">
      <dl className="office-facts">
        <dt>{t("office.name")}</dt>
        <dd>{name}</dd>
        <dt>{t("office.sender")}</dt>
        <dd>{t(SENDERS[senderType])}</dd>
        <dt>{t("form.email")}</dt>
        <dd>{email ? <a href={`mailto:${email}`}>{email}</a> : "–"}</dd>
        <dt>{t("office.written")}</dt>
        <dd>{whenInWords(language, createdAt, timeZone).exact}</dd>
        {senderType !== "admin" && <ReadState message={message} />}
      </dl>
      <p className="office-words" lang={written}>
        {message.message}
      </p>
      <p className="flex flex-wrap gap-3">
        <Button compact onClick={onRespond}>
          {t("office.respond")}
        </Button>
        {isUnread(message) && (
          <Button look="quiet" compact disabled={isBusy} onClick={() => onRead(id)}>
            {t("office.mark_read")}
          </Button>
        )}
      </p>
    </div>
  )
}

function ReadState({ message: { isRead, readAt } }: Pick<DetailProps, "message">) {
  const { t, language, timeZone } = useOffice()
  const read = readAt
    ? t("office.chat_read_at", { when: whenInWords(language, readAt, timeZone).exact })
    : t("office.read")
  return (
    <>
      <dt>{t("office.state")}</dt>
      <dd>{isRead === "true" ? read : t("office.chat_unread")}</dd>
    </>
  )
}
