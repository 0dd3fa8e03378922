import { useEffect, useRef } from "react"

interface Act {
  readonly key: string
  /** What stands on the key, if it is no letter. */
  readonly sign?: string
  readonly label: string
  readonly onAction: () => void
}

interface Props {
  /** How many are ticked. */
  readonly label: string
  readonly actions: readonly Act[]
  readonly clear: string
  readonly onClear: () => void
}

/** What can be done with the rows that are ticked. */
export function BulkBar({ label, actions, clear, onClear }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  // On a phone it lies at the bottom, where messages would cover it.
  useEffect(() => {
    const { classList, style } = document.documentElement
    const measure = new ResizeObserver(() => style.setProperty("--picks", `${bar.current?.offsetHeight ?? 0}px`))
    if (bar.current) measure.observe(bar.current)
    classList.add("admin-picks")
    return () => {
      measure.disconnect()
      classList.remove("admin-picks")
    }
  }, [])
  return (
    <div ref={bar} className="admin-bulk" role="toolbar" aria-label={label}>
      <span>{label}</span>
      {actions.map(({ key, sign = key.toUpperCase(), label: name, onAction }) => (
        <button key={key} type="button" onClick={onAction}>
          {name} <kbd aria-hidden="true">{sign}</kbd>
        </button>
      ))}
      <button type="button" className="ml-auto" onClick={onClear}>
        {clear}
      </button>
    </div>
  )
}
