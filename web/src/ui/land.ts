import { tight } from "./path.ts"

/** A point of a ridge, in the scene's units. */
export type Point = readonly [x: number, y: number]

/** A repeatable stream of numbers from 0 to 1 (mulberry32): the same seed draws the same mountains on every build. */
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
  /** Height of its middle line, how far its peaks leave it, and how much lower it ends than it begins. */
  readonly y: number
  readonly swing: number
  readonly fall: number
  readonly peaks: number
}

/** Peaks and valleys in turn, from the left edge to the right one. */
export function ridgeLine({ seed, y, swing, fall, peaks }: Ridge, width: number): Point[] {
  const random = randomFrom(seed)
  return Array.from({ length: peaks + 1 }, (_, i) => {
    const x = (width * i) / peaks
    const side = (i % 2 ? -1 : 1) * (0.35 + 0.65 * random())
    const aside = i > 0 && i < peaks ? (random() - 0.5) * (width / peaks) * 0.5 : 0
    return [x + aside, y + side * swing * 0.62 + (random() - 0.5) * swing * 0.5 + fall * (x / width)]
  })
}

/** The ridge as an SVG path in whole units, closed below the scene. */
export function ridgePath(line: readonly Point[], width: number, height: number): string {
  const [first = [0, 0]] = line
  let drawn: Point = [Math.round(first[0]), Math.round(first[1])]
  let path = `M${drawn[0]} ${drawn[1]}`
  for (let i = 0; i < line.length - 1; i++) {
    const end = line[i + 1] as Point
    const [ax, ay, bx, by] = handles(line, i)
    path += `c${pairs([ax, ay, bx, by, ...end], drawn)}`
    drawn = [Math.round(end[0]), Math.round(end[1])]
  }
  return tight(`${path}H${width + 9}V${height + 9}H-9V${Math.round(first[1])}z`)
}

/** The height of the ridge at `x`. */
export function heightAt(line: readonly Point[], x: number): number {
  const i = Math.max(
    0,
    line.findIndex(([next]) => next >= x),
  )
  const [a, b] = [line[Math.max(0, i - 1)] as Point, line[i] as Point]
  if (a === b) return b[1]
  const [cx, cy, dx, dy] = handles(line, i - 1)
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

// Short handles at a peak make it steep, long ones make a valley wide.
function handles(line: readonly Point[], i: number): readonly [number, number, number, number] {
  const [a, b] = [line[i] as Point, line[i + 1] as Point]
  const [width, rise] = [b[0] - a[0], b[1] - a[1]]
  const [from, to] = [isPeak(line, i), isPeak(line, i + 1)]
  return [
    a[0] + width * (from ? 0.26 : 0.52),
    a[1] + rise * (from ? 0.2 : 0),
    b[0] - width * (to ? 0.26 : 0.52),
    b[1] - rise * (to ? 0.2 : 0),
  ]
}

function isPeak(line: readonly Point[], i: number): boolean {
  const y = line[i]?.[1] ?? 0
  return (line[i - 1]?.[1] ?? Infinity) > y && (line[i + 1]?.[1] ?? Infinity) > y
}

function pairs(numbers: readonly number[], from: Point): string {
  return numbers.map((number, i) => Math.round(number) - (from[i % 2] as number)).join(" ")
}
