// Drawn for this product on a 24 × 24 grid, in strokes of 2.
const ICONS = {
  down: "m6 9 6 6 6-6",
  right: "M5 12h14m-7-7 7 7-7 7",
  close: "m6 6 12 12M18 6 6 18",
  check: "m5 13 4.5 4.5L19 7",
  warning: "M12 8v5m0 3.5v.1M2 12a10 10 0 0 0 20 0 10 10 0 0 0-20 0",
  person: "M8 8a4 4 0 0 0 8 0 4 4 0 0 0-8 0M4 21c0-9 16-9 16 0",
  calendar: "M4 6h16v14H4zm0 5h16M8 3v4m8-4v4",
  leaf: "M5 19C3 9 10 4 20 4c0 10-5 17-15 15m0 0 8-8",
} as const

export type IconName = keyof typeof ICONS

/** A small picture beside a word. Where it is alone, the caller adds a text for screen readers. */
export function Icon({ name, className = "" }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg className={`icon ${className}`.trimEnd()} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  )
}
