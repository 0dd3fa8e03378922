export const DAYS_STORE = "days"
const DAYS = 7
const DAY_MS = 86_400_000

/** What the service worker fetched for a page it counts itself; here it looks as if it came from the network again. */
export function isOfPage({ name, transferSize, workerStart }: PerformanceResourceTiming): boolean {
  return transferSize > 0 && (workerStart === 0 || new URL(name).pathname.startsWith("/api/"))
}

/** The day on the calendar of the device, as `YYYY-MM-DD`. */
export function dayOf(time: number): string {
  const offsetMs = new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - offsetMs).toISOString().slice(0, 10)
}

export function lastDays(now = Date.now()): string[] {
  return Array.from({ length: DAYS }, (_, at) => dayOf(now - (DAYS - 1 - at) * DAY_MS))
}
