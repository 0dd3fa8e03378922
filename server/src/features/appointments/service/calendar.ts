import type { Deps } from "#deps.ts"
import { closedDaysIn, sessionsIn, slotsIn } from "#features/appointments/queries/calendar.ts"
import { tutorsOf } from "#features/appointments/queries/lists.ts"
import { dayAfter, startOfDay } from "#features/appointments/rules/slot-dates.ts"
import { meetingFactsOf } from "./meetings.ts"
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
  const [meetings, tutors] = await Promise.all([meetingFactsOf(db, sessions), tutorsOf(db, slots)])
  return {
    appointments: sessions.map((row) => presentRecord(deps, row, meetings)),
    slots: slots.map((slot) => presentSlot(slot, tutors)),
    closedDays,
  }
}
