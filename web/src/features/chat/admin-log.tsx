import type { ChatRecord, ChatThread } from "@haitech/contract/admin/chat"
import { clockAt, formatDay, formatHour } from "@haitech/contract/clock"
import { Fragment, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { useAdminApp } from "#platform/app.tsx"
import { useLoadError } from "#platform/use-load-error.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Chip } from "#ui/chip.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { type Conversation, isUnread } from "./admin-state.ts"

interface Props {
  readonly thread: ChatThread
  readonly conversation: Conversation
  /** What can be done with a message; without it they are only read. */
  readonly actions?: {
    readonly onOpen: (id: string) => void
    readonly onRead: (id: string) => void
    readonly isBusy: boolean
  }
}

/** The messages of a thread in their order: the visitor's on the left, the office's on the right. */
export function AdminLog({ thread, conversation, actions }: Props) {
  const { t } = useAdminApp()
  const loadError = useLoadError()
  const { query, messages, earlier } = conversation
  const log = useRef<HTMLDivElement>(null)
  const { isAbove, toEnd, onScroll } = useEnd(log, messages)
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
        {query.isPending && <Waiting />}
        {earlier && (
          <p className="text-center">
            <BusyButton look="quiet" compact isBusy={earlier.isPending} onClick={earlier.show}>
              {earlier.isPending ? t("overlay.loading") : t("admin.thread_earlier")}
            </BusyButton>
          </p>
        )}
        <Days thread={thread} messages={messages} actions={actions} />
      </div>
      {isAbove && (
        <button type="button" className="admin-log-end" onClick={toEnd}>
          {t("admin.thread_newer")}
        </button>
      )}
    </div>
  )
}

interface DaysProps extends Pick<Props, "thread"> {
  readonly messages: readonly ChatRecord[]
  readonly actions: Props["actions"]
}

function Days({ thread, messages, actions }: DaysProps) {
  const { language, timeZone } = useAdminApp()
  const dayOf = (message: ChatRecord | undefined) => message && clockAt(message.createdAt, timeZone).date
  const answer = messages.findLast(({ senderType }) => senderType === "admin")
  return (
    <ol className="admin-messages">
      {messages.map((message, at) => (
        <Fragment key={message.sequence}>
          {dayOf(message) !== dayOf(messages[at - 1]) && (
            <li className="admin-day">{formatDay(language, message.createdAt, timeZone)}</li>
          )}
          <Message message={message} thread={thread} actions={actions} isLastAnswer={message === answer} />
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
  const isOurs = message.senderType === "admin"
  const isNew = isUnread(message)
  const look = ["admin-message", isOurs && "ours", isNew && "new"].filter(Boolean).join(" ")
  const words = <Words message={message} language={isOurs ? undefined : thread.language} isNew={isNew} />
  return (
    <li className={look}>
      {actions ? (
        <button type="button" className="admin-bubble" onClick={() => actions.onOpen(message.id)}>
          {words}
        </button>
      ) : (
        <div className="admin-bubble">{words}</div>
      )}
      {isNew && actions && (
        <button
          type="button"
          className="link admin-message-act"
          disabled={actions.isBusy}
          onClick={({ currentTarget }) => {
            // It goes away with what it did.
            currentTarget.parentElement?.querySelector("button")?.focus()
            actions.onRead(message.id)
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

interface WordsProps {
  readonly message: ChatRecord
  readonly language: string | undefined
  readonly isNew: boolean
}

function Words({ message: { name, message, createdAt }, language: written, isNew }: WordsProps) {
  const { t, language, timeZone } = useAdminApp()
  const hour = formatHour(language, createdAt, timeZone)
  return (
    <>
      <span className="admin-bubble-head">
        <strong>{name}</strong>
        <time dateTime={createdAt} title={`${formatDay(language, createdAt, timeZone)}, ${hour}`}>
          {hour}
        </time>
        {isNew && <Chip tone="wait">{t("admin.new")}</Chip>}
      </span>
      <span className="admin-words" lang={written}>
        {message}
      </span>
    </>
  )
}

function Waiting() {
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

/** So near to the end, in px, whoever reads is at the end. */
const NEAR = 48

/**
 * Whoever is at the end stays there when something comes; whoever reads further up is told and not moved, also when
 * earlier messages come above. A thread opens at the first message nobody has read, or at its end.
 */
function useEnd(log: RefObject<HTMLDivElement | null>, messages: readonly ChatRecord[]) {
  const before = useRef({ first: 0, last: 0, height: 0 })
  const isAtEnd = useRef(true)
  const [isAbove, setIsAbove] = useState(false)
  const first = messages[0]?.sequence ?? 0
  const last = messages.at(-1)?.sequence ?? 0
  const settle = useEffectEvent(() => {
    const box = log.current
    const was = before.current
    // In a dialog that is not yet open nothing has a place.
    if (!box || last === 0 || box.clientHeight === 0) return
    if (was.last === 0) open(box)
    else if (first < was.first) box.scrollTop += box.scrollHeight - was.height
    else if (isAtEnd.current) box.scrollTop = box.scrollHeight
    else if (last > was.last) setIsAbove(true)
    before.current = { first, last, height: box.scrollHeight }
    isAtEnd.current = isNearEnd(box)
  })
  useLayoutEffect(() => settle(), [first, last])
  useEffect(() => {
    if (!log.current) return
    const watch = new ResizeObserver(() => settle())
    watch.observe(log.current)
    return () => watch.disconnect()
  }, [log])
  return {
    isAbove,
    toEnd: () => log.current?.scrollTo({ top: log.current.scrollHeight }),
    onScroll() {
      const box = log.current
      if (!box) return
      isAtEnd.current = isNearEnd(box)
      if (isAtEnd.current) setIsAbove(false)
    },
  }
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR
}

function open(box: HTMLElement) {
  box.scrollTop = box.scrollHeight
  const unread = box.querySelector<HTMLElement>(".admin-message.new")
  if (unread && unread.offsetTop - NEAR < box.scrollTop) box.scrollTop = unread.offsetTop - NEAR
}
