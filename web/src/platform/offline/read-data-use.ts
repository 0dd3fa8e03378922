import { readCounted, storeCounted } from "./data-use.ts"
import { DAYS_STORE, lastDays } from "./data-use-days.ts"
import { DATA_USE_DATABASE } from "./database-names.ts"
import { openDatabase, resultOf } from "./indexed-db.ts"

/** Bytes that this device received on a day of its calendar. */
export interface DayUse {
  readonly date: string
  readonly pages: number
  readonly saved: number
}

/** The last seven days, today last. */
export async function readDataUse(): Promise<DayUse[]> {
  storeCounted()
  const counted = readCounted()
  const ofWorker = await readWorkers()
  return lastDays().map((date) => {
    const { pages = 0, saved = 0 } = counted[date] ?? {}
    return { date, pages: pages + (ofWorker.get(date) ?? 0), saved }
  })
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
