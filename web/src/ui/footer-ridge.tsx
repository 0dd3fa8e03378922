import { type Ridge, ridgeLine, ridgePath } from "./land.ts"

const WIDTH = 1440
const HEIGHT = 96
const BACK: Ridge = { seed: 12, y: 50, swing: 46, fall: -6, peaks: 6 }
const FRONT: Ridge = { seed: 61, y: 70, swing: 34, fall: 4, peaks: 5 }

/** A ridge that rises from the footer into the last section, which leaves 6rem free for it. Decoration. */
export function FooterRidge() {
  return (
    <svg className="ridge" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <path fill="#102779" d={ridgePath(ridgeLine(BACK, WIDTH), WIDTH, HEIGHT)} />
      <path fill="#060d2e" d={ridgePath(ridgeLine(FRONT, WIDTH), WIDTH, HEIGHT)} />
    </svg>
  )
}
