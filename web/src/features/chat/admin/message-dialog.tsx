import type { ChatRecord } from "@haitech/contract/admin/chat"
import type { Language } from "@haitech/contract/languages"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"
import { isUnread } from "./state.ts"

const SENDERS = {
  guest: "admin.sender_guest",
  member: "admin.sender_member",
  admin: "admin.sender_admin",
} as const satisfies Readonly<Record<ChatRecord["senderType"], AdminText>>

interface Actions {
  readonly isBusy: boolean
  readonly onRead: (id: string) => void
  readonly onRespond: () => void
}

interface Props extends Actions {
  /** Null while the dialog is closed. */
  readonly message: ChatRecord | null
  readonly language: Language
  readonly onClose: () => void
}

/** Spec §2, "chat message detail". Read messages cannot become unread (spec §4). */
export function AdminMessageDialog({ message, language, onClose, ...actions }: Props) {
  const { t } = useAdminApp()
  return (
    <Dialog
      id="chat-message"
      title={t("admin.chat_detail")}
      closeLabel={t("dialog.close")}
      {...useModal(message !== null, onClose)}
    >
      {message && (
        <Detail
          message={message}
          messageLanguage={message.senderType === "admin" ? undefined : language}
          {...actions}
        />
      )}
    </Dialog>
  )
}

interface DetailProps extends Actions {
  readonly message: ChatRecord
  readonly messageLanguage: Language | undefined
}

function Detail({ message, messageLanguage, isBusy, onRead, onRespond }: DetailProps) {
  const { t, label, language, timeZone } = useAdminApp()
  const { id, name, senderType, email, createdAt } = message
  return (
    <div className="mt-5 grid gap-5">
      <dl className="admin-facts">
        <dt>{t("admin.name")}</dt>
        <dd>{name}</dd>
        <dt>{t("admin.sender")}</dt>
        <dd>{label(SENDERS, senderType)}</dd>
        <dt>{t("form.email")}</dt>
        <dd>{email ? <a href={`mailto:${email}`}>{email}</a> : "–"}</dd>
        <dt>{t("admin.written")}</dt>
        <dd>{formatWhen(language, createdAt, timeZone).exact}</dd>
        {senderType !== "admin" && <ReadState message={message} />}
      </dl>
      <p className="admin-words" lang={messageLanguage}>
        {message.message}
      </p>
      <p className="flex flex-wrap gap-3">
        <Button compact onClick={onRespond}>
          {t("admin.respond")}
        </Button>
        {isUnread(message) && (
          <Button look="quiet" compact disabled={isBusy} onClick={() => onRead(id)}>
            {t("admin.mark_read")}
          </Button>
        )}
      </p>
    </div>
  )
}

function ReadState({ message: { isRead, readAt } }: Pick<DetailProps, "message">) {
  const { t, language, timeZone } = useAdminApp()
  const readText = readAt
    ? t("admin.chat_read_at", { when: formatWhen(language, readAt, timeZone).exact })
    : t("admin.read")
  return (
    <>
      <dt>{t("admin.state")}</dt>
      <dd>{isRead === "true" ? readText : t("admin.chat_unread")}</dd>
    </>
  )
}
