import { DAYS_STORE, dayOf, isOfPage, lastDays } from "./data-use-days.ts"
import { DATA_USE_DATABASE } from "./database-names.ts"
import { openDatabase, resultOf } from "./indexed-db.ts"

/** Bytes that this device received on a day of its calendar. */
export interface DayUse {
  readonly date: string
  readonly pages: number
  readonly saved: number
}

const KEY = "data-use"

type Stored = Readonly<Record<string, Omit<DayUse, "date">>>

/** The addresses that were fetched to save a course. */
const savedAddresses = new Set<string>()
let observer: PerformanceObserver | undefined
let uncounted = { pages: 0, saved: 0 }

/** Counts what this page receives from now on, and what it has received so far. Nothing of it leaves the device. */
export function countTransfers(): void {
  if (observer || !("PerformanceObserver" in globalThis)) return
  observer = new PerformanceObserver((list) => add(list.getEntries()))
  for (const type of ["navigation", "resource"]) observer.observe({ type, buffered: true })
  // A page that is closed gets no later chance.
  addEventListener("pagehide", store)
  document.addEventListener("visibilitychange", store)
}

/** Its bytes then count as those of a saved course. */
export function countAsSaved(address: string): void {
  savedAddresses.add(new URL(address, location.href).href)
}

/** The last seven days, today last. */
export async function readDataUse(): Promise<DayUse[]> {
  store()
  const stored = read()
  const ofWorker = await readWorkers()
  return lastDays().map((date) => {
    const { pages = 0, saved = 0 } = stored[date] ?? {}
    return { date, pages: pages + (ofWorker.get(date) ?? 0), saved }
  })
}

function add(entries: readonly PerformanceEntry[]): void {
  for (const entry of entries as readonly PerformanceResourceTiming[]) {
    if (savedAddresses.has(entry.name)) uncounted.saved += entry.transferSize
    else if (isOfPage(entry)) uncounted.pages += entry.transferSize
  }
}

function store(): void {
  add(observer?.takeRecords() ?? [])
  const { pages, saved } = uncounted
  if (pages + saved === 0) return
  uncounted = { pages: 0, saved: 0 }
  const days = lastDays()
  const today = dayOf(Date.now())
  const before = read()
  const others = Object.entries(before).filter(([date]) => date !== today && days.includes(date))
  const sum = { pages: pages + (before[today]?.pages ?? 0), saved: saved + (before[today]?.saved ?? 0) }
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(others), [today]: sum }))
  } catch {
    // Storage is full or blocked: nothing is counted.
  }
}

function read(): Stored {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}")
  } catch {
    return {}
  }
}

async function readWorkers(): Promise<ReadonlyMap<string, number>> {
  try {
    const days = (await openDatabase(DATA_USE_DATABASE, DAYS_STORE)).transaction(DAYS_STORE).objectStore(DAYS_STORE)
    const [dates, bytes] = await Promise.all([resultOf(days.getAllKeys()), resultOf(days.getAll())])
    return new Map(dates.map((date, at) => [String(date), Number(bytes[at])]))
  } catch {
    return new Map()
  }
}
