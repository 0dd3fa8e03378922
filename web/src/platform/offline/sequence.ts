/** Sequence numbers start at 1 and have no gaps. */
interface Numbered {
  readonly sequence: number
}

/** The rows `after` a number, the last rows `before` one, or, without either, the last rows. */
export interface Cursor {
  readonly after?: string
  readonly before?: string
}

/** Holds the loaded rows; undefined before the first response. */
interface RowStore<Row> {
  readonly get: () => readonly Row[] | undefined
  readonly set: (rows: readonly Row[]) => void
}

interface Settings<Row> {
  readonly store: RowStore<Row>
  /** Returns at most `limit` rows in ascending order. */
  readonly read: (cursor: Cursor) => Promise<readonly Row[]>
  readonly limit: number
  /** Whether the server may still change the row. `catchUp` reads again from the first such row. */
  readonly canChange?: (row: Row) => boolean
}

/** The rows have no gap between the first and the last, even when responses are lost, arrive twice or overlap. */
export function openSequence<Row extends Numbered>({ store, read, limit, canChange = () => false }: Settings<Row>) {
  const rows = () => store.get() ?? []
  const lastNumber = () => rows().at(-1)?.sequence
  return {
    rows,
    isLoaded: () => store.get() !== undefined,
    hasEarlier: () => (rows()[0]?.sequence ?? 1) > 1,

    /** Reads all rows after the last one; at first the last rows. */
    async catchUp(): Promise<void> {
      const changing = rows().find(canChange)
      let after = changing ? changing.sequence - 1 : lastNumber()
      for (;;) {
        const fresh = await read(after === undefined ? {} : { after: String(after) })
        const merged = merge(rows(), fresh)
        if (after === undefined) return store.set(merged ?? withoutGaps(fresh))
        if (merged) store.set(merged)
        if (merged && fresh.length < limit) return
        // A gap must not show: the list starts over with the last rows.
        after = merged ? fresh.at(-1)?.sequence : undefined
      }
    },

    async readEarlier(): Promise<void> {
      const [first] = rows()
      if (!first || first.sequence === 1) return
      const merged = merge(rows(), withoutGaps(await read({ before: String(first.sequence) })))
      if (merged) store.set(merged)
    },

    /** Adds a row from another source. False when rows before it are missing. */
    put(row: Row): boolean {
      if (row.sequence > (lastNumber() ?? 0) + 1) return false
      store.set(merge(rows(), [row]) ?? rows())
      return true
    },
  }
}

/** Stores rows in memory. `onChange` runs at each change. */
export function memoryStore<Row>(onChange: () => void): RowStore<Row> {
  let stored: readonly Row[] | undefined
  return {
    get: () => stored,
    set(rows) {
      stored = rows
      onChange()
    },
  }
}

/** All rows in order; of two with the same number, the one in `fresh`. Null when there would be a gap. */
function merge<Row extends Numbered>(rows: readonly Row[], fresh: readonly Row[]): readonly Row[] | null {
  const byNumber = new Map([...rows, ...fresh].map((row) => [row.sequence, row]))
  const merged = [...byNumber.values()].sort((a, b) => a.sequence - b.sequence)
  return findLastGap(merged) < 0 ? merged : null
}

function withoutGaps<Row extends Numbered>(rows: readonly Row[]): readonly Row[] {
  return rows.slice(Math.max(findLastGap(rows), 0))
}

/** The index of the last row whose predecessor is missing; -1 without a gap. */
function findLastGap(rows: readonly Numbered[]): number {
  return rows.findLastIndex(({ sequence }, index) => index > 0 && sequence !== (rows[index - 1]?.sequence ?? 0) + 1)
}
