import type { OpenSlot } from "@haitech/contract/slots"
import type { Deps } from "#deps.ts"
import {
  type Days,
  findSlotsAfter,
  findSlotsOfDays,
  findTutors,
  type OpenSlotRow,
  sessionsOfTutors,
  type Wanted,
} from "#features/appointments/queries/open-slots.ts"
import { isOutOfReach, isTutorTaken, loadsOf, mergeByStart } from "#features/appointments/rules.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"

const DAY_MS = 86_400_000
/** A week of a tutor's zone touches no instant that is farther away. */
const WEEK_MS = 8 * DAY_MS
const OFFERED_STARTS = 3
const NEXT_SLOTS = 100

/** The hours that can be booked, and those that are taken, with 0 places. */
export async function listOpen({ db, now }: Pick<Deps, "db" | "now">, days: Days): Promise<OpenSlot[]> {
  const slots = await listBookable(db, await findSlotsOfDays(db, days, now()), now())
  return mergeByStart(slots.map((slot) => ({ ...slot, places: slot.maxBookings - slot.currentBookings })))
}

export async function hasSlotsInReach({ db, now }: Pick<Deps, "db" | "now">, date: string): Promise<boolean> {
  const slots = await findSlotsOfDays(db, { date, days: 1 }, now())
  const tutors = await findTutors(
    db,
    slots.flatMap(({ tutorId }) => tutorId ?? []),
  )
  const byId = new Map(tutors.map((tutor) => [tutor.userId, tutor]))
  return slots.some((slot) => !isOutOfReach(slot, byId.get(slot.tutorId ?? "") ?? null, now()))
}

/** Without the slots that are too soon, of a tutor who pauses, or free while the tutor has no time. */
export async function listBookable(
  db: Db | Tx,
  slots: readonly OpenSlotRow[],
  now: Date,
  except?: AppointmentRow["id"],
): Promise<readonly OpenSlotRow[]> {
  const times = slots.flatMap(({ startsAt, endsAt }) => [startsAt.getTime(), endsAt.getTime()])
  const tutorIds = [...new Set(slots.flatMap(({ tutorId }) => tutorId ?? []))]
  const from = new Date(Math.min(...times) - WEEK_MS)
  const until = new Date(Math.max(...times) + WEEK_MS)
  const sessions = await sessionsOfTutors(db, { tutorIds, from, until, except })
  const loads = loadsOf(await findTutors(db, tutorIds), sessions)
  return slots.filter((slot) => {
    const load = slot.tutorId ? loads.get(slot.tutorId) : undefined
    if (isOutOfReach(slot, load?.tutor ?? null, now)) return false
    return slot.currentBookings >= slot.maxBookings || !load || !isTutorTaken(slot, load)
  })
}

export async function withFreeStarts(
  { db, now }: Pick<Deps, "db" | "now">,
  error: unknown,
  wanted: Wanted,
): Promise<unknown> {
  if (!(error instanceof Problem) || error.code !== "slot.taken") return error
  const slots = await listBookable(db, await findSlotsAfter(db, wanted, NEXT_SLOTS), now())
  const starts = [...new Set(slots.map(({ startsAt }) => startsAt.toISOString()))].slice(0, OFFERED_STARTS)
  return new Problem("slot.taken", { starts })
}
