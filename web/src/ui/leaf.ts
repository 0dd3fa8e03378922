import { compactPath } from "./path.ts"

/** From radius `inner` to `outer`, widest at the fraction `widest` of its length, rounded to `grain` units. */
export function leaf(degrees: number, inner: number, outer: number, width: number, widest: number, grain = 0.1) {
  const angle = ((degrees - 90) * Math.PI) / 180
  const point = (radius: number, offset = 0) => {
    const x = Math.cos(angle) * radius - Math.sin(angle) * offset
    const y = Math.sin(angle) * radius + Math.cos(angle) * offset
    return `${round(x, grain)} ${round(y, grain)}`
  }
  const middle = inner + (outer - inner) * widest
  return compactPath(
    `M${point(inner)}Q${point(middle, width)} ${point(outer)} ${point(middle, -width)} ${point(inner)}z`,
  )
}

function round(number: number, grain: number): string {
  // `+ 0` turns "-0" into "0": one byte less for each of many numbers.
  return String(Number((Math.round(number / grain) * grain).toFixed(1)) + 0)
}
