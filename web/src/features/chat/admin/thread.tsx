import type { ChatThread } from "@haitech/contract/admin/chat"
import { formatDay } from "@haitech/contract/clock"
import { useEffect, useRef, useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { AdminComposer } from "./composer.tsx"
import { AdminLog } from "./log.tsx"
import { AdminMessageDialog } from "./message-dialog.tsx"
import { useConversation, useFirstNew, useMarkMessagesRead, useReadOnView } from "./state.ts"
import { AdminThreadActions } from "./thread-actions.tsx"
import { AdminThreadChips } from "./thread-summary.tsx"

interface Props {
  readonly thread: ChatThread
  /** The id of the current administrator. */
  readonly me: string | undefined
  /** The dialog of spec §2 is open; it and the composer share one draft. */
  readonly isResponding: boolean
  readonly onRespond: () => void
  /** Missing where the list could not bring the conversation back. */
  readonly onDelete?: () => void
}

/** A visitor's conversation, its actions and the reply field. Opening it marks its messages as read. */
export function AdminThread({ thread, me, isResponding, onRespond, onDelete }: Props) {
  const conversation = useConversation(thread.id)
  const firstNew = useFirstNew(conversation)
  const hasFailed = useReadOnView(thread, conversation)
  const { isBusy, read, readAll } = useMarkMessagesRead(thread, conversation)
  const [messageId, setMessageId] = useState<string | null>(null)
  useToastsAbove()
  const message = conversation.messages.find(({ id }) => id === messageId) ?? null
  return (
    <article className="admin-conversation">
      <header className="admin-conversation-head">
        <h2>{thread.name}</h2>
        <p className="admin-chips" role="status">
          <AdminThreadChips thread={{ ...thread, assignedTo: null }} />
        </p>
        <Facts thread={thread} />
        <AdminThreadActions thread={thread} me={me} onDelete={onDelete} />
      </header>
      <AdminLog
        thread={thread}
        conversation={conversation}
        firstNew={firstNew}
        actions={{ onOpen: setMessageId, onRead: hasFailed ? read : undefined, isBusy }}
      />
      <footer className="admin-conversation-foot">
        <AdminComposer key={String(isResponding)} thread={thread} conversation={conversation} />
        <Hint onRespond={onRespond} onReadAll={hasFailed && conversation.unread.length > 0 ? readAll : undefined} />
      </footer>
      <AdminMessageDialog
        message={message}
        language={thread.language}
        isBusy={isBusy}
        onClose={() => setMessageId(null)}
        onRead={read}
        onRespond={() => {
          setMessageId(null)
          onRespond()
        }}
      />
    </article>
  )
}

interface HintProps {
  readonly onRespond: () => void
  /** Only while messages could not be marked as read by themselves. */
  readonly onReadAll: (() => void) | undefined
}

function Hint({ onRespond, onReadAll }: HintProps) {
  const { t } = useAdminApp()
  const respond = useRef<HTMLButtonElement>(null)
  return (
    <div className="admin-composer-hint">
      <button ref={respond} type="button" className="link" onClick={onRespond}>
        {t("admin.respond")}
      </button>
      {onReadAll && (
        <button
          type="button"
          className="link"
          onClick={() => {
            // The action removes this button.
            respond.current?.focus()
            onReadAll()
          }}
        >
          {t("admin.thread_read_all")}
        </button>
      )}
      <span aria-hidden="true">
        <kbd>↵</kbd> {t("admin.composer_send")} <kbd>⇧ ↵</kbd> {t("admin.composer_break")}
      </span>
    </div>
  )
}

/** Moves toasts, which are rendered outside the admin layout, above the reply field. */
function useToastsAbove() {
  useEffect(() => {
    const { classList } = document.documentElement
    classList.add("admin-talks")
    return () => classList.remove("admin-talks")
  }, [])
}

function Facts({ thread: { id, userId, email, language: threadLanguage, createdAt } }: Pick<Props, "thread">) {
  const { t, language, timeZone } = useAdminApp()
  return (
    <dl className="admin-thread-facts">
      <div>
        <dt className="sr">{t("form.email")}</dt>
        <dd>{email ? <a href={`mailto:${email}`}>{email}</a> : "–"}</dd>
      </div>
      <div>
        <dt className="sr">{t("admin.thread_account")}</dt>
        <dd>
          {userId ? (
            <AppLink to={`/users?${new URLSearchParams({ ...(email && { q: email }), open: userId })}`}>
              {t("admin.thread_see_account")}
            </AppLink>
          ) : (
            t("admin.thread_guest")
          )}
        </dd>
      </div>
      <div>
        <dt className="sr">{t("admin.language")}</dt>
        <dd lang={threadLanguage}>{t(`language.${threadLanguage}`)}</dd>
      </div>
      <div>
        <dt>{t("admin.thread_since")}</dt>
        <dd>{formatDay(language, createdAt, timeZone)}</dd>
      </div>
      <div>
        <dt className="sr">{t("admin.history")}</dt>
        <dd>
          <AppLink to={`/history?about=${id}`}>{t("admin.history_about")}</AppLink>
        </dd>
      </div>
    </dl>
  )
}
