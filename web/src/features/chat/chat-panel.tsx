import type { Language } from "@haitech/contract/languages"
import { type FocusEvent, type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from "react"
import { openLive } from "#platform/http/live.ts"
import { sessionOwner } from "#platform/offline/session-owner.ts"
import { realTimers, withTabLock } from "#platform/offline/single-flight.ts"
import { openStorage } from "#platform/offline/storage.ts"
import { chatCalls } from "./api.ts"
import { ChatComposer } from "./chat-composer.tsx"
import { ChatHeader } from "./chat-header.tsx"
import { ChatLog } from "./chat-log.tsx"
import { ChatReport } from "./chat-report.tsx"
import type { ChatLocale } from "./format.ts"
import { type Chat, openChat } from "./state.ts"
import type { ChatTexts } from "./texts.ts"
import { focusMessages, focusOpener, useOpening } from "./use-opening.tsx"
import { useSheet } from "./use-sheet.tsx"

interface Props {
  readonly texts: ChatTexts
  readonly language: Language
  /** The site's IANA zone. */
  readonly timeZone: string
  readonly lengths: Readonly<Record<"name" | "email" | "message" | "reason" | "rows", number>>
}

/** Spec §2, "Floating chat widget": the panel that the round button opens. */
export function ChatPanel({ texts, language, timeZone, lengths }: Props) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const [chat] = useState(() => newChat(language, lengths))
  const view = useSyncExternalStore(chat.subscribe, chat.view, chat.view)
  const [isReporting, setReporting] = useState(false)
  const close = useOpening(chat, panel)
  const { isOpen } = view
  useSheet(panel, isOpen, focusOpener)
  useWakeEvents(chat)
  const recordFocus = useFocusInPanel(panel)
  const ownZone = useOwnZone(timeZone)
  const locale: ChatLocale = { texts, language, siteZone: timeZone, ownZone }
  return (
    <section
      ref={panel}
      // The tap that loads the panel shows it before hydration.
      suppressHydrationWarning
      className="chat-panel sr"
      role="dialog"
      aria-labelledby={id}
      hidden={!isOpen}
      onFocus={recordFocus}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <ChatHeader
        id={id}
        locale={locale}
        view={view}
        onReport={view.chatStatus?.threadId ? () => setReporting(true) : undefined}
        onClose={close}
      />
      <ChatLog locale={locale} chat={chat} view={view} />
      {isReporting ? (
        <ChatReport texts={texts} length={lengths.reason} send={chat.report} onDone={() => setReporting(false)} />
      ) : (
        <ChatComposer texts={texts} lengths={lengths} chat={chat} view={view} />
      )}
    </section>
  )
}

function newChat(language: Language, { rows, message }: Props["lengths"]): Chat {
  return openChat({
    calls: chatCalls(language),
    timers: realTimers,
    openLive,
    maxRows: rows,
    maxLength: message,
    storage: openStorage(),
    session: sessionOwner,
    withTabLock: (run) => withTabLock("chat", run),
    isOnline: () => navigator.onLine,
    newId: () => crypto.randomUUID(),
  })
}

/** Catches up when the browser is online again, the tab is visible again, or another tab changes the storage. */
function useWakeEvents(chat: Chat): void {
  useEffect(() => {
    const onWake = () => void chat.wake()
    const onVisibilityChange = () => document.visibilityState === "visible" && onWake()
    const onStorage = ({ key, oldValue }: StorageEvent) => chat.sync(key, oldValue)
    addEventListener("online", onWake)
    addEventListener("offline", chat.goOffline)
    addEventListener("storage", onStorage)
    document.addEventListener("visibilitychange", onVisibilityChange)
    // Sends messages that an earlier page could not send.
    void chat.flush()
    return () => {
      removeEventListener("online", onWake)
      removeEventListener("offline", chat.goOffline)
      removeEventListener("storage", onStorage)
      document.removeEventListener("visibilitychange", onVisibilityChange)
    }
  }, [chat])
}

/** Keeps the focus in the panel when the focused element, e.g. a notice, disappears. Returns a focus listener. */
function useFocusInPanel(panel: RefObject<HTMLElement | null>) {
  const lastFocused = useRef<Element>(null)
  useEffect(() => {
    const isLost = document.activeElement === document.body && lastFocused.current?.isConnected === false
    if (isLost && panel.current) focusMessages(panel.current)
  })
  return ({ target }: FocusEvent) => {
    lastFocused.current = target
  }
}

/** The user's own zone after hydration; the server renders with the site's zone. */
function useOwnZone(siteZone: string): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => siteZone,
  )
}
