import type { ReactNode } from "react"
import { type Ridge, ridgeLine, ridgePath } from "./land.ts"
import { SunDisc, SunRays } from "./sun.tsx"

const WIDTH = 1440
const HEIGHT = 180
const BACK: Ridge = { seed: 3, y: 78, swing: 84, fall: -16, peaks: 7 }
const MIDDLE: Ridge = { seed: 12, y: 112, swing: 62, fall: 8, peaks: 6 }
const FRONT: Ridge = { seed: 61, y: 150, swing: 36, fall: -8, peaks: 5 }

interface Props {
  readonly title: string
  readonly lead: string
  /** Of the title and the lead, where it is not the page's. */
  readonly lang?: string | undefined
  readonly pill?: string
  readonly children?: ReactNode
}

/** The hero of the pages that say what the organization is. At most one per page, because it has ids. */
export function PageHero({ title, lead, lang, pill, children }: Props) {
  return (
    <section className="page-hero">
      <div className="wrap">
        {pill && (
          <p className="chip pill">
            <span className="glow" />
            {pill}
          </p>
        )}
        <h1 className="page-title" lang={lang}>
          {title}
        </h1>
        <p className="lead mt-4 max-w-[36rem]" lang={lang}>
          {lead}
        </p>
        {children && <div className="mt-7 flex flex-wrap gap-3">{children}</div>}
      </div>
      <div className="page-sky" aria-hidden="true">
        <svg className="page-sun" viewBox="-206 -206 412 412">
          <g className="page-rays">
            <SunRays />
          </g>
          <SunDisc />
        </svg>
        <svg className="page-ridges" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMaxYMax slice">
          <path fill="#17379f" d={ridgePath(ridgeLine(BACK, WIDTH), WIDTH, HEIGHT)} />
          <path fill="#122f8f" d={ridgePath(ridgeLine(MIDDLE, WIDTH), WIDTH, HEIGHT)} />
          <path fill="#0c1e62" d={ridgePath(ridgeLine(FRONT, WIDTH), WIDTH, HEIGHT)} />
        </svg>
      </div>
    </section>
  )
}
