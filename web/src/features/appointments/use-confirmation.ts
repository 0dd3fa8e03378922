import { useRef, useState } from "react"
import { flushSync } from "react-dom"

/** How long the confirmation is visible (spec §9). */
const CONFIRMED_MS = 3000

/**
 * Spec §4: after a request, the confirmation replaces the form for three seconds, or until `hide`. The focus goes to it,
 * and from it to the summary that stays above the form.
 */
export function useConfirmation() {
  const [state, setState] = useState({ isShown: false, summary: "" })
  const confirmationRef = useRef<HTMLDivElement>(null)
  const summaryRef = useRef<HTMLParagraphElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function hide(): void {
    clearTimeout(timer.current)
    const hadFocus = confirmationRef.current?.contains(document.activeElement)
    flushSync(() => setState((shown) => ({ ...shown, isShown: false })))
    if (hadFocus) focusInView(summaryRef.current)
  }

  function show(text: string): void {
    clearTimeout(timer.current)
    flushSync(() => setState({ isShown: true, summary: text }))
    timer.current = setTimeout(hide, CONFIRMED_MS)
    focusInView(confirmationRef.current)
  }

  return { ...state, confirmationRef, summaryRef, show, hide }
}

function focusInView(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: "center" })
}
