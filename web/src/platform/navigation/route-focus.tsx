import { useEffect, useRef } from "react"
import { useLocation } from "wouter"

interface RouteFocusProps {
  /** The path at which the app was opened. The user may leave that page before it has loaded. */
  readonly initialPath: string
}

/**
 * Moves the focus to the page's heading when the focused element disappears with its page or with a closed dialog.
 * Rendered in the same Suspense boundary as the pages, so that its effects run once a page is loaded.
 */
export function RouteFocus({ initialPath }: RouteFocusProps) {
  const [path] = useLocation()
  const lastPath = useRef(initialPath)
  useEffect(() => {
    if (lastPath.current === path) return
    lastPath.current = path
    focusHeading()
  }, [path])
  useEffect(() => {
    document.addEventListener("close", focusHeading, true)
    return () => document.removeEventListener("close", focusHeading, true)
  }, [])
  return null
}

function focusHeading(): void {
  const { activeElement, body } = document
  // An element in a closed dialog keeps the focus until the next paint.
  if (activeElement !== body && !activeElement?.closest("dialog:not([open])")) return
  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true })
}
