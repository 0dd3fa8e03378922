import { type Ridge, ridgeLine, ridgePath } from "./land.ts"

const WIDTH = 1440
const HEIGHT = 900
const LINES = 16
const STEP = 52
const RIDGE: Ridge = { seed: 21, y: -40, swing: 190, fall: 120, peaks: 5 }

/** At most one per page, because it has an id. */
export function Contours() {
  return (
    <svg
      className="contours"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path id="contour" d={ridgePath(ridgeLine(RIDGE, WIDTH), WIDTH, HEIGHT * 2)} />
      {Array.from({ length: LINES }, (_, i) => (
        <use key={i} href="#contour" y={(i + 1) * STEP} />
      ))}
    </svg>
  )
}
