/** Sequence numbers start at 1 and have no gaps. */
interface Numbered {
  readonly sequence: number
}

/** Selects the rows `after` a number, the last rows `before` one, or, without either, the last rows. */
export interface Cursor {
  readonly after?: number
  readonly before?: number
}

/**
 * A list of rows by sequence number, without gaps between its first and last row, even when messages are lost or arrive
 * twice. `read` returns at most `limit` rows in ascending order. `onChange` runs at each change.
 * One long function, because all steps share the rows and nothing outside may change them.
 */
export function listByNumber<Row extends Numbered>(
  read: (cursor: Cursor) => Promise<readonly Row[]>,
  limit: number,
  onChange: () => void,
) {
  let rows: readonly Row[] = []
  let isRead = false
  // `forget` raises it: a response that belongs to an earlier generation is ignored.
  let generation = 0

  function change(next: readonly Row[]): void {
    rows = next
    onChange()
  }

  /** False when the rows do not continue the list. */
  function append(fresh: readonly Row[]): boolean {
    const last = rows.at(-1)?.sequence
    const added = fresh.filter(({ sequence }) => sequence > (last ?? 0))
    const tail = withoutGaps(added)
    if (last !== undefined && added[0] && (tail.length < added.length || added[0].sequence !== last + 1)) return false
    change([...rows, ...tail])
    return true
  }

  return {
    rows: () => rows,
    isRead: () => isRead,
    hasEarlier: () => (rows[0]?.sequence ?? 1) > 1,

    /** Reads all rows after the last one. */
    async catchUp(): Promise<void> {
      const current = generation
      for (;;) {
        const last = rows.at(-1)?.sequence
        const fresh = await read(last === undefined ? {} : { after: last })
        if (generation !== current) return
        isRead = true
        if (!append(fresh)) {
          // A gap must not show: the list starts over with the last rows.
          change([])
          continue
        }
        if (last === undefined || fresh.length < limit) return
      }
    },

    async readEarlier(): Promise<void> {
      const current = generation
      const first = rows[0]?.sequence ?? 1
      if (first === 1) return
      const older = await read({ before: first })
      if (generation !== current || rows[0]?.sequence !== first || older.at(-1)?.sequence !== first - 1) return
      change([...withoutGaps(older), ...rows])
    },

    /** Adds a row from another source. False when rows before it are missing. */
    put(row: Row): boolean {
      const last = rows.at(-1)?.sequence ?? 0
      if (row.sequence > last + 1) return false
      return append([row])
    },

    forget(): void {
      generation++
      isRead = false
      change([])
    },
  }
}

/** The rows after the last gap. */
function withoutGaps<Row extends Numbered>(rows: readonly Row[]): readonly Row[] {
  const gap = rows.findLastIndex(({ sequence }, at) => at > 0 && sequence !== (rows[at - 1]?.sequence ?? 0) + 1)
  return rows.slice(Math.max(gap, 0))
}
