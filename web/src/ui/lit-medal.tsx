import { leaf } from "./leaf.ts"

// Four paths of four rays, which unfold one after the other.
const QUARTERS = [0, 1, 2, 3].map((quarter) =>
  [0, 1, 2, 3].map((turn) => leaf(quarter * 22.5 + turn * 90, 99, 144, 16, 0.42, 1)).join(""),
)
const PETALS = [0, 72, 144, 216, 288].map((turn) => leaf(turn, 14, 58, 30, 0.62, 1)).join("")

/** A medal with visible rays; with `unfolds` they appear one after the other. Decoration. */
export function LitMedal({ unfolds, className = "" }: { readonly unfolds: boolean; readonly className?: string }) {
  return (
    <svg
      className={`lit-medal ${unfolds ? "unfolds" : ""} ${className}`.trimEnd()}
      viewBox="-150 -150 300 300"
      aria-hidden="true"
    >
      {QUARTERS.map((rays) => (
        <path key={rays} d={rays} />
      ))}
      <circle r="93" />
      <circle className="holes" r="78" pathLength="40" />
      <path className="petals" d={PETALS} />
    </svg>
  )
}
