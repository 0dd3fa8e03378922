/** One tile of the lambrequin, 72 × 36 units. */
export const VALANCE =
  "M0 0h72v16c-5 0-7-5-11-5-6 0-6 9-11 11s-8 1-9 5c-1 3-3 4-5 7-2-3-4-4-5-7-1-4-4-3-9-5S17 11 11 11c-4 0-6 5-11 5zM32 14a4 4 0 0 0 8 0 4 4 0 0 0-8 0m4 6c3 3 3 6 0 8-3-2-3-5 0-8m-12-7a2 2 0 0 0 4 0 2 2 0 0 0-4 0m20 0a2 2 0 0 0 4 0 2 2 0 0 0-4 0M14 5a2 2 0 0 0 4 0 2 2 0 0 0-4 0m40 0a2 2 0 0 0 4 0 2 2 0 0 0-4 0"

/** The tile of the header's lambrequin, which the others repeat. */
export function Valance() {
  return <path id="valance" fillRule="evenodd" d={VALANCE} />
}
