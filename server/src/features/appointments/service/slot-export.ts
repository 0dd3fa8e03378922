import type { Deps } from "#deps.ts"
import { tutorsOf } from "#features/appointments/queries/lists.ts"
import { streamSlots } from "#features/appointments/queries/slots.ts"
import { startOfDay } from "#features/appointments/rules/slot-dates.ts"
import type { AvailableTimeSlotRow } from "#features/appointments/table/slots.ts"

export const SLOT_TITLES = ["date", "start", "end", "session", "state", "places", "taken", "tutor"] as const

interface ExportedSlot {
  readonly row: AvailableTimeSlotRow
  readonly tutorName: string | null
}

interface Query {
  readonly from?: string | undefined
  readonly tutorId?: string | undefined
}

/** The slots from now on, or from a day of the site's time zone on. */
export async function* exportedSlots(
  { db, now, site }: Pick<Deps, "db" | "now" | "site">,
  { from, tutorId }: Query,
): AsyncGenerator<ExportedSlot> {
  const names = new Map<string, string | null>()
  for await (const row of streamSlots(db, { from: from ? startOfDay(from, site.timeZone) : now(), tutorId })) {
    const { tutorId: id } = row
    if (id && !names.has(id)) {
      const tutor = (await tutorsOf(db, [row])).get(id)
      names.set(id, tutor ? [tutor.firstName, tutor.lastName].filter(Boolean).join(" ") : null)
    }
    yield { row, tutorName: (id && names.get(id)) ?? null }
  }
}

/** Day and hours are on the site's clock. */
export function slotCells({ row, tutorName }: ExportedSlot) {
  const { date, startTime, endTime, sessionTypes, isAvailable, maxBookings, currentBookings } = row
  const times = [startTime, endTime].map((time) => time.slice(0, 5))
  const state = isAvailable ? "open" : "closed"
  return [date, ...times, sessionTypes.join(" "), state, maxBookings, currentBookings, tutorName]
}
