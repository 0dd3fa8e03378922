import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react"

interface Tab {
  readonly id: string
  readonly label: string
  readonly panel: ReactNode
}

interface Props {
  /** What the tabs are about, for screen readers. */
  readonly label: string
  readonly tabs: readonly Tab[]
  /** The tab that is shown, where somebody else keeps it (an address); otherwise the tabs do, from the first on. */
  readonly selected?: string
  readonly onSelect?: (id: string) => void
}

/** Tabs by the ARIA pattern: one stop for Tab; the arrow keys, Home and End choose; the panel is the next stop. */
export function Tabs({ label, tabs, selected, onSelect }: Props) {
  const prefix = useId()
  const list = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState(tabs[0]?.id)
  const current = selected ?? own

  function choose(at: number) {
    const id = tabs.at(at % tabs.length)?.id
    if (id === undefined) return
    setOwn(id)
    onSelect?.(id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(id)}"]`)?.focus()
  }

  function press(event: KeyboardEvent) {
    const here = tabs.findIndex(({ id }) => id === current)
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    choose(to)
  }

  return (
    <div>
      <div ref={list} className="tabs" role="tablist" aria-label={label}>
        {tabs.map(({ id, label: name }, at) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${prefix}${id}`}
            data-tab={id}
            aria-controls={`${prefix}${id}-panel`}
            aria-selected={id === current}
            tabIndex={id === current ? 0 : -1}
            onClick={() => choose(at)}
            onKeyDown={press}
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
