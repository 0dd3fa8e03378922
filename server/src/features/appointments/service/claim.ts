import type { Deps } from "#deps.ts"
import { lockSlotsAt, lockTutorsAt, sessionsOfTutors } from "#features/appointments/queries/open-slots.ts"
import { takePlace } from "#features/appointments/queries/states.ts"
import { isOutOfReach, isTutorTaken, loadsOf } from "#features/appointments/rules.ts"
import type { AvailableTimeSlotRow } from "#features/appointments/table/slots.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import { holdScreenings } from "#features/volunteers/service/screening-gate.ts"
import type { Tx } from "#platform/db/client.ts"
import { violates } from "#platform/db/conflict.ts"

const WEEK_MS = 8 * 86_400_000

export interface WantedSession extends Pick<AppointmentRow, "sessionType"> {
  readonly startsAt: Date
  readonly endsAt: Date
  /** The session that moves to this time, and the slot that it leaves. */
  readonly moving?: Pick<AppointmentRow, "id" | "slotId">
}

export type Place = Pick<AppointmentRow, "slotId" | "tutorId">
type Book = (tx: Tx, place: Place) => Promise<unknown>

/** Tries tutors in turn, or checks without `book`. @returns "short" when each free slot is shorter than the session */
export async function claimPlace(
  tx: Tx,
  { now }: Pick<Deps, "now">,
  wanted: WantedSession,
  book?: Book,
): Promise<"claimed" | "taken" | "short"> {
  const free = await lockFreeSlots(tx, now(), wanted)
  if (free.length === 0) return "taken"
  const fitting = free.filter(({ endsAt }) => endsAt >= wanted.endsAt)
  if (fitting.length === 0) return "short"
  if (!book) return "claimed"
  for (const slot of fitting) if (await isBooked(tx, slot, book)) return "claimed"
  return "taken"
}

/** Locks tutors, then their screenings, then slots, each in the order of their ids, as every change of a session does: no deadlocks. */
async function lockFreeSlots(
  tx: Tx,
  now: Date,
  { sessionType, startsAt, endsAt, moving }: WantedSession,
): Promise<readonly AvailableTimeSlotRow[]> {
  const tutors = await lockTutorsAt(tx, startsAt)
  const tutorIds = tutors.map(({ userId }) => userId)
  await holdScreenings(tx, tutorIds)
  const slots = await lockSlotsAt(tx, startsAt, moving?.slotId ?? null)
  const sessions = await sessionsOfTutors(tx, {
    tutorIds,
    from: new Date(startsAt.getTime() - WEEK_MS),
    until: new Date(endsAt.getTime() + WEEK_MS),
    except: moving?.id,
  })
  const loads = loadsOf(tutors, sessions)
  return slots.filter((slot) => {
    const load = slot.tutorId ? loads.get(slot.tutorId) : undefined
    // A tutor whom this transaction has not locked opened the slot meanwhile.
    if (slot.tutorId && !load) return false
    const times = { ...slot, endsAt: endsAt < slot.endsAt ? endsAt : slot.endsAt }
    return (
      slot.sessionTypes.includes(sessionType) &&
      slot.currentBookings < slot.maxBookings &&
      !isOutOfReach(slot, load?.tutor ?? null, now) &&
      !(load && isTutorTaken(times, load))
    )
  })
}

/** In a savepoint: an administrator may have given the tutor another session meanwhile. */
async function isBooked(tx: Tx, { id: slotId, tutorId }: AvailableTimeSlotRow, book: Book): Promise<boolean> {
  try {
    return await tx.transaction(async (savepoint) => {
      if (!(await takePlace(savepoint, slotId))) return false
      await book(savepoint, { slotId, tutorId })
      return true
    })
  } catch (error) {
    if (violates(error, "appointments_tutor_free")) return false
    throw error
  }
}
