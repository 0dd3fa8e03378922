import type { ChatRecord, ChatThread } from "@haitech/contract/admin/chat"
import { clockAt, formatDay, formatHour } from "@haitech/contract/clock"
import { Fragment, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { type Conversation, isUnread } from "./state.ts"

interface Props {
  readonly thread: ChatThread
  readonly conversation: Conversation
  /** The line "New" is above the message with this number. */
  readonly firstNew?: number
  /** The actions on a message; without them the log is read-only. */
  readonly actions?: {
    readonly onOpen: (id: string) => void
    /** Only while messages could not be marked as read by themselves. */
    readonly onRead: ((id: string) => void) | undefined
    readonly isBusy: boolean
  }
}

export function AdminLog({ thread, conversation, firstNew = 0, actions }: Props) {
  const { t } = useAdminApp()
  const loadError = useLoadError()
  const { query, messages, earlier } = conversation
  const log = useRef<HTMLDivElement>(null)
  const { hasNewer, scrollToEnd, onScroll } = useStickToEnd(log, messages)
  return (
    <div className="admin-log-frame">
      <div
        ref={log}
        className="admin-log"
        role="log"
        aria-label={t("admin.thread_log", { name: thread.name })}
        aria-busy={query.isPending}
        tabIndex={0}
        onScroll={onScroll}
      >
        {query.error && messages.length === 0 && <LoadFailed {...loadError(query.error, query.refetch)} />}
        {query.isPending && <LoadingMessages />}
        {earlier && (
          <p className="text-center">
            <BusyButton look="quiet" compact isBusy={earlier.isPending} onClick={earlier.show}>
              {earlier.isPending ? t("overlay.loading") : t("admin.thread_earlier")}
            </BusyButton>
          </p>
        )}
        <Days thread={thread} messages={messages} firstNew={firstNew} actions={actions} />
      </div>
      {hasNewer && (
        <button type="button" className="admin-log-end" onClick={scrollToEnd}>
          {t("admin.thread_newer")}
        </button>
      )}
    </div>
  )
}

interface DaysProps extends Pick<Props, "thread"> {
  readonly messages: readonly ChatRecord[]
  readonly firstNew: number
  readonly actions: Props["actions"]
}

function Days({ thread, messages, firstNew, actions }: DaysProps) {
  const { t, language, timeZone } = useAdminApp()
  const dayOf = (message: ChatRecord | undefined) => message && clockAt(message.createdAt, timeZone).date
  const lastAnswer = messages.findLast(({ senderType }) => senderType === "admin")
  return (
    <ol className="admin-messages">
      {messages.map((message, index) => (
        <Fragment key={message.sequence}>
          {dayOf(message) !== dayOf(messages[index - 1]) && (
            <li className="admin-day">{formatDay(language, message.createdAt, timeZone)}</li>
          )}
          {message.sequence === firstNew && <li className="admin-new-line">{t("admin.new")}</li>}
          <Message message={message} thread={thread} actions={actions} isLastAnswer={message === lastAnswer} />
        </Fragment>
      ))}
    </ol>
  )
}

interface MessageProps extends Pick<DaysProps, "thread" | "actions"> {
  readonly message: ChatRecord
  readonly isLastAnswer: boolean
}

function Message({ message, thread, actions, isLastAnswer }: MessageProps) {
  const { t } = useAdminApp()
  const isFromAdmin = message.senderType === "admin"
  const isNew = isUnread(message)
  const onRead = isNew ? actions?.onRead : undefined
  const text = <MessageText message={message} language={isFromAdmin ? undefined : thread.language} />
  return (
    <li className={isFromAdmin ? "admin-message ours" : "admin-message"}>
      {actions ? (
        <button type="button" className="admin-bubble" onClick={() => actions.onOpen(message.id)}>
          {text}
        </button>
      ) : (
        <div className="admin-bubble">{text}</div>
      )}
      {onRead && (
        <button
          type="button"
          className="link admin-message-act"
          disabled={actions?.isBusy}
          onClick={({ currentTarget }) => {
            // The action removes this button.
            currentTarget.parentElement?.querySelector("button")?.focus()
            onRead(message.id)
          }}
        >
          {t("admin.mark_read")}
        </button>
      )}
      {isLastAnswer && (
        <span className="admin-seen">
          {thread.seenSequence >= message.sequence ? t("admin.thread_seen") : t("admin.thread_not_seen")}
        </span>
      )}
    </li>
  )
}

interface MessageTextProps {
  readonly message: ChatRecord
  readonly language: string | undefined
}

function MessageText({ message: { name, message, createdAt }, language: messageLanguage }: MessageTextProps) {
  const { language, timeZone } = useAdminApp()
  const hour = formatHour(language, createdAt, timeZone)
  return (
    <>
      <span className="admin-bubble-head">
        <strong>{name}</strong>
        <time dateTime={createdAt} title={`${formatDay(language, createdAt, timeZone)}, ${hour}`}>
          {hour}
        </time>
      </span>
      <span className="admin-words" lang={messageLanguage}>
        {message}
      </span>
    </>
  )
}

function LoadingMessages() {
  const { t } = useAdminApp()
  return (
    <div className="grid gap-3">
      <span className="sr">{t("overlay.loading")}</span>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  )
}

/** Within this distance the user is at the end of the log. */
const NEAR_PX = 48

/**
 * Follows new messages while the user is at the end; otherwise keeps the scroll position, even when earlier messages
 * load, and sets `hasNewer`. A thread opens at its first new message, or at its end.
 */
function useStickToEnd(log: RefObject<HTMLDivElement | null>, messages: readonly ChatRecord[]) {
  const previous = useRef({ first: 0, last: 0, height: 0 })
  const isAtEnd = useRef(true)
  const [hasNewer, setHasNewer] = useState(false)
  const first = messages[0]?.sequence ?? 0
  const last = messages.at(-1)?.sequence ?? 0
  const updateScroll = useEffectEvent(() => {
    const box = log.current
    const lastMeasured = previous.current
    // In a dialog that is not open yet, elements have no size.
    if (!box || last === 0 || box.clientHeight === 0) return
    if (lastMeasured.last === 0) scrollToNew(box)
    else if (first < lastMeasured.first) box.scrollTop += box.scrollHeight - lastMeasured.height
    else if (isAtEnd.current) box.scrollTop = box.scrollHeight
    else if (last > lastMeasured.last) setHasNewer(true)
    previous.current = { first, last, height: box.scrollHeight }
    isAtEnd.current = isNearEnd(box)
  })
  useLayoutEffect(() => updateScroll(), [first, last])
  useEffect(() => {
    if (!log.current) return
    const observer = new ResizeObserver(() => updateScroll())
    observer.observe(log.current)
    return () => observer.disconnect()
  }, [log])
  return {
    hasNewer,
    scrollToEnd: () => log.current?.scrollTo({ top: log.current.scrollHeight }),
    onScroll() {
      const box = log.current
      if (!box) return
      isAtEnd.current = isNearEnd(box)
      if (isAtEnd.current) setHasNewer(false)
    },
  }
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR_PX
}

function scrollToNew(box: HTMLElement) {
  box.scrollTop = box.scrollHeight
  const line = box.querySelector<HTMLElement>(".admin-new-line")
  if (line && line.offsetTop - NEAR_PX < box.scrollTop) box.scrollTop = line.offsetTop - NEAR_PX
}
