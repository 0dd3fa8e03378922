import { useEffect, useRef } from "react"

interface BulkAction {
  readonly key: string
  /** The label of the key where it is not a character. */
  readonly sign?: string
  readonly label: string
  readonly onAction: () => void
}

interface Props {
  readonly label: string
  readonly actions: readonly BulkAction[]
  readonly clear: string
  readonly onClear: () => void
}

export function BulkBar({ label, actions, clear, onClear }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  // On a phone the bar lies at the bottom, where toasts would cover it.
  useEffect(() => {
    const { classList, style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty("--picks", `${bar.current?.offsetHeight ?? 0}px`))
    if (bar.current) observer.observe(bar.current)
    classList.add("admin-picks")
    return () => {
      observer.disconnect()
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
