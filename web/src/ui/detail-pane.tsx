import { type ReactNode, useEffect, useRef } from "react"
import { AdminIcon } from "./admin-icon.tsx"
import { useListFocus } from "./use-list-focus.ts"

interface Props {
  readonly label: string
  /** What the way back is called; seen on narrow screens, where the pane covers the list. */
  readonly back: string
  readonly onClose: () => void
  /** Nothing is open without it. */
  readonly children: ReactNode
}

/** Puts the focus on the heading of what is open beside the list. */
export function enterPane(): void {
  const heading = document.querySelector<HTMLElement>(".admin-detail h2")
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}

/**
 * What is opened of a list: beside it, or on a narrow screen over it. The focus goes in with it, and out to the row that
 * was open. It keeps the focus of the whole list.
 */
export function DetailPane({ label, back, onClose, children }: Props) {
  const pane = useRef<HTMLElement>(null)
  const isOpen = children !== null
  useEffect(() => {
    // Beside the list the focus stays where somebody reads on with J and K.
    if (isOpen && matchMedia("(max-width: 69.99rem)").matches) pane.current?.focus()
  }, [isOpen])
  useListFocus(pane, isOpen)
  return (
    <aside ref={pane} className="admin-detail" aria-label={label} tabIndex={-1} hidden={!isOpen}>
      <button type="button" className="admin-back" onClick={onClose}>
        <AdminIcon name="left" />
        {back}
      </button>
      {children}
    </aside>
  )
}
