export const DAYS_STORE = "days"
const DAYS = 7
const DAY_MS = 86_400_000

/**
 * What an entry counts as. Only a course that is being saved fetches files itself, past the service worker. What the worker
 * fetched for a page it counts itself; here it looks as if it came from the network again.
 */
export function kindOf({ name, initiatorType, workerStart }: PerformanceResourceTiming): "pages" | "saved" | null {
  const { pathname } = new URL(name)
  if (pathname.startsWith("/api/")) return "pages"
  if (initiatorType === "fetch" && !pathname.startsWith("/fragments/")) return "saved"
  return workerStart === 0 ? "pages" : null
}

/** The day on the calendar of the device, as `YYYY-MM-DD`. */
export function dayOf(time: number): string {
  const offsetMs = new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - offsetMs).toISOString().slice(0, 10)
}

export function lastDays(now = Date.now()): string[] {
  return Array.from({ length: DAYS }, (_, at) => dayOf(now - (DAYS - 1 - at) * DAY_MS))
}
