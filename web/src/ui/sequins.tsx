interface Props {
  readonly count: number
  readonly of: number
  /** The same in words: "3 of 7 days". */
  readonly label: string
  /** Big ones in a row for a few, small ones in a field for many. */
  readonly size?: "row" | "field"
}

/** Sequins, `count` of them lit. One is one dollar, one day, one lesson, one learner. */
export function Sequins({ count, of, label, size = "row" }: Props) {
  const all = Math.max(0, Math.floor(of))
  return (
    <span className={`sequins ${size}`} role="img" aria-label={label}>
      {Array.from({ length: all }, (_, at) => (
        <i key={at} className={at < count ? "on" : undefined} />
      ))}
    </span>
  )
}
