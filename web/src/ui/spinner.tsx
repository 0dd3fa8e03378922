/** The caller adds a text that says what is loading. It does not spin for users who prefer reduced motion. */
export function Spinner() {
  return (
    <svg className="size-12 animate-spin text-action" viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="20" fill="none" stroke="currentColor" strokeOpacity=".2" strokeWidth="5" />
      <path d="M24 4a20 20 0 0 1 20 20" fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth="5" />
    </svg>
  )
}
