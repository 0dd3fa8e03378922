import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { ChatMessage } from "./chat-message.tsx"
import { type ChatLocale, formatMessageDay } from "./format.ts"
import { SmallButton } from "./small-button.tsx"
import type { Chat, ChatView } from "./state.ts"
import type { Entry } from "./unsent-messages.ts"

interface Props {
  readonly locale: ChatLocale
  readonly chat: Chat
  readonly view: ChatView
}

/** Within this distance the user is at the end of the log. */
const NEAR_PX = 48

/** The messages, oldest first. Screen readers announce new messages, but not the first load or earlier messages. */
export function ChatLog({ locale, chat, view }: Props) {
  const { texts } = locale
  const { isOpen } = view
  const { log, isAtEnd, hasNew, scrollToEnd, leaveEnd, onScroll } = useStickToEnd(view.entries, isOpen)
  // A waiting message says already that there is no connection.
  const isQuiet = !view.isOnline || view.entries.some(({ state }) => state === "waiting")
  const isSettled = useDelayed(view.isLoaded && !view.isReadingEarlier)
  useEffect(() => {
    const reportVisible = () => chat.look(isOpen && isAtEnd && document.visibilityState === "visible")
    reportVisible()
    document.addEventListener("visibilitychange", reportVisible)
    return () => document.removeEventListener("visibilitychange", reportVisible)
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
          <SmallButton
            isDisabled={view.isReadingEarlier}
            onPress={() => {
              leaveEnd()
              void chat.readEarlier()
            }}
          >
            {texts["chat.earlier"]}
          </SmallButton>
        )}
        {view.entries.length === 0 ? <EmptyLog {...{ locale, chat, view }} /> : <Entries {...{ locale, chat, view }} />}
      </div>
      {hasNew && (
        <SmallButton className="chat-small chat-new" onPress={scrollToEnd}>
          {texts["chat.new"]}
        </SmallButton>
      )}
      {view.isBehind && !isQuiet && (view.isLoaded || view.entries.length > 0) && (
        <p className="chat-behind" role="status">
          {texts["chat.behind"]}
          <Retry {...{ locale, chat }} />
        </p>
      )}
    </div>
  )
}

function EmptyLog({ locale, chat, view: { isLoaded, isBehind } }: Props) {
  const { texts } = locale
  if (!isLoaded && !isBehind) return <p className="chat-nothing">{texts["chat.loading"]}</p>
  return (
    <div className="chat-nothing" role={isLoaded ? undefined : "status"}>
      <strong>{texts[isLoaded ? "chat.empty_title" : "dashboard.failed_title"]}</strong>
      {texts[isLoaded ? "chat.empty" : "dashboard.failed"]}
      {!isLoaded && <Retry {...{ locale, chat }} />}
    </div>
  )
}

function Retry({ locale: { texts }, chat }: Pick<Props, "locale" | "chat">) {
  return <SmallButton onPress={() => void chat.retryRound()}>{texts["chat.retry"]}</SmallButton>
}

function Entries({ locale, chat, view }: Props): ReactNode {
  let day = ""
  return view.entries.map((entry) => {
    const entryDay = formatMessageDay(locale, createdAt(entry), view.now)
    const isNewDay = entryDay !== day
    day = entryDay
    return (
      <Fragment key={entry.key}>
        {isNewDay && <p className="chat-day">{entryDay}</p>}
        <ChatMessage locale={locale} entry={entry} now={view.now} chat={chat} />
      </Fragment>
    )
  })
}

function createdAt(entry: Entry): string {
  return entry.state === "sent" ? entry.message.createdAt : new Date(entry.unsent.writtenAt).toISOString()
}

/** Follows the end while the user is there; otherwise keeps the scroll position, even when earlier messages load. */
function useStickToEnd(entries: readonly Entry[], isOpen: boolean) {
  const log = useRef<HTMLDivElement>(null)
  const previous = useRef({ first: "", newest: "", height: 0 })
  const last = entries.at(-1)
  const [first, newest] = [entries[0]?.key ?? "", last?.key ?? ""]
  // The newest message when the user scrolled up; null while at the end.
  const [newestWhenLeft, setNewestWhenLeft] = useState<string | null>(null)
  const isAtEnd = newestWhenLeft === null
  const isOwn = last !== undefined && last.state !== "sent"
  const scrollToEnd = () => log.current?.scrollTo({ top: log.current.scrollHeight, behavior: "instant" })
  useLayoutEffect(() => {
    const { current } = log
    if (!current || !isOpen) return
    const { scrollHeight } = current
    const isEarlier = previous.current.first !== "" && previous.current.first !== first
    // The user wants to see a message they have just written.
    if (isAtEnd || (isOwn && previous.current.newest !== newest)) scrollToEnd()
    else if (isEarlier) current.scrollTop += scrollHeight - previous.current.height
    previous.current = { first, newest, height: scrollHeight }
    // oxlint-disable-next-line react/exhaustive-deps -- scrolling alone must not scroll again
  }, [entries, isOpen])
  useEffect(() => {
    const { current } = log
    if (!current || !isAtEnd) return
    // The log resizes when the form below does.
    const observer = new ResizeObserver(scrollToEnd)
    observer.observe(current)
    return () => observer.disconnect()
  }, [isAtEnd])
  return {
    log,
    isAtEnd,
    hasNew: !isAtEnd && newestWhenLeft !== newest,
    scrollToEnd,
    /** A request for earlier messages leaves the end before any scroll event arrives. */
    leaveEnd: () => setNewestWhenLeft((key) => key ?? newest),
    onScroll: () => {
      const { current } = log
      if (!current?.clientHeight) return
      const isNear = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_PX
      setNewestWhenLeft((key) => (isNear ? null : (key ?? newest)))
    },
  }
}

/** Becomes true with a delay: a screen reader would announce content that renders together with `aria-live`. */
function useDelayed(isReady: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(isReady), isReady ? 500 : 0)
    return () => clearTimeout(timer)
  }, [isReady])
  return isSettled && isReady
}
