import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react"
import type { Chat } from "./state.ts"

/** Of this tab: the panel stands open, and opens again on the next page. */
const FLAG = "chat"
const ASKED = /^#chat(?:=(.+))?$/

/**
 * Opens the panel, and gives what closes it. It is opened by the round button (the event `chat`), by the address
 * (`#chat`, or `#chat=` and the secret of a letter), and by itself on a page that follows one where it was open.
 */
export function useOpening(chat: Chat, panel: RefObject<HTMLElement | null>) {
  const open = useEffectEvent((withFocus: boolean, token?: string) => {
    remember(true)
    void chat.open(token)
    if (withFocus) requestAnimationFrame(() => focusFirst(panel.current))
  })
  const openAsked = useEffectEvent(() => {
    const asked = ASKED.exec(location.hash)
    // A secret has no business in an address that is shown, kept and passed on.
    if (asked) history.replaceState(history.state, "", location.pathname + location.search)
    if (asked) open(true, asked[1])
    return asked !== null
  })
  const tapped = useEffectEvent(() => open(true))

  useLayoutEffect(() => {
    addEventListener("chat", tapped)
    addEventListener("hashchange", openAsked)
    return () => {
      removeEventListener("chat", tapped)
      removeEventListener("hashchange", openAsked)
    }
  }, [])
  useEffect(() => {
    if (!openAsked() && wasOpen()) open(false)
  }, [])

  return function close(): void {
    remember(false)
    chat.close()
    requestAnimationFrame(() => opener()?.focus())
  }
}

/** §2: the field of the message, or, where a keyboard would cover the half of a small screen, the title. */
function focusFirst(panel: HTMLElement | null): void {
  const canType = matchMedia("(pointer: fine)").matches
  panel?.querySelector<HTMLElement>(canType ? "textarea" : "h2")?.focus({ preventScroll: true })
}

function opener(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-action=chat]")
}

function wasOpen(): boolean {
  try {
    return sessionStorage.getItem(FLAG) !== null
  } catch {
    return false
  }
}

function remember(isOpen: boolean): void {
  try {
    if (isOpen) sessionStorage.setItem(FLAG, "open")
    else sessionStorage.removeItem(FLAG)
  } catch {
    // Forbidden: then each page begins with the panel closed.
  }
}

/** What was pressed goes away with what it does: whoever pressed it stays in the panel, at the messages. */
export function toMessages(pressed: Element): void {
  pressed.closest(".chat-panel")?.querySelector<HTMLElement>("[role=log]")?.focus({ preventScroll: true })
}
