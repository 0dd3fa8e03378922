import { type ReactNode, useEffect, useId, useRef, useState } from "react"
import { ToolButton } from "./tool-button.tsx"

interface Props {
  readonly label: string
  readonly count: number
  readonly children: ReactNode
}

/** The filters of a list: behind one button, or beside each other where the toolbar is wide. */
export function FilterMenu({ label, count, children }: Props) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false)
    }
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return
      event.preventDefault()
      setOpen(false)
      button.current?.focus()
    }
    // Before the shortcuts of the list, which close the open record.
    addEventListener("keydown", closeByKey, true)
    addEventListener("pointerdown", closeOutside)
    addEventListener("focusin", closeOutside)
    return () => {
      removeEventListener("keydown", closeByKey, true)
      removeEventListener("pointerdown", closeOutside)
      removeEventListener("focusin", closeOutside)
    }
  }, [isOpen])
  return (
    <div ref={place} className="admin-filters">
      <ToolButton
        ref={button}
        icon="filters"
        label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 && <span className="admin-tool-count">{count}</span>}
      </ToolButton>
      <div id={id} className={isOpen ? "admin-filter-panel open" : "admin-filter-panel"}>
        {children}
      </div>
    </div>
  )
}
