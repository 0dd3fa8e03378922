import type { ChatThread } from "@haitech/contract/admin/chat"
import { formatDay } from "@haitech/contract/clock"
import { useEffect, useRef, useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Button } from "#ui/button.tsx"
import { AdminLog } from "./log.tsx"
import { AdminMessageDialog } from "./message-dialog.tsx"
import { useConversation, useMarkMessagesRead } from "./state.ts"
import { AdminThreadActions } from "./thread-actions.tsx"
import { AdminThreadChips } from "./thread-summary.tsx"

interface Props {
  readonly thread: ChatThread
  /** The id of the current administrator. */
  readonly me: string | undefined
  readonly onRespond: () => void
}

/** A visitor's conversation and its actions. Opening it does not mark messages as read. */
export function AdminThread({ thread, me, onRespond }: Props) {
  const { t } = useAdminApp()
  const conversation = useConversation(thread.id)
  const { isBusy, read, readAll } = useMarkMessagesRead(thread, conversation)
  const [messageId, setMessageId] = useState<string | null>(null)
  useToastsAbove()
  const respond = useRef<HTMLButtonElement>(null)
  const message = conversation.messages.find(({ id }) => id === messageId) ?? null
  return (
    <article className="admin-conversation">
      <header className="admin-conversation-head">
        <h2>{thread.name}</h2>
        <p className="admin-chips" role="status">
          <AdminThreadChips thread={{ ...thread, assignedTo: null }} />
        </p>
        <Facts thread={thread} />
        <AdminThreadActions thread={thread} me={me} />
      </header>
      <AdminLog thread={thread} conversation={conversation} actions={{ onOpen: setMessageId, onRead: read, isBusy }} />
      <footer className="admin-conversation-foot">
        <Button ref={respond} compact onClick={onRespond}>
          {t("admin.respond")} <kbd aria-hidden="true">R</kbd>
        </Button>
        {conversation.unread.length > 0 && (
          <Button
            look="quiet"
            compact
            disabled={isBusy}
            onClick={() => {
              // The action removes this button.
              respond.current?.focus()
              readAll()
            }}
          >
            {t("admin.thread_read_all")}
          </Button>
        )}
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

/** Moves toasts, which are rendered outside the admin layout, above the footer's buttons. */
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
