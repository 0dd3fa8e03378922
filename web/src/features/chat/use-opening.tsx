import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react"
import type { Chat } from "./state.ts"

/** The session storage key that is set while the panel is open, so that it opens again on the next page of this tab. */
const OPEN_FLAG = "chat"
const OPEN_HASH = /^#chat(?:=(.+))?$/

/**
 * Opens the panel and returns a function that closes it. The round button opens it (event `chat`), as does the URL
 * (`#chat`, or `#chat=` with an email's token) and a page load after a page where it was open.
 */
export function useOpening(chat: Chat, panel: RefObject<HTMLElement | null>) {
  const open = useEffectEvent((withFocus: boolean, token?: string) => {
    rememberOpen(true)
    void chat.open(token)
    if (withFocus) requestAnimationFrame(() => focusFirst(panel.current))
  })
  const openFromHash = useEffectEvent(() => {
    const match = OPEN_HASH.exec(location.hash)
    // Removes the secret from the address bar and the history, so that nobody shares it by accident.
    if (match) history.replaceState(history.state, "", location.pathname + location.search)
    if (match) open(true, match[1])
    return match !== null
  })
  const onTap = useEffectEvent(() => open(true))

  useLayoutEffect(() => {
    addEventListener("chat", onTap)
    addEventListener("hashchange", openFromHash)
    return () => {
      removeEventListener("chat", onTap)
      removeEventListener("hashchange", openFromHash)
    }
  }, [])
  useEffect(() => {
    if (!openFromHash() && wasOpen()) open(false)
  }, [])

  return function close(): void {
    rememberOpen(false)
    chat.close()
  }
}

/** Spec §2: focuses the message field, or the title on touch devices, where a keyboard would cover half the screen. */
function focusFirst(panel: HTMLElement | null): void {
  const canType = matchMedia("(pointer: fine)").matches
  panel?.querySelector<HTMLElement>(canType ? "textarea" : "h2")?.focus({ preventScroll: true })
}

export function focusOpener(): void {
  document.querySelector<HTMLElement>("[data-action=chat]")?.focus()
}

function wasOpen(): boolean {
  try {
    return OPEN_FLAG in sessionStorage
  } catch {
    return false
  }
}

function rememberOpen(isOpen: boolean): void {
  try {
    if (isOpen) sessionStorage[OPEN_FLAG] = "open"
    else delete sessionStorage[OPEN_FLAG]
  } catch {
    // Storage is blocked: the panel starts closed on each page.
  }
}

/** Moves the focus to the messages before `pressed`, a button, disappears with its own action. */
export function focusMessages(pressed: Element): void {
  pressed.closest(".chat-panel")?.querySelector<HTMLElement>("[role=log]")?.focus({ preventScroll: true })
}
