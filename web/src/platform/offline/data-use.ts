import { dayOf, kindOf, lastDays } from "./data-use-days.ts"

const KEY = "data-use"

/** Bytes by day and kind. */
type Stored = Readonly<Record<string, { readonly pages: number; readonly saved: number }>>

let observer: PerformanceObserver | undefined
let uncounted = { pages: 0, saved: 0 }

/** Counts what this page receives from now on, and what it has received so far. Nothing of it leaves the device. */
export function countTransfers(): void {
  if (observer || !("PerformanceObserver" in globalThis)) return
  observer = new PerformanceObserver((list) => add(list.getEntries()))
  for (const type of ["navigation", "resource"]) observer.observe({ type, buffered: true })
  // A page that is closed gets no later chance.
  addEventListener("pagehide", storeCounted)
  document.addEventListener("visibilitychange", storeCounted)
}

function add(entries: readonly PerformanceEntry[]): void {
  for (const entry of entries as readonly PerformanceResourceTiming[]) {
    const kind = kindOf(entry)
    if (kind) uncounted[kind] += entry.transferSize
  }
}

/** Adds it to the sum of the day. */
export function storeCounted(): void {
  add(observer?.takeRecords() ?? [])
  const { pages, saved } = uncounted
  if (pages + saved === 0) return
  uncounted = { pages: 0, saved: 0 }
  const days = lastDays()
  const today = dayOf(Date.now())
  const before = readCounted()
  const others = Object.entries(before).filter(([date]) => date !== today && days.includes(date))
  const sum = { pages: pages + (before[today]?.pages ?? 0), saved: saved + (before[today]?.saved ?? 0) }
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(others), [today]: sum }))
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
