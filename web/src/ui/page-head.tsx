import type { ReactNode } from "react"
import { Contours } from "./contours.tsx"

interface Props {
  readonly title: string
  readonly lead: string
  readonly topic?: string
  /** Beside the title, or above it on a phone. */
  readonly emblem?: ReactNode
  /** In the width of a text column instead of the page's. */
  readonly column?: true
  readonly children?: ReactNode
}

/** The quiet head of pages that readers visit for a form or a list. At most one per page, because it has ids. */
export function PageHead({ title, lead, topic, emblem, column, children }: Props) {
  return (
    <header className="page-head">
      <Contours />
      <div className={column ? "wrap column" : "wrap"}>
        {emblem}
        {topic && <p className="small strong text-muted">{topic}</p>}
        <h1>{title}</h1>
        <p className="lead text-muted">{lead}</p>
        {children}
      </div>
    </header>
  )
}
