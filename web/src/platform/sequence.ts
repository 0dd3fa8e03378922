/** Counted from 1 without a gap. */
interface Numbered {
  readonly sequence: number
}

/** What is asked for: what came `after` a number, the last ones `before` one, or, without either, the last ones. */
export interface Cursor {
  readonly after?: number
  readonly before?: number
}

/**
 * A list that is kept by number: complete from its first row to its last, whatever got lost or came twice on the way.
 * `read` gives at most `most` rows, the lowest number first. `tell` hears of each change.
 */
export function listByNumber<Row extends Numbered>(
  read: (cursor: Cursor) => Promise<readonly Row[]>,
  most: number,
  onChange: () => void,
) {
  let rows: readonly Row[] = []
  let isRead = false
  // Who is asked about may change while an answer is under way: it then belongs to nobody.
  let life = 0

  function change(changed: readonly Row[]): void {
    rows = changed
    onChange()
  }

  /** False where the rows do not go on from those that are here. */
  function append(fresh: readonly Row[]): boolean {
    const last = rows.at(-1)?.sequence
    const more = fresh.filter(({ sequence }) => sequence > (last ?? 0))
    const whole = wholeEnd(more)
    if (last !== undefined && more[0] && (whole.length < more.length || more[0].sequence !== last + 1)) return false
    change([...rows, ...whole])
    return true
  }

  return {
    rows: () => rows,
    isRead: () => isRead,
    hasEarlier: () => (rows[0]?.sequence ?? 1) > 1,

    /** Asks for what came since, until nothing is left. */
    async catchUp(): Promise<void> {
      const mine = life
      for (;;) {
        const last = rows.at(-1)?.sequence
        const fresh = await read(last === undefined ? {} : { after: last })
        if (life !== mine) return
        isRead = true
        if (!append(fresh)) {
          // A hole cannot be shown: the list begins anew.
          change([])
          continue
        }
        if (last === undefined || fresh.length < most) return
      }
    },

    async readEarlier(): Promise<void> {
      const mine = life
      const first = rows[0]?.sequence ?? 1
      if (first === 1) return
      const older = await read({ before: first })
      if (life !== mine || rows[0]?.sequence !== first || older.at(-1)?.sequence !== first - 1) return
      change([...wholeEnd(older), ...rows])
    },

    /** A row that came by another way. False where those before it are missing here. */
    put(row: Row): boolean {
      const last = rows.at(-1)?.sequence ?? 0
      if (row.sequence > last + 1) return false
      return append([row])
    },

    forget(): void {
      life++
      isRead = false
      change([])
    },
  }
}

/** The rows from the last hole on. */
function wholeEnd<Row extends Numbered>(rows: readonly Row[]): readonly Row[] {
  const hole = rows.findLastIndex(({ sequence }, at) => at > 0 && sequence !== (rows[at - 1]?.sequence ?? 0) + 1)
  return rows.slice(Math.max(hole, 0))
}
