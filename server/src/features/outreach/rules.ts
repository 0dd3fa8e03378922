/** Rising line numbers in short: "2–4, 7". */
export function lineRanges(lines: readonly number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last && line === last.to + 1) last.to = line
    else ranges.push({ from: line, to: line })
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(", ")
}
