import type { ReactNode } from "react"
import { leaf } from "./leaf.ts"

const STEEL = "url(#steel)"

/** Around 0 0 with a radius of 150 units. At most one per page, because it has ids. */
export function SunDisc() {
  return (
    <>
      <linearGradient id="steel" x2="0" y2="1">
        <stop stopColor="#ffdf9b" />
        <stop offset=".45" stopColor="#ffbd41" />
        <stop offset="1" stopColor="#f58a07" />
      </linearGradient>
      <mask id="cut">
        <circle r="150" fill="#fff" />
        <g className="hole">
          <Repeated id="h5" by={72} times={5}>
            <Repeated id="h20" by={18} times={4}>
              <path d={leaf(0, 120, 137, 9, 0.6, 1)} />
            </Repeated>
            <path d={leaf(36, 11, 49, 33, 0.66, 1)} />
          </Repeated>
          <Repeated id="h4" by={90} times={4}>
            <Repeated id="h12" by={30} times={3}>
              <path d={leaf(0, 64, 104, 21, 0.62, 1) + leaf(15, 88, 107, 10, 0.66, 1)} />
            </Repeated>
          </Repeated>
          <circle r="4.5" />
        </g>
        <g className="pierced">
          <circle r="140" strokeWidth="5" pathLength="80" />
          <circle r="125" strokeWidth="6" pathLength="40" />
          <circle r="79" strokeWidth="7" pathLength="24" />
          <circle r="44" strokeWidth="6" pathLength="10" />
        </g>
        <circle className="gap" r="113.5" />
        <circle className="gap" r="57.5" />
      </mask>
      <circle r="150" fill={STEEL} mask="url(#cut)" />
    </>
  )
}

/** Forty leaf rays around 0 0, from 150 to 206 units; the pattern repeats every 18 degrees. */
export function SunRays() {
  return (
    <Repeated id="r5" by={72} times={5}>
      <Repeated id="r20" by={18} times={4}>
        <path d={leaf(0, 149, 206, 19, 0.4, 1) + leaf(9, 149, 182, 13, 0.42, 1)} />
      </Repeated>
    </Repeated>
  )
}

interface RepeatedProps {
  readonly id: string
  readonly by: number
  readonly times: number
  readonly children: ReactNode
}

function Repeated({ id, by, times, children }: RepeatedProps) {
  return (
    <>
      <g id={id}>{children}</g>
      {Array.from({ length: times - 1 }, (_, i) => (
        <use key={i} href={`#${id}`} transform={`rotate(${by * (i + 1)})`} />
      ))}
    </>
  )
}
