import { useEffect, useEffectEvent } from "react"

const KEPT = "admin-shortcuts"
const WRITING = "input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable]"

/** Single keys can be switched off: who speaks to a computer says words, not letters (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(KEPT) !== "off"
}

export function switchShortcuts(on: boolean): void {
  localStorage.setItem(KEPT, on ? "on" : "off")
}

/** Listens to single keys, wherever the focus is, but not while somebody writes or a dialog is open. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || event.defaultPrevented || !areShortcutsOn()) return
    if ((target instanceof Element && target.closest(WRITING)) || document.querySelector("dialog[open]")) return
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener("keydown", listen)
    return () => removeEventListener("keydown", listen)
  }, [])
}
