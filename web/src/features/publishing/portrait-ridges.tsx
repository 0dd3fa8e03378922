import { type Point, randomFrom } from "#ui/land.ts"

const RADIUS = 82
const COLOURS = [
  { sky: "#1437a3", back: "#0e2671", front: "#0b1951" },
  { sky: "#016367", back: "#04434b", front: "#06292f" },
  { sky: "#a1151f", back: "#6b1220", front: "#420f13" },
  { sky: "#7a4216", back: "#562d11", front: "#372109" },
] as const
const FRONT_STARTS_AT = 18
const BACK_STARTS_AT = -14
const SWING = 26

/** For a person without a photo: mountains and a sun that depend on the name. Drawn inside the disc of `Portrait`. */
export function PortraitRidges({ name }: { readonly name: string }) {
  const random = randomFrom([...name].reduce((sum, sign) => Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0), 7))
  const { sky, back, front } = COLOURS[Math.floor(random() * COLOURS.length)] ?? COLOURS[0]
  return (
    <>
      <circle r={RADIUS} fill={sky} />
      <circle cx={Math.round(random() * 70 - 35)} cy={-30} r="17" fill="#ffbd41" />
      <path fill={back} d={ridge(BACK_STARTS_AT, random)} />
      <path fill={front} d={ridge(FRONT_STARTS_AT, random)} />
    </>
  )
}

/** Two peaks from edge to edge of the disc, closed by its lower arc. */
function ridge(y: number, random: () => number): string {
  const vary = (range: number) => (random() - 0.5) * range
  const left = edgePoint(y + random() * SWING, -1)
  const right = edgePoint(y + random() * SWING, 1)
  const inner = [-1, 1, -1].map((side, i): Point => [i * 36 - 36 + vary(26), y + side * SWING * (0.7 + vary(0.6))])
  const points = [left, ...inner, right].map(([x, height]): Point => [Math.round(x), Math.round(height)])
  const curves = points.slice(1).map(([x, height], i) => {
    const [fromX, fromY] = points[i] ?? left
    return `C${Math.round((fromX + x) / 2)} ${fromY} ${Math.round(x - (x - fromX) / 3)} ${height} ${x} ${height}`
  })
  // The arc below is more than half of the circle when its ends are above the centre.
  const isLarge = left[1] + right[1] < 0
  return `M${points[0]?.join(" ")}${curves.join("")}A${RADIUS} ${RADIUS} 0 ${isLarge ? 1 : 0} 1 ${points[0]?.join(" ")}z`
}

function edgePoint(y: number, side: -1 | 1): Point {
  return [side * Math.sqrt(RADIUS * RADIUS - y * y), y]
}
