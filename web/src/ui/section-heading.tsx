import type { ReactNode } from "react"

interface Props {
  readonly id: string
  readonly title: string
  readonly lead?: string
  /** Stands beside the title where there is room: a link to more. */
  readonly children?: ReactNode
}

export function SectionHeading({ id, title, lead, children }: Props) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <div className="max-w-[40rem]">
        <h2 id={id}>{title}</h2>
        {lead && <p className="lead mt-3 text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  )
}
