import { tight } from "./path.ts"

/**
 * A leaf lying along `degrees` from the centre, from radius `inner` to `outer`; `widest` says where, from 0 to 1, it is
 * as wide as it gets. Coordinates are rounded to `grain` units.
 */
export function leaf(degrees: number, inner: number, outer: number, width: number, widest: number, grain = 0.1) {
  const angle = ((degrees - 90) * Math.PI) / 180
  const at = (radius: number, aside = 0) => {
    const x = Math.cos(angle) * radius - Math.sin(angle) * aside
    const y = Math.sin(angle) * radius + Math.cos(angle) * aside
    return `${rounded(x, grain)} ${rounded(y, grain)}`
  }
  const middle = inner + (outer - inner) * widest
  return tight(`M${at(inner)}Q${at(middle, width)} ${at(outer)} ${at(middle, -width)} ${at(inner)}z`)
}

function rounded(number: number, grain: number): string {
  // "-0" is one byte more than "0", many times over.
  return String(Number((Math.round(number / grain) * grain).toFixed(1)) + 0)
}
