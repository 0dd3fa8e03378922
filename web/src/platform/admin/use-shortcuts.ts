import { useEffectEvent, useLayoutEffect } from "react"

const STORAGE_KEY = "admin-shortcuts"
const TEXT_INPUTS = "input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable]"

/** The user can turn single-key shortcuts off, for speech input (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== "off"
}

export function switchShortcuts(on: boolean): void {
  localStorage.setItem(STORAGE_KEY, on ? "on" : "off")
}

const IS_APPLE = typeof navigator !== "undefined" && /^(Mac|iP)/.test(navigator.platform)

/** Of a shortcut with Ctrl, or with Command on Apple's devices: its name, and the value of `aria-keyshortcuts`. */
export function commandKey(key: string): { readonly name: string; readonly keys: string } {
  return IS_APPLE ? { name: `⌘ ${key}`, keys: `Meta+${key}` } : { name: `Ctrl ${key}`, keys: `Control+${key}` }
}

/** Handles one key with Ctrl or Command, also in text inputs and when single keys are off. */
export function useCommandKey(key: string, action: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey } = event
    const isCommand = IS_APPLE ? metaKey && !ctrlKey : ctrlKey && !metaKey
    if (!isCommand || altKey || shiftKey || event.key.toLowerCase() !== key || event.defaultPrevented) return
    // Also over a dialog: the browser's own search would take the focus out of it.
    event.preventDefault()
    if (!document.querySelector("dialog[open]")) action()
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [])
}

/** Handles single keys, wherever the focus is, except in text inputs and while a dialog is open. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || event.defaultPrevented || !areShortcutsOn()) return
    if ((target instanceof Element && target.closest(TEXT_INPUTS)) || document.querySelector("dialog[open]")) return
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!action) return
    event.preventDefault()
    action()
  })
  // With the first paint: an effect comes later, and who types at once would be ignored.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [])
}
