/** The rays of the page's sun once more, large and quiet behind a band. The page has a sun already: it owns the ids. */
export function BandSun() {
  return (
    <svg className="band-sun" viewBox="-206 -206 412 412" aria-hidden="true">
      <use href="#r5" />
      {[72, 144, 216, 288].map((turn) => (
        <use key={turn} href="#r5" transform={`rotate(${turn})`} />
      ))}
      <circle r="150" mask="url(#cut)" />
    </svg>
  )
}
