import { heightAt, type Point, type Ridge, randomFrom, ridgeLine, ridgePath } from "./land.ts"
import { compactPath } from "./path.ts"
import { SunDisc, SunRays } from "./sun.tsx"

const WIDTH = 1280
const HEIGHT = 720

interface Hill {
  readonly id: string
  readonly ridge: Ridge
  readonly fill: string
  readonly contour: string
  readonly contours: number
  /** The x positions of the villages on its slope; none lies behind the text on the left. */
  readonly villages: readonly number[]
}

// The hero video is drawn from the same numbers, so that it covers the scene exactly.
const HILLS: readonly Hill[] = [
  {
    id: "far",
    ridge: { seed: 3, y: HEIGHT * 0.68, swing: HEIGHT * 0.13, fall: -26, peaks: 11 },
    fill: "#1b40b4",
    contour: "#a3bcfe",
    contours: 5,
    villages: [850, 1190],
  },
  {
    id: "mid",
    ridge: { seed: 12, y: HEIGHT * 0.76, swing: HEIGHT * 0.105, fall: -4, peaks: 9 },
    fill: "#122f8f",
    contour: "#7094f6",
    contours: 5,
    villages: [745, 980, 1100],
  },
  {
    id: "near",
    ridge: { seed: 61, y: HEIGHT * 0.84, swing: HEIGHT * 0.085, fall: -16, peaks: 7 },
    fill: "#0c1e62",
    contour: "#7094f6",
    contours: 4,
    villages: [90, 330, 500, 860, 1060],
  },
]
const GROUND: Ridge = { seed: 52, y: HEIGHT * 0.895, swing: HEIGHT * 0.05, fall: 6, peaks: 5 }

// Positions and sizes: [x, scale].
const PALMS: readonly Point[] = [
  [150, 1],
  [172, 0.76],
  [566, 1.1],
  [586, 0.82],
  [905, 0.8],
  [1236, 1],
  [1254, 0.74],
]
const HOUSES: readonly Point[] = [
  [238, 0.72],
  [668, 0.84],
  [760, 0.62],
  [1160, 0.66],
]

/** One light on the hills for each of `lights` people. The class `.scene` sizes it within its parent element. */
export function Scene({ lights }: { readonly lights: number }) {
  const ground = ridgeLine(GROUND, WIDTH)
  return (
    <>
      <svg className="rays" viewBox="-206 -206 412 412" aria-hidden="true">
        <SunRays />
      </svg>
      <svg className="land" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <Dots name="star" points={randomStars()} />
        <g transform="translate(900 350)scale(1.02)">
          <SunDisc />
        </g>
        <defs>
          <Village lights={Math.round(lights / HILLS.flatMap(({ villages }) => villages).length)} />
          <Palm />
          <GingerbreadHouse />
        </defs>
        {HILLS.map((hill) => (
          <HillWithVillages key={hill.id} hill={hill} />
        ))}
        {PALMS.map(([x, scale]) => (
          <PlacedShape key={x} id="palm" x={x} y={heightAt(ground, x) + 3} scale={scale} />
        ))}
        {HOUSES.map(([x, scale]) => (
          <PlacedShape key={x} id="home" x={x} y={heightAt(ground, x) + 5} scale={scale} />
        ))}
        <path fill="#060d2e" d={ridgePath(ground, WIDTH, HEIGHT)} />
      </svg>
    </>
  )
}

function HillWithVillages({ hill }: { readonly hill: Hill }) {
  const ridge = ridgeLine(hill.ridge, WIDTH)
  return (
    <>
      <g fill={hill.fill}>
        <path id={hill.id} d={ridgePath(ridge, WIDTH, HEIGHT)} />
      </g>
      <g fill="none" stroke={hill.contour}>
        {Array.from({ length: hill.contours }, (_, i) => (
          <use key={i} href={`#${hill.id}`} y={11 + i * 14} opacity={fade(i, hill.contours)} />
        ))}
      </g>
      {hill.villages.map((x, i) => (
        <use key={x} href="#village" transform={transformOnSlope(ridge, x, i % 2 ? -1 : 1)} />
      ))}
    </>
  )
}

/** From 0.26 down, written without its leading zero. */
function fade(line: number, lines: number): string {
  return (0.26 * (1 - line / lines)).toFixed(2).slice(1)
}

/** Rotates a village to follow its slope; every second one is mirrored, so that neighbours look different. */
function transformOnSlope(ridge: readonly Point[], x: number, side: 1 | -1): string {
  const [left, middle, right] = [x - 40, x, x + 40].map((at) => heightAt(ridge, at)) as [number, number, number]
  const slope = Math.round((Math.atan2(right - left, 80) * 180) / Math.PI)
  return `translate(${x} ${Math.round(middle + 34)})rotate(${slope})${side < 0 ? "scale(-1 1)" : ""}`
}

/** The lights of a village around 0 0, in three sizes. All villages reuse this one. */
function Village({ lights }: { readonly lights: number }) {
  const random = randomFrom(34)
  const sizes = ["dim", "lit", "near"] as const
  const dots = Array.from({ length: lights }, (_, i) => {
    const at: Point = [(random() + random() - 1) * 84, (random() + random() - 1) * 26]
    return { at, size: sizes[i % 5 === 0 ? 2 : i % 2] as (typeof sizes)[number] }
  })
  return (
    <g id="village">
      {sizes.map((size) => (
        <Dots key={size} name={size} points={dots.filter((dot) => dot.size === size).map(({ at }) => at)} />
      ))}
    </g>
  )
}

/** Draws points as one path of zero-length strokes with round caps; the style sheet sets their size and colour. */
function Dots({ name, points }: { readonly name: "dim" | "lit" | "near" | "star"; readonly points: readonly Point[] }) {
  let [x, y] = [0, 0]
  const steps = points
    .map((point) => point.map(Math.round) as [number, number])
    .sort(([a], [b]) => a - b)
    .map(([toX, toY]) => {
      const step = `m${toX - x} ${toY - y}h0`
      x = toX
      y = toY
      return step
    })
  return <path className={`dot ${name}`} d={compactPath(steps.join(""))} />
}

function randomStars(): Point[] {
  const random = randomFrom(99)
  return Array.from({ length: 24 }, () => [random() * WIDTH, random() * HEIGHT * 0.5])
}

interface PlacedShapeProps {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly scale: number
}

function PlacedShape({ id, x, y, scale }: PlacedShapeProps) {
  return <use href={`#${id}`} transform={`translate(${x} ${Math.round(y)})scale(${String(scale).replace(/^0/, "")})`} />
}

function Palm() {
  const fronds = [
    [-17, -54, -15, -45],
    [-22, -66, -23, -58],
    [-14, -76, -20, -73],
    [-2, -82, -6, -82],
    [10, -82, 15, -81],
    [20, -75, 28, -71],
    [24, -67, 31, -59],
    [20, -58, 22, -48],
  ]
  const leaves = fronds.map(([cx = 0, cy = 0, x = 0, y = 0]) => `M4-58Q${cx} ${cy} ${x} ${y}Q${cx - 1} ${cy + 8} 4-58`)
  return <path id="palm" fill="#03071c" d={compactPath(`M-2 0Q1-29 3-58H5Q4-29 2 0z${leaves.join("")}`)} />
}

/** A gingerbread house of Bois Verna, the middle of its porch at 0 0. */
function GingerbreadHouse() {
  return (
    <g id="home" fill="#060d2e">
      <path fill="#0b1951" d="M-34 0v-40h17v-24L0-90l17 26v24h17V0z" />
      <path d="M-42-40l22-22h3L0-88l17 26h3l22 22H17v-4H-17v4zM-22-60L0-98l22 38h-5L0-88-17-60z" />
      <path stroke="#060d2e" strokeWidth="2" d="M0-96v-12" />
      <path
        fill="#ffd277"
        d="M-5-54v-10a5 5 0 0 1 10 0v10zM-2-78a2 2 0 0 1 4 0 2 2 0 0 1-4 0M-27 0v-20a4 4 0 0 1 8 0V0zM-10 0v-20a4 4 0 0 1 8 0V0zM20 0v-20a4 4 0 0 1 8 0V0z"
      />
      <path
        fill="none"
        stroke="#3a63e0"
        strokeWidth="2"
        d="M-42-38h84M-38-38V0M-19-38V0M0-38V0M19-38V0M38-38V0M-38-11h76"
      />
      <path fill="none" stroke="#3a63e0" strokeWidth="4" strokeDasharray="3 3" d="M-42-35h84" />
    </g>
  )
}
