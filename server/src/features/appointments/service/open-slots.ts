import { type OpenSlot, SLOT_DAYS } from "@haitech/contract/slots"
import type { Deps } from "#deps.ts"
import {
  type Days,
  findSlotsOfDays,
  findSlotsWithPlace,
  type SlotAndTutor,
  sessionsOfTutors,
} from "#features/appointments/queries/open-slots.ts"
import { isOutOfReach, isTutorTaken, mergeByStart } from "#features/appointments/rules.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** A week of a tutor's zone touches no instant that is farther away. */
const WEEK_MS = 8 * DAY_MS
const OFFERED_STARTS = 3

/** The hours that can be booked, and those that are taken, with 0 places. */
export async function listOpen({ db, now }: Pick<Deps, "db" | "now">, days: Days): Promise<OpenSlot[]> {
  const slots = await listBookable(db, await findSlotsOfDays(db, days, now()), now())
  return mergeByStart(slots.map((slot) => ({ ...slot, places: slot.maxBookings - slot.currentBookings })))
}

/** Without the slots that are too soon, of a tutor who pauses, or free while the tutor has no time. */
export async function listBookable(
  db: Db | Tx,
  found: readonly SlotAndTutor[],
  now: Date,
  except?: AppointmentRow["id"],
): Promise<readonly SlotAndTutor["slot"][]> {
  const near = found.filter(({ slot, tutor }) => !isOutOfReach(slot, tutor, now))
  const times = near.flatMap(({ slot }) => [slot.startsAt.getTime(), slot.endsAt.getTime()])
  const sessions = await sessionsOfTutors(db, {
    tutorIds: [...new Set(near.flatMap(({ slot }) => slot.tutorId ?? []))],
    from: new Date(Math.min(...times) - WEEK_MS),
    until: new Date(Math.max(...times) + WEEK_MS),
    except,
  })
  return near
    .filter(({ slot, tutor }) => slot.currentBookings >= slot.maxBookings || !isTutorTaken(slot, tutor, sessions))
    .map(({ slot }) => slot)
}

type Wanted = Pick<AppointmentRow, "sessionType" | "duration"> & { readonly startsAt: Date }

/** Adds the next free hours to the refusal of a taken one. */
export async function withFreeStarts(
  { db, now }: Pick<Deps, "db" | "now">,
  error: unknown,
  { startsAt: after, sessionType, duration }: Wanted,
): Promise<unknown> {
  if (!(error instanceof Problem) || error.code !== "slot.taken") return error
  const until = new Date(after.getTime() + SLOT_DAYS.max * DAY_MS)
  const slots = await listBookable(db, await findSlotsWithPlace(db, { after, until, sessionType }), now())
  const fitting = slots.filter(({ startsAt, endsAt }) => endsAt.getTime() - startsAt.getTime() >= duration * MINUTE_MS)
  const starts = [...new Set(fitting.map(({ startsAt }) => startsAt.toISOString()))].slice(0, OFFERED_STARTS)
  return new Problem("slot.taken", { starts })
}
