import { compactPath } from "./path.ts"

/** A point of a ridge, in units of the scene. */
export type Point = readonly [x: number, y: number]

/** A seeded random generator (mulberry32) of numbers from 0 to 1: one seed draws the same ridge in every build. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Ridge {
  readonly seed: number
  /** The height of the middle, how far the peaks rise from it, and how much lower the ridge ends than it starts. */
  readonly y: number
  readonly swing: number
  readonly fall: number
  readonly peaks: number
}

/** Alternating peaks and valleys from the left edge to the right one. */
export function ridgeLine({ seed, y, swing, fall, peaks }: Ridge, width: number): Point[] {
  const random = randomFrom(seed)
  return Array.from({ length: peaks + 1 }, (_, i) => {
    const x = (width * i) / peaks
    const side = (i % 2 ? -1 : 1) * (0.35 + 0.65 * random())
    const offset = i > 0 && i < peaks ? (random() - 0.5) * (width / peaks) * 0.5 : 0
    return [x + offset, y + side * swing * 0.62 + (random() - 0.5) * swing * 0.5 + fall * (x / width)]
  })
}

export function ridgePath(ridge: readonly Point[], width: number, height: number): string {
  const [first = [0, 0]] = ridge
  let current: Point = [Math.round(first[0]), Math.round(first[1])]
  let path = `M${current[0]} ${current[1]}`
  for (let i = 0; i < ridge.length - 1; i++) {
    const end = ridge[i + 1] as Point
    const [ax, ay, bx, by] = controlPoints(ridge, i)
    path += `c${relativePairs([ax, ay, bx, by, ...end], current)}`
    current = [Math.round(end[0]), Math.round(end[1])]
  }
  return compactPath(`${path}H${width + 9}V${height + 9}H-9V${Math.round(first[1])}z`)
}

export function heightAt(ridge: readonly Point[], x: number): number {
  const i = Math.max(
    0,
    ridge.findIndex(([next]) => next >= x),
  )
  const [a, b] = [ridge[Math.max(0, i - 1)] as Point, ridge[i] as Point]
  if (a === b) return b[1]
  const [cx, cy, dx, dy] = controlPoints(ridge, i - 1)
  let [low, high] = [0, 1]
  for (let step = 0; step < 18; step++) {
    const t = (low + high) / 2
    if (bezier(t, a[0], cx, dx, b[0]) < x) low = t
    else high = t
  }
  return bezier(low, a[1], cy, dy, b[1])
}

function bezier(t: number, a: number, b: number, c: number, d: number): number {
  const u = 1 - t
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
}

// Control points close to a peak make it steep; distant ones make a valley wide.
function controlPoints(ridge: readonly Point[], i: number): readonly [number, number, number, number] {
  const [a, b] = [ridge[i] as Point, ridge[i + 1] as Point]
  const [width, rise] = [b[0] - a[0], b[1] - a[1]]
  const [from, to] = [isPeak(ridge, i), isPeak(ridge, i + 1)]
  return [
    a[0] + width * (from ? 0.26 : 0.52),
    a[1] + rise * (from ? 0.2 : 0),
    b[0] - width * (to ? 0.26 : 0.52),
    b[1] - rise * (to ? 0.2 : 0),
  ]
}

function isPeak(ridge: readonly Point[], i: number): boolean {
  const y = ridge[i]?.[1] ?? 0
  return (ridge[i - 1]?.[1] ?? Infinity) > y && (ridge[i + 1]?.[1] ?? Infinity) > y
}

function relativePairs(numbers: readonly number[], from: Point): string {
  return numbers.map((number, i) => Math.round(number) - (from[i % 2] as number)).join(" ")
}
