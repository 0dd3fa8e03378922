import { type ReactNode, useRef } from "react"

/** What a row says: who, what, since when, what next. */
export interface RecordWords {
  readonly who: string
  /** Beside the name, smaller. */
  readonly about?: ReactNode
  readonly line: ReactNode
  /** When, in short; `title` says it exactly. */
  readonly at?: { readonly short: string; readonly exact: string }
  readonly chip?: ReactNode
  /** Nobody has seen to it yet. */
  readonly isNew?: boolean
}

interface Props<Row extends { readonly id: string }> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly words: (row: Row) => RecordWords
  readonly openId: string | null
  readonly onOpen: (id: string) => void
  /** Where several can be dealt with at once: which are ticked, and what a tick is called. */
  readonly picking?: {
    readonly picked: ReadonlySet<string>
    readonly onPick: (id: string) => void
    readonly label: (row: Row) => string
  }
}

/** The rows of a list. The focus marks the row somebody is at, a tint those that are ticked: two things. */
export function RecordList<Row extends { readonly id: string }>({ label, rows, ...rest }: Props<Row>) {
  return (
    <ul className="records" aria-label={label}>
      {rows.map((row) => (
        <RecordRow key={row.id} row={row} {...rest} />
      ))}
    </ul>
  )
}

function RecordRow<Row extends { readonly id: string }>({
  row,
  words,
  openId,
  onOpen,
  picking,
}: Omit<Props<Row>, "label" | "rows"> & { readonly row: Row }) {
  const { who, about, line, at, chip, isNew } = words(row)
  const isPicked = picking?.picked.has(row.id)
  return (
    <li className={["record", isNew && "new", isPicked && "picked"].filter(Boolean).join(" ")}>
      {picking && (
        <label className="record-tick">
          <input type="checkbox" checked={isPicked ?? false} onChange={() => picking.onPick(row.id)} />
          <span className="sr">{picking.label(row)}</span>
        </label>
      )}
      <button
        type="button"
        className="record-open"
        data-record={row.id}
        aria-current={row.id === openId ? "true" : undefined}
        onClick={() => onOpen(row.id)}
      >
        <span className="record-who">
          <strong>{who}</strong>
          {about && <span>{about}</span>}
        </span>
        <span className="record-line">{line}</span>
        <span className="record-side">
          {at && <time title={at.exact}>{at.short}</time>}
          {chip}
        </span>
      </button>
    </li>
  )
}

/** Moves the focus among the rows of a list: `step` 1 is the next one. */
export function useRowFocus() {
  const list = useRef<HTMLDivElement>(null)
  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-record]") ?? [])]
  const here = () => buttons().findIndex((button) => button.closest("li")?.contains(document.activeElement))
  return {
    list,
    move(step: 1 | -1) {
      const all = buttons()
      const at = here()
      const from = at === -1 ? all.findIndex((button) => button.ariaCurrent) : at
      const next = all[Math.max(0, Math.min(all.length - 1, from + step))]
      next?.focus()
      next?.scrollIntoView({ block: "nearest" })
    },
    /** The row somebody is at. */
    idHere: () => buttons()[here()]?.dataset["record"],
  }
}
