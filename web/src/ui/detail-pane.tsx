import { type ReactNode, useEffect, useRef } from "react"
import { AdminIcon } from "./admin-icon.tsx"
import { useListFocus } from "./use-list-focus.ts"

interface Props {
  readonly label: string
  /** The label of the back button, visible on narrow screens, where the pane covers the list. */
  readonly back: string
  readonly onClose: () => void
  /** Stands in the pane's place while nothing is open, where there is space, so that opening a record moves nothing. */
  readonly empty: ReactNode
  /** `null` while nothing is open. */
  readonly children: ReactNode
}

export function enterPane(): void {
  const heading = document.querySelector<HTMLElement>(".admin-detail h2")
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}

/**
 * Shows the open record of a list: beside the list, or over it on a narrow screen, where the pane takes the focus when
 * it opens. When the pane closes, the focus returns to the row that was open. It manages the focus of the whole list.
 */
export function DetailPane({ label, back, onClose, empty, children }: Props) {
  const pane = useRef<HTMLElement>(null)
  const isOpen = children !== null
  useEffect(() => {
    // On a wide screen the focus stays in the list, where J and K open the next records.
    if (isOpen && matchMedia("(max-width: 69.99rem)").matches) pane.current?.focus({ preventScroll: true })
  }, [isOpen])
  useListFocus(pane, isOpen)
  return (
    <>
      {!isOpen && <div className="admin-detail-empty">{empty}</div>}
      <aside ref={pane} className="admin-detail" aria-label={label} tabIndex={-1} hidden={!isOpen}>
        <button type="button" className="admin-back" onClick={onClose}>
          <AdminIcon name="left" />
          {back}
        </button>
        {children}
      </aside>
    </>
  )
}
