/** Quiet contour lines behind a section. Decoration. */
export function Contours() {
  return <div className="contours" />
}
