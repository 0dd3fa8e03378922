interface TextChange {
  /** Of the replaced part in the old text, in UTF-16 code units, as text areas count. */
  readonly start: number
  readonly end: number
  readonly inserted: string
}

/** The shortest part whose replacement makes `after` of `before`. Compares code points: half of one cannot be inserted. */
export function textChange(before: string, after: string): TextChange {
  const [old, next] = [[...before], [...after]]
  const most = Math.min(old.length, next.length)
  let first = 0
  while (first < most && old[first] === next[first]) first++
  let last = 0
  while (last < most - first && old.at(-1 - last) === next.at(-1 - last)) last++
  const start = old.slice(0, first).join("").length
  const replaced = old.slice(first, old.length - last).join("").length
  return { start, end: start + replaced, inserted: next.slice(first, next.length - last).join("") }
}
