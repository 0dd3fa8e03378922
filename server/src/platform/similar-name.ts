const SHORT = 6

/** The name of the list that `name` is a misspelling of: one slip in a short name, two in a longer one. */
export function similarName(name: string, names: readonly string[]): string | undefined {
  const max = name.length > SHORT ? 2 : 1
  return names.find(
    (other) => other !== name && Math.abs(other.length - name.length) <= max && distance(name, other) <= max,
  )
}

/** How many signs to insert, leave out, replace or swap with their neighbour. */
function distance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= from.length; row++) {
    const [last = [], beforeLast = []] = [rows[row - 1], rows[row - 2]]
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const at = (costs: readonly number[], index: number) => costs[index] ?? Number.POSITIVE_INFINITY
      const edits = [at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1)]
      current.push(Math.min(...edits, isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY))
    }
    rows.push(current)
  }
  return rows[from.length]?.[to.length] ?? 0
}
