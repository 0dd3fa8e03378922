import { APPOINTMENT_SUBJECTS, DEFAULT_DURATION, SESSION_TYPES, START_TIMES } from "@haitech/contract/appointments"
import { clockAt, instantOf } from "@haitech/contract/clock"
import type { Deps } from "#deps.ts"
import { insertAppointments } from "#features/appointments/queries/booking.ts"
import type { Tx } from "#platform/db/client.ts"

/** D7: 8 pending, 24 approved, 12 of all of them in the next seven days, 3 of high priority. */
const COUNTS = { pending: 8, all: 32, thisWeek: 12, highPriority: 3 } as const
const DAYS = { thisWeek: 6, later: 20 } as const
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const STUDENTS = [
  "Nadège Pierre",
  "Wilner Joseph",
  "Fabiola Louis",
  "Kervens Charles",
  "Mirlande Jean",
  "Dieuseul Paul",
  "Naïka François",
  "Rose-Laure Noël",
] as const

/** Sessions of invented students. Nobody is told: their addresses are reserved for examples (RFC 2606). */
export async function addDemoSessions({ now, site }: Pick<Deps, "now" | "site">, tx: Tx): Promise<void> {
  const { date: today } = clockAt(now().toISOString(), site.timeZone)
  const rows = Array.from({ length: COUNTS.all }, (_, index) => {
    const isThisWeek = index < COUNTS.thisWeek
    const daysAhead = isThisWeek ? 1 + (index % DAYS.thisWeek) : 8 + ((index - COUNTS.thisWeek) % DAYS.later)
    const date = new Date(Date.parse(today) + daysAhead * DAY_MS).toISOString().slice(0, 10)
    const preferredTime = pick(START_TIMES, index)
    const start = instantOf(date, preferredTime, site.timeZone) ?? now().toISOString()
    const preferredDate = new Date(start)
    const isPending = index % (COUNTS.all / COUNTS.pending) === 0
    const name = pick(STUDENTS, index)
    return {
      studentName: name,
      studentEmail: `${addressOf(name)}@example.org`,
      sessionType: pick(SESSION_TYPES, index),
      subject: pick(APPOINTMENT_SUBJECTS, index),
      preferredDate,
      preferredTime,
      endsAt: new Date(preferredDate.getTime() + DEFAULT_DURATION * MINUTE_MS),
      status: isPending ? ("pending" as const) : ("approved" as const),
      priority: isPending && index < COUNTS.highPriority * 4 ? ("high" as const) : ("normal" as const),
      ...(!isPending && { scheduledAt: preferredDate }),
    }
  })
  await insertAppointments(tx, rows)
}

function pick<Item>(items: readonly [Item, ...Item[]], index: number): Item {
  return items[index % items.length] ?? items[0]
}

function addressOf(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/[^a-zA-Z ]/g, "")
    .toLowerCase()
    .replaceAll(" ", ".")
}
