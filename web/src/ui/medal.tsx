import { leaf } from "./leaf.ts"

// Strokes that are cut out of the disc, around 0 0.
const SYMBOLS = {
  code: "m-7-7-8 7 8 7M7-7l8 7-8 7M3-10l-6 20",
  speech: "M-13-9h26V7H0l-7 7V7h-6zM-7-3H7M-7 2h8",
  hibiscus:
    "M0-3q-8-7 0-13 8 6 0 13M3-1q4-9 13-4-2 9-13 4M2 2q10 1 9 10-9 1-9-10M-2 2q1 9-9 10-1-9 9-10M-3-1q-10 5-13-4 9-5 13 4",
  globe: "M-14 0a14 14 0 0 0 28 0 14 14 0 0 0-28 0h28M0-14q12 14 0 28-12-14 0-28",
  people: "M-8-6a4 4 0 0 0 8 0 4 4 0 0 0-8 0m-5 17q0-9 9-9t9 9M5-9a4 4 0 0 1 1 8m2 4q5 1 5 8",
  book: "M0-7q-5-4-13-2V9q8-2 13 2V-7q5-4 13-2V9q-8-2-13 2",
  heart: "M0 13-12 1a8 8 0 0 1 12-9A8 8 0 0 1 12 1z",
  sun: "M-6 0a6 6 0 0 0 12 0 6 6 0 0 0-12 0M0-11v-4M0 11v4M-11 0h-4M11 0h4M-8-8l-3-3M8 8l3 3M8-8l3-3M-8 8l-3 3",
  house: "M-14-1 0-13 14-1M-10-3v15h20V-3M-3 12V4h6v8",
  ridges: "m-16 10 9-16 6 9 6-13 11 20M-16 10h32",
  clock: "M-14 0a14 14 0 0 0 28 0 14 14 0 0 0-28 0M0-8v9l6 4",
  mail: "M-14-10h28v20h-28zl14 12 14-12",
  lost: "M-6-5q0-7 6-7t6 6q0 5-6 6v5m0 6v.1",
} as const
export type MedalSymbol = keyof typeof SYMBOLS

const RAYS = Array.from({ length: 16 }, (_, i) => leaf(i * 22.5, 99, 144, 16, 0.42, 1)).join("")

/** A sixteen-ray medal of pierced steel with one symbol. It takes the text colour. Decoration. */
export function Medal({ symbol, className = "" }: { readonly symbol: MedalSymbol; readonly className?: string }) {
  return (
    <svg className={`medal ${className}`.trimEnd()} viewBox="-50 -50 100 100" aria-hidden="true">
      <path d={RAYS} transform="scale(.333)" />
      <circle r="31" />
      <g className="cut">
        <circle r="26" pathLength="40" strokeDasharray="0 2" />
        <path d={SYMBOLS[symbol]} />
      </g>
    </svg>
  )
}
