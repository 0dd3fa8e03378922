import { type RefObject, useEffect, useEffectEvent, useRef } from "react"

interface FocusPosition {
  readonly id: string | undefined
  readonly at: number
}

/**
 * Keeps the focus in a list when what has it goes away: a row, what is opened in the pane, a dialog that stood over
 * either. It goes to the pane while something is open, or else to the row that was open or focused, to the one that has
 * taken its place, or to the page's heading where no row is left.
 */
export function useListFocus(pane: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const place = useRef<FocusPosition>(null)
  /** What had the focus last, if it belongs to the list. */
  const held = useRef<Element>(null)
  const wasOpen = useRef(false)

  const keep = useEffectEvent((isClosing = false) => {
    const { activeElement, body } = document
    const isLost = activeElement === body || activeElement === held.current || isIn(pane, activeElement)
    if (!isLost || !(isClosing || isGone(held.current)) || document.querySelector("dialog:modal")) return
    held.current = null
    if (isOpen) pane.current?.focus({ preventScroll: true })
    else if (place.current) nearest(place.current).focus()
  })
  const note = useEffectEvent(({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    const isInPane = isIn(pane, target)
    const row = isInPane ? openRow() : target.closest("li")?.querySelector("[data-record]")
    if (row) place.current = positionOf(row)
    held.current = row || isInPane || target.closest("dialog") ? target : null
  })

  useEffect(() => {
    // A dialog gives the focus back to what opened it, and to nothing where that is gone. It does not bubble.
    const closed = () => keep()
    const noted = (event: FocusEvent) => note(event)
    document.addEventListener("close", closed, true)
    document.addEventListener("focusin", noted)
    return () => {
      document.removeEventListener("close", closed, true)
      document.removeEventListener("focusin", noted)
    }
  }, [])
  // After every drawing: the rows may have moved.
  useEffect(() => {
    const own = rows().find(({ dataset }) => dataset["record"] === place.current?.id)
    const isAtRow = own?.closest("li")?.contains(document.activeElement)
    const row = isAtRow ? own : (openRow() ?? own)
    if (row) place.current = positionOf(row)
    else if (isOpen) place.current ??= { id: undefined, at: 0 }
    const isClosing = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    keep(isClosing)
  })
}

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-record]")]
const openRow = () => rows().find(({ ariaCurrent }) => ariaCurrent)

function positionOf(row: Element): FocusPosition {
  return { id: (row as HTMLElement).dataset["record"], at: rows().findIndex((each) => each === row) }
}

function nearest({ at }: FocusPosition): HTMLElement {
  const all = rows()
  return all[Math.min(at, all.length - 1)] ?? document.querySelector<HTMLElement>("h1") ?? document.body
}

/** Whoever takes the focus away by hand leaves something that still stands. */
function isGone(element: Element | null): boolean {
  return element !== null && !element.checkVisibility()
}

function isIn(pane: RefObject<HTMLElement | null>, element: Element | null): boolean {
  return pane.current?.contains(element) ?? false
}
