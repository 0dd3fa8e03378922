import { clockAt, dayInWords, hourInWords } from "@haitech/contract/clock"
import type { ChatRecord, ChatThread } from "@haitech/contract/office-chat"
import { Fragment, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { useOffice } from "#platform/app.tsx"
import { useTrouble } from "#platform/trouble.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Chip } from "#ui/chip.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { type Conversation, isUnread } from "./office-state.ts"

interface Props {
  readonly thread: ChatThread
  readonly conversation: Conversation
  /** What can be done with a message; without it they are only read. */
  readonly acts?: {
    readonly onOpen: (id: string) => void
    readonly onRead: (id: string) => void
    readonly isBusy: boolean
  }
}

/** The messages of a thread in their order: the visitor's on the left, the office's on the right. */
export function OfficeLog({ thread, conversation, acts }: Props) {
  const { t } = useOffice()
  const trouble = useTrouble()
  const { query, messages, earlier } = conversation
  const log = useRef<HTMLDivElement>(null)
  const { isAbove, toEnd, onScroll } = useEnd(log, messages)
  return (
    <div className="office-log-frame">
      <div
        ref={log}
        className="office-log"
        role="log"
        aria-label={t("office.thread_log", { name: thread.name })}
        aria-busy={query.isPending}
        tabIndex={0}
        onScroll={onScroll}
      >
        {query.error && messages.length === 0 && <LoadFailed {...trouble(query.error, query.refetch)} />}
        {query.isPending && <Waiting />}
        {earlier && (
          <p className="text-center">
            <BusyButton look="quiet" compact isBusy={earlier.isPending} onClick={earlier.show}>
              {earlier.isPending ? t("overlay.loading") : t("office.thread_earlier")}
            </BusyButton>
          </p>
        )}
        <Days thread={thread} messages={messages} acts={acts} />
      </div>
      {isAbove && (
        <button type="button" className="office-log-end" onClick={toEnd}>
          {t("office.thread_newer")}
        </button>
      )}
    </div>
  )
}

interface DaysProps extends Pick<Props, "thread"> {
  readonly messages: readonly ChatRecord[]
  readonly acts: Props["acts"]
}

function Days({ thread, messages, acts }: DaysProps) {
  const { language, timeZone } = useOffice()
  const dayOf = (message: ChatRecord | undefined) => message && clockAt(message.createdAt, timeZone).date
  const answer = messages.findLast(({ senderType }) => senderType === "admin")
  return (
    <ol className="office-messages">
      {messages.map((message, at) => (
        <Fragment key={message.sequence}>
          {dayOf(message) !== dayOf(messages[at - 1]) && (
            <li className="office-day">{dayInWords(language, message.createdAt, timeZone)}</li>
          )}
          <Message message={message} thread={thread} acts={acts} isLastAnswer={message === answer} />
        </Fragment>
      ))}
    </ol>
  )
}

interface MessageProps extends Pick<DaysProps, "thread" | "acts"> {
  readonly message: ChatRecord
  readonly isLastAnswer: boolean
}

function Message({ message, thread, acts, isLastAnswer }: MessageProps) {
  const { t } = useOffice()
  const isOurs = message.senderType === "admin"
  const isNew = isUnread(message)
  const look = ["office-message", isOurs && "ours", isNew && "new"].filter(Boolean).join(" ")
  const words = <Words message={message} language={isOurs ? undefined : thread.language} isNew={isNew} />
  return (
    <li className={look}>
      {acts ? (
        <button type="button" className="office-bubble" onClick={() => acts.onOpen(message.id)}>
          {words}
        </button>
      ) : (
        <div className="office-bubble">{words}</div>
      )}
      {isNew && acts && (
        <button
          type="button"
          className="link office-message-act"
          disabled={acts.isBusy}
          onClick={({ currentTarget }) => {
            // It goes away with what it did.
            currentTarget.parentElement?.querySelector("button")?.focus()
            acts.onRead(message.id)
          }}
        >
          {t("office.mark_read")}
        </button>
      )}
      {isLastAnswer && (
        <span className="office-seen">
          {thread.seenSequence >= message.sequence ? t("office.thread_seen") : t("office.thread_not_seen")}
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
  const { t, language, timeZone } = useOffice()
  const hour = hourInWords(language, createdAt, timeZone)
  return (
    <>
      <span className="office-bubble-head">
        <strong>{name}</strong>
        <time dateTime={createdAt} title={`${dayInWords(language, createdAt, timeZone)}, ${hour}`}>
          {hour}
        </time>
        {isNew && <Chip tone="wait">{t("office.new")}</Chip>}
      </span>
      <span className="office-words" lang={written}>
        {message}
      </span>
    </>
  )
}

function Waiting() {
  const { t } = useOffice()
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
  const unread = box.querySelector<HTMLElement>(".office-message.new")
  if (unread && unread.offsetTop - NEAR < box.scrollTop) box.scrollTop = unread.offsetTop - NEAR
}
