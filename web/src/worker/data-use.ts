import { DAYS_STORE, dayOf, lastDays } from "#platform/offline/data-use-days.ts"
import { DATA_USE_DATABASE } from "#platform/offline/database-names.ts"
import { committed, openDatabase, resultOf } from "#platform/offline/indexed-db.ts"

/** Adds what this worker has received since the last call to the day's bytes, for the profile of this device. */
export async function countOwnTransfers(): Promise<void> {
  const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[]
  performance.clearResourceTimings()
  const bytes = entries.reduce((sum, { transferSize }) => sum + transferSize, 0)
  if (bytes === 0) return
  const transaction = (await openDatabase(DATA_USE_DATABASE, DAYS_STORE)).transaction(DAYS_STORE, "readwrite")
  const days = transaction.objectStore(DAYS_STORE)
  const today = dayOf(Date.now())
  days.put(Number((await resultOf(days.get(today))) ?? 0) + bytes, today)
  const old = (await resultOf(days.getAllKeys())).filter((date) => !lastDays().includes(String(date)))
  for (const date of old) days.delete(date)
  await committed(transaction)
}
