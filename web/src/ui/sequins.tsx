interface Props {
  readonly count: number
  readonly of: number
  /** The count as text: "3 of 7 days". */
  readonly label: string
  /** `row`: large sequins for small totals; `field`: small sequins for large totals. */
  readonly size?: "row" | "field"
}

/** `of` sequins, of which `count` are lit. Each is one dollar, day, lesson or learner. */
export function Sequins({ count, of, label, size = "row" }: Props) {
  const total = Math.max(0, Math.floor(of))
  return (
    <span className={`sequins ${size}`} role="img" aria-label={label}>
      {Array.from({ length: total }, (_, index) => (
        <i key={index} className={index < count ? "on" : undefined} />
      ))}
    </span>
  )
}
