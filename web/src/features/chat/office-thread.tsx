import { dayInWords } from "@haitech/contract/clock"
import type { ChatThread } from "@haitech/contract/office-chat"
import { useEffect, useRef, useState } from "react"
import { useOffice } from "#platform/app.tsx"
import { AppLink } from "#platform/navigation.tsx"
import { Button } from "#ui/button.tsx"
import { OfficeLog } from "./office-log.tsx"
import { OfficeMessageDialog } from "./office-message-dialog.tsx"
import { useConversation, useReading } from "./office-state.ts"
import { OfficeThreadActs } from "./office-thread-acts.tsx"
import { OfficeThreadChips } from "./office-thread-words.tsx"

interface Props {
  readonly thread: ChatThread
  /** The administrator who looks at it. */
  readonly me: string | undefined
  readonly onRespond: () => void
}

/** A visitor's conversation as it is now, and what can be done with it. To look at it marks nothing as read. */
export function OfficeThread({ thread, me, onRespond }: Props) {
  const { t } = useOffice()
  const conversation = useConversation(thread.id)
  const { isBusy, read, readAll } = useReading(thread, conversation)
  const [messageId, setMessageId] = useState<string | null>(null)
  useToastsAbove()
  const respond = useRef<HTMLButtonElement>(null)
  const message = conversation.messages.find(({ id }) => id === messageId) ?? null
  return (
    <article className="office-conversation">
      <header className="office-conversation-head">
        <h2>{thread.name}</h2>
        <p className="office-chips" role="status">
          <OfficeThreadChips thread={{ ...thread, assignedTo: null }} />
        </p>
        <Facts thread={thread} />
        <OfficeThreadActs thread={thread} me={me} />
      </header>
      <OfficeLog thread={thread} conversation={conversation} acts={{ onOpen: setMessageId, onRead: read, isBusy }} />
      <footer className="office-conversation-foot">
        <Button ref={respond} compact onClick={onRespond}>
          {t("office.respond")} <kbd aria-hidden="true">R</kbd>
        </Button>
        {conversation.unread.length > 0 && (
          <Button
            look="quiet"
            compact
            disabled={isBusy}
            onClick={() => {
              // It goes away with what it did.
              respond.current?.focus()
              readAll()
            }}
          >
            {t("office.thread_read_all")}
          </Button>
        )}
      </footer>
      <OfficeMessageDialog
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

/** What was done is said above what can be done next: toasts stand outside of the office. */
function useToastsAbove() {
  useEffect(() => {
    const { classList } = document.documentElement
    classList.add("office-talks")
    return () => classList.remove("office-talks")
  }, [])
}

function Facts({ thread: { id, userId, email, language: written, createdAt } }: Pick<Props, "thread">) {
  const { t, language, timeZone } = useOffice()
  return (
    <dl className="office-thread-facts">
      <div>
        <dt className="sr">{t("form.email")}</dt>
        <dd>{email ? <a href={`mailto:${email}`}>{email}</a> : "–"}</dd>
      </div>
      <div>
        <dt className="sr">{t("office.thread_account")}</dt>
        <dd>
          {userId ? (
            <AppLink to={`/users?${new URLSearchParams({ ...(email && { q: email }), open: userId })}`}>
              {t("office.thread_see_account")}
            </AppLink>
          ) : (
            t("office.thread_guest")
          )}
        </dd>
      </div>
      <div>
        <dt className="sr">{t("office.language")}</dt>
        <dd lang={written}>{t(`language.${written}`)}</dd>
      </div>
      <div>
        <dt>{t("office.thread_since")}</dt>
        <dd>{dayInWords(language, createdAt, timeZone)}</dd>
      </div>
      <div>
        <dt className="sr">{t("office.history")}</dt>
        <dd>
          <AppLink to={`/history?about=${id}`}>{t("office.history_about")}</AppLink>
        </dd>
      </div>
    </dl>
  )
}
