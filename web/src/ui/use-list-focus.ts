import { type RefObject, useEffect, useEffectEvent, useRef } from "react"

interface FocusPosition {
  readonly id: string | undefined
  readonly index: number
}

/**
 * Keeps the focus in a list when the focused element disappears: a row, the content of the pane, or a dialog over
 * either. While the pane is open it gets the focus; otherwise the row that was open or focused last, the row that has
 * taken its position, or the page's heading where no row is left.
 */
export function useListFocus(pane: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const position = useRef<FocusPosition>(null)
  /** The element that had the focus last, if it belongs to the list. */
  const lastFocused = useRef<Element>(null)
  const wasOpen = useRef(false)

  const restoreFocus = useEffectEvent((isClosing = false) => {
    const { activeElement, body } = document
    const isLost = activeElement === body || activeElement === lastFocused.current || contains(pane, activeElement)
    if (!isLost || !(isClosing || isHidden(lastFocused.current)) || document.querySelector("dialog:modal")) return
    lastFocused.current = null
    if (isOpen) pane.current?.focus({ preventScroll: true })
    else if (position.current) nearestRow(position.current).focus()
  })
  const recordFocus = useEffectEvent(({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    const isInPane = contains(pane, target)
    const row = isInPane ? openRow() : target.closest("li")?.querySelector("[data-record]")
    if (row) position.current = positionOf(row)
    lastFocused.current = row || isInPane || target.closest("dialog") ? target : null
  })

  useEffect(() => {
    // A closing dialog returns the focus to its opener, or to nothing if the opener is gone. `close` does not bubble.
    const onDialogClose = () => restoreFocus()
    const onFocusIn = (event: FocusEvent) => recordFocus(event)
    document.addEventListener("close", onDialogClose, true)
    document.addEventListener("focusin", onFocusIn)
    return () => {
      document.removeEventListener("close", onDialogClose, true)
      document.removeEventListener("focusin", onFocusIn)
    }
  }, [])
  // Runs after every render, because the rows may have moved.
  useEffect(() => {
    const lastRow = rows().find(({ dataset }) => dataset["record"] === position.current?.id)
    const isAtRow = lastRow?.closest("li")?.contains(document.activeElement)
    const row = isAtRow ? lastRow : (openRow() ?? lastRow)
    if (row) position.current = positionOf(row)
    else if (isOpen) position.current ??= { id: undefined, index: 0 }
    const isClosing = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    restoreFocus(isClosing)
  })
}

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-record]")]
const openRow = () => rows().find(({ ariaCurrent }) => ariaCurrent)

function positionOf(row: Element): FocusPosition {
  return { id: (row as HTMLElement).dataset["record"], index: rows().findIndex((each) => each === row) }
}

function nearestRow({ index }: FocusPosition): HTMLElement {
  const allRows = rows()
  return allRows[Math.min(index, allRows.length - 1)] ?? document.querySelector<HTMLElement>("h1") ?? document.body
}

/** When the user moves the focus, the element that loses it is still visible. */
function isHidden(element: Element | null): boolean {
  return element !== null && !element.checkVisibility()
}

function contains(pane: RefObject<HTMLElement | null>, element: Element | null): boolean {
  return pane.current?.contains(element) ?? false
}
