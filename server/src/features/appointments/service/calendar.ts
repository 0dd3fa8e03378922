import type { Deps } from "#deps.ts"
import { closedDaysIn, sessionsIn, slotsIn } from "#features/appointments/queries/calendar.ts"
import { tutorsOf } from "#features/appointments/queries/lists.ts"
import { dayAfter, startOfDay } from "#features/appointments/rules/slot-dates.ts"
import { presentRecord } from "./present.ts"
import { presentSlot } from "./slots.ts"

/** `from` is a day of the site's time zone, as are the closed days. Days may have 23 or 25 hours. */
export async function readDays(
  deps: Pick<Deps, "db" | "keyedHash" | "meetingUrl" | "site">,
  { from, days }: { readonly from: string; readonly days: number },
) {
  const { db, site } = deps
  const end = dayAfter(from, days)
  const span = { from: startOfDay(from, site.timeZone), until: startOfDay(end, site.timeZone) }
  const [sessions, slots, closedDays] = await Promise.all([
    sessionsIn(db, span),
    slotsIn(db, span),
    closedDaysIn(db, from, end),
  ])
  const tutors = await tutorsOf(db, [...sessions, ...slots])
  return {
    appointments: sessions.map((row) => presentRecord(deps, row, tutors)),
    slots: slots.map((slot) => presentSlot(slot, tutors)),
    closedDays,
  }
}
