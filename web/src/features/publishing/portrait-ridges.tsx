import { randomFrom } from "#ui/land.ts"

/** The disc of `Portrait` in its units. */
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

/** For a person without a photo: mountains and a sun that no other name has. Drawn inside the disc of `Portrait`. */
export function PortraitRidges({ name }: { readonly name: string }) {
  const random = randomFrom([...name].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7))
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
  const ends = [y + random() * SWING, y + random() * SWING].map(Math.round)
  const [left = y, right = y] = ends
  const inner = [-1, 1, -1].map(
    (side, i) => [i * 36 - 36, Math.round(y + side * SWING * (0.4 + 0.6 * random()))] as const,
  )
  const points = [[-edgeAt(left), left] as const, ...inner, [edgeAt(right), right] as const]
  const curves = points.slice(1).map(([x, height], i) => {
    const [fromX, fromY] = points[i] ?? [0, 0]
    return `C${Math.round((fromX + x) / 2)} ${fromY} ${Math.round(x - (x - fromX) / 3)} ${height} ${x} ${height}`
  })
  return `M${-edgeAt(left)} ${left}${curves.join("")}A${RADIUS} ${RADIUS} 0 0 1 ${-edgeAt(left)} ${left}z`
}

function edgeAt(y: number): number {
  return Math.round(Math.sqrt(RADIUS * RADIUS - y * y))
}
