import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react"

interface Tab {
  readonly id: string
  readonly label: string
  readonly panel: ReactNode
}

interface Props {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** The selected tab of a controlled list, e.g. from the URL. Otherwise the tabs hold the state, first tab first. */
  readonly selected?: string
  readonly onSelect?: (id: string) => void
}

/** The ARIA tabs pattern: one tab stop; the arrow keys, Home and End select; the panel is the next tab stop. */
export function Tabs({ label, tabs, selected, onSelect }: Props) {
  const prefix = useId()
  const list = useRef<HTMLDivElement>(null)
  const [ownId, setOwnId] = useState(tabs[0]?.id)
  const current = selected ?? ownId

  function select(index: number) {
    const id = tabs.at(index % tabs.length)?.id
    if (id === undefined) return
    setOwnId(id)
    onSelect?.(id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(id)}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const currentIndex = tabs.findIndex(({ id }) => id === current)
    const target = { ArrowRight: currentIndex + 1, ArrowLeft: currentIndex - 1, Home: 0, End: -1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    select(target)
  }

  return (
    <div>
      <div ref={list} className="tabs" role="tablist" aria-label={label}>
        {tabs.map(({ id, label: name }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${prefix}${id}`}
            data-tab={id}
            aria-controls={`${prefix}${id}-panel`}
            aria-selected={id === current}
            tabIndex={id === current ? 0 : -1}
            onClick={() => select(index)}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }) => (
        <div
          key={id}
          className="tab-panel"
          role="tabpanel"
          id={`${prefix}${id}-panel`}
          aria-labelledby={`${prefix}${id}`}
          tabIndex={0}
          hidden={id !== current}
        >
          {panel}
        </div>
      ))}
    </div>
  )
}
