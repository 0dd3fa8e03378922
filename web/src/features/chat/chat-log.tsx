import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { ChatMessage } from "./chat-message.tsx"
import { dayOf, type Reader } from "./format.ts"
import type { Chat, ChatView, Entry } from "./state.ts"
import { toMessages } from "./use-opening.tsx"

interface Props {
  readonly reader: Reader
  readonly chat: Chat
  readonly view: ChatView
}

/** So near to its end, in pixels, a reader has read it. */
const NEAR = 48

/** The messages, the oldest first. New ones are read out; those that were there, or come before them, are not. */
export function ChatLog({ reader, chat, view }: Props) {
  const { texts } = reader
  const { isOpen } = view
  const { log, isAtEnd, hasNew, toEnd, leaveEnd, onScroll } = useEnd(view.entries, isOpen)
  const isSettled = useSettled(view.isLoaded && !view.isReadingEarlier)
  useEffect(() => {
    const look = () => chat.look(isOpen && isAtEnd && document.visibilityState === "visible")
    look()
    document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [chat, isOpen, isAtEnd])
  return (
    <div className="chat-middle">
      <div
        ref={log}
        className="chat-log"
        role="log"
        tabIndex={0}
        aria-label={texts["chat.log"]}
        aria-live={isSettled ? "polite" : "off"}
        onScroll={onScroll}
      >
        {view.hasEarlier && (
          <button
            type="button"
            className="chat-small"
            disabled={view.isReadingEarlier}
            onClick={({ currentTarget }) => {
              leaveEnd()
              toMessages(currentTarget)
              void chat.readEarlier()
            }}
          >
            {texts["chat.earlier"]}
          </button>
        )}
        {view.entries.length === 0 ? <Nothing {...{ reader, chat, view }} /> : <Entries {...{ reader, chat, view }} />}
      </div>
      {hasNew && (
        <button
          type="button"
          className="chat-small chat-new"
          onClick={({ currentTarget }) => {
            toMessages(currentTarget)
            toEnd()
          }}
        >
          {texts["chat.new"]}
        </button>
      )}
      {view.isBehind && (view.isLoaded || view.entries.length > 0) && (
        <p className="chat-behind" role="status">
          {texts["chat.behind"]}
          <Retry {...{ reader, chat }} />
        </p>
      )}
    </div>
  )
}

function Nothing({ reader, chat, view: { isLoaded, isBehind } }: Props) {
  const { texts } = reader
  if (!isLoaded && !isBehind) return <p className="chat-nothing">{texts["chat.loading"]}</p>
  return (
    <div className="chat-nothing" role={isLoaded ? undefined : "status"}>
      <strong>{texts[isLoaded ? "chat.empty_title" : "dashboard.failed_title"]}</strong>
      {texts[isLoaded ? "chat.empty" : "dashboard.failed"]}
      {!isLoaded && <Retry {...{ reader, chat }} />}
    </div>
  )
}

function Retry({ reader: { texts }, chat }: Pick<Props, "reader" | "chat">) {
  return (
    <button
      type="button"
      className="chat-small"
      onClick={({ currentTarget }) => {
        toMessages(currentTarget)
        void chat.retryRound()
      }}
    >
      {texts["chat.retry"]}
    </button>
  )
}

function Entries({ reader, chat, view }: Props): ReactNode {
  let day = ""
  return view.entries.map((entry) => {
    const its = dayOf(reader, timeOf(entry), view.now)
    const isNewDay = its !== day
    day = its
    return (
      <Fragment key={entry.key}>
        {isNewDay && <p className="chat-day">{its}</p>}
        <ChatMessage reader={reader} entry={entry} now={view.now} chat={chat} />
      </Fragment>
    )
  })
}

function timeOf(entry: Entry): string {
  return entry.state === "sent" ? entry.message.createdAt : new Date(entry.unsent.writtenAt).toISOString()
}

/** Follows the end while the reader is there, stays where the reader is otherwise, also when earlier ones come. */
function useEnd(entries: readonly Entry[], isOpen: boolean) {
  const log = useRef<HTMLDivElement>(null)
  const before = useRef({ first: "", newest: "", height: 0 })
  const last = entries.at(-1)
  const [first, newest] = [entries[0]?.key ?? "", last?.key ?? ""]
  // The newest message when the reader went back; nothing while at the end.
  const [leftAt, setLeftAt] = useState<string | null>(null)
  const isAtEnd = leftAt === null
  const isOwn = last !== undefined && last.state !== "sent"
  const toEnd = () => log.current?.scrollTo({ top: log.current.scrollHeight, behavior: "instant" })
  useLayoutEffect(() => {
    const { current } = log
    if (!current || !isOpen) return
    const { scrollHeight } = current
    const isEarlier = before.current.first !== "" && before.current.first !== first
    // What one has just written is what one looks at.
    if (isAtEnd || (isOwn && before.current.newest !== newest)) toEnd()
    else if (isEarlier) current.scrollTop += scrollHeight - before.current.height
    before.current = { first, newest, height: scrollHeight }
    // oxlint-disable-next-line react/exhaustive-deps -- scrolling alone must not scroll again
  }, [entries, isOpen])
  useEffect(() => {
    const { current } = log
    if (!current || !isAtEnd) return
    // The form below takes more room, or less.
    const watching = new ResizeObserver(toEnd)
    watching.observe(current)
    return () => watching.disconnect()
  }, [isAtEnd])
  return {
    log,
    isAtEnd,
    hasNew: !isAtEnd && leftAt !== newest,
    toEnd,
    /** Who asks for what came earlier has left the end, also before the scrolling was told. */
    leaveEnd: () => setLeftAt((at) => at ?? newest),
    onScroll: () => {
      const { current } = log
      if (!current?.clientHeight) return
      const isNear = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR
      setLeftAt((at) => (isNear ? null : (at ?? newest)))
    },
  }
}

/** True a moment later: what is drawn at the same time as it becomes loud would be read out as new. */
function useSettled(isReady: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const settling = setTimeout(() => setSettled(isReady), isReady ? 500 : 0)
    return () => clearTimeout(settling)
  }, [isReady])
  return isSettled && isReady
}
