import { dayOf, kindOf, lastDays } from "./data-use-days.ts"

const KEY = "data-use"
/** A page with a board or a chat asks for something all day. */
const MAX_ENTRIES = 5000

/** Bytes by day and kind. */
type Stored = Record<string, { readonly pages: number; readonly saved: number }>

let isCounting = false
let counted = 0

/** Counts what this page receives, also what it has received so far. Nothing of it leaves the device. */
export function countTransfers(): void {
  if (isCounting) return
  isCounting = true
  performance.setResourceTimingBufferSize(MAX_ENTRIES)
  // A page that is closed gets no later chance.
  for (const type of ["pagehide", "visibilitychange"]) addEventListener(type, storeCounted)
}

/** Adds what came since the last call to the sum of the day. */
export function storeCounted(): void {
  const entries = ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type))
  const sum = { pages: 0, saved: 0 }
  for (const entry of entries.slice(counted) as PerformanceResourceTiming[]) {
    const kind = kindOf(entry)
    if (kind) sum[kind] += entry.transferSize
  }
  counted = entries.length
  const [days, stored] = [lastDays(), readCounted()]
  const today = dayOf(Date.now())
  const { pages = 0, saved = 0 } = stored[today] ?? {}
  stored[today] = { pages: pages + sum.pages, saved: saved + sum.saved }
  try {
    localStorage.setItem(KEY, JSON.stringify(stored, ["pages", "saved", ...days]))
  } catch {
    // Storage is full or blocked: nothing is counted.
  }
}

export function readCounted(): Stored {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}")
  } catch {
    return {}
  }
}
