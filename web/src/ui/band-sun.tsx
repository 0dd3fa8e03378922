/** The rays of the page's sun, large and quiet behind a band. It reuses the ids that the page's own sun defines. */
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
