import type { ReactNode } from "react"
import { BandSun } from "./band-sun.tsx"

interface Props {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

export function CallBand({ title, lead, children }: Props) {
  return (
    <div className="wrap pb-40">
      <section className="band band-call">
        <BandSun />
        <div className="max-w-[36rem]">
          <h2>{title}</h2>
          <p className="lead mt-3 opacity-90">{lead}</p>
        </div>
        <div className="flex flex-wrap gap-3">{children}</div>
      </section>
    </div>
  )
}
