import type { ReactNode } from "react"

interface Props {
  readonly id: string
  readonly title: string
  readonly lead?: string
  /** A link to more, beside the title on wide screens. */
  readonly children?: ReactNode
}

export function SectionHeading({ id, title, lead, children }: Props) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="max-w-[34rem]">
        <h2 id={id}>{title}</h2>
        {lead && <p className="lead mt-3 text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  )
}
