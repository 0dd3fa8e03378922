import type { Language } from "@haitech/contract/languages"
import { type FocusEvent, type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from "react"
import type { ChatTexts } from "#platform/chat-texts.ts"
import { openLive } from "#platform/live.ts"
import { realTimers, withTabLock } from "#platform/single-flight.ts"
import { openStorage } from "#platform/storage.ts"
import { chatCalls } from "./api.ts"
import { ChatComposer } from "./chat-composer.tsx"
import { ChatHeader } from "./chat-header.tsx"
import { ChatLog } from "./chat-log.tsx"
import { ChatReport } from "./chat-report.tsx"
import type { Reader } from "./format.ts"
import { type Chat, openChat } from "./state.ts"
import { toMessages, useOpening } from "./use-opening.tsx"
import { useSheet } from "./use-sheet.tsx"

export interface PanelProps {
  readonly texts: ChatTexts
  readonly language: Language
  /** An IANA zone: the office's. */
  readonly timeZone: string
  readonly lengths: Readonly<Record<"name" | "email" | "message" | "reason" | "rows", number>>
}

/** §2 "Floating chat widget": the panel that the round button opens. */
export function ChatPanel({ texts, language, timeZone, lengths }: PanelProps) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const [chat] = useState(() => newChat(language, lengths))
  const view = useSyncExternalStore(chat.subscribe, chat.view, chat.view)
  const [isReporting, setReporting] = useState(false)
  const close = useOpening(chat, panel)
  const { isOpen } = view
  useSheet(panel, isOpen)
  useWakeEvents(chat)
  const noteFocus = useKeptFocus(panel)
  const ownZone = useOwnZone(timeZone)
  const reader: Reader = { texts, language, siteZone: timeZone, ownZone }
  return (
    <section
      ref={panel}
      // The tap that fetches it already shows it.
      suppressHydrationWarning
      className="chat-panel sr"
      role="dialog"
      aria-labelledby={id}
      hidden={!isOpen}
      onFocus={noteFocus}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <ChatHeader
        id={id}
        reader={reader}
        view={view}
        onReport={view.chatStatus?.threadId ? () => setReporting(true) : undefined}
        onClose={close}
      />
      <ChatLog reader={reader} chat={chat} view={view} />
      {isReporting ? (
        <ChatReport texts={texts} length={lengths.reason} send={chat.report} onDone={() => setReporting(false)} />
      ) : (
        <ChatComposer texts={texts} lengths={lengths} chat={chat} view={view} />
      )}
    </section>
  )
}

function newChat(language: Language, { rows, message }: PanelProps["lengths"]): Chat {
  return openChat({
    calls: chatCalls(language),
    timers: realTimers,
    openLive,
    most: rows,
    longest: message,
    storage: openStorage(),
    withTabLock: (act) => withTabLock("chat", act),
    newId: () => crypto.randomUUID(),
  })
}

/** Everything that says: look again. */
function useWakeEvents(chat: Chat): void {
  useEffect(() => {
    const back = () => void chat.wake()
    const seen = () => document.visibilityState === "visible" && back()
    const heard = ({ key, oldValue }: StorageEvent) => chat.heard(key, oldValue)
    addEventListener("online", back)
    addEventListener("storage", heard)
    document.addEventListener("visibilitychange", seen)
    // What an earlier page could not send.
    void chat.flush()
    return () => {
      removeEventListener("online", back)
      removeEventListener("storage", heard)
      document.removeEventListener("visibilitychange", seen)
    }
  }, [chat])
}

/** What has the focus may go away by itself, as a notice does: its reader stays in the panel. Gives what notes it. */
function useKeptFocus(panel: RefObject<HTMLElement | null>) {
  const held = useRef<Element>(null)
  useEffect(() => {
    const isLost = document.activeElement === document.body && held.current?.isConnected === false
    if (isLost && panel.current) toMessages(panel.current)
  })
  return ({ target }: FocusEvent) => {
    held.current = target
  }
}

/** The page was drawn somewhere else; here it is the reader's own zone that counts. */
function useOwnZone(drawn: string): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => drawn,
  )
}
