import { type ReactNode, useRef } from "react"

export interface RecordSummary {
  readonly who: string
  /** Small text beside the name. */
  readonly about?: ReactNode
  readonly line: ReactNode
  /** The time in short form; the `title` attribute has the exact time. */
  readonly at?: { readonly short: string; readonly exact: string }
  readonly chip?: ReactNode
  /** No administrator has handled the record yet. */
  readonly isNew?: boolean
}

interface Props<Row extends { readonly id: string }> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly summaryOf: (row: Row) => RecordSummary
  readonly openId: string | null
  readonly onOpen: (id: string) => void
  /** For lists with bulk actions: the selected rows, and the label of a row's checkbox. */
  readonly picking?: {
    readonly picked: ReadonlySet<string>
    readonly onPick: (id: string) => void
    readonly label: (row: Row) => string
  }
}

/** The rows of a list. The focus marks the current row, a tint the selected rows. */
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
  summaryOf,
  openId,
  onOpen,
  picking,
}: Omit<Props<Row>, "label" | "rows"> & { readonly row: Row }) {
  const { who, about, line, at, chip, isNew } = summaryOf(row)
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

/** Moves the focus between the rows of a list; `move(1)` focuses the next row. */
export function useRowFocus() {
  const list = useRef<HTMLDivElement>(null)
  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-record]") ?? [])]
  const focusedIndex = () => buttons().findIndex((button) => button.closest("li")?.contains(document.activeElement))
  return {
    list,
    move(step: 1 | -1) {
      const rows = buttons()
      const focused = focusedIndex()
      const from = focused === -1 ? rows.findIndex((button) => button.ariaCurrent) : focused
      const next = rows[Math.max(0, Math.min(rows.length - 1, from + step))]
      next?.focus()
      next?.scrollIntoView({ block: "nearest" })
    },
    /** The id of the focused row. */
    focusedId: () => buttons()[focusedIndex()]?.dataset["record"],
  }
}
