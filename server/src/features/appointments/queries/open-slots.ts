import { and, arrayContains, asc, eq, gt, gte, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm"
import {
  type AvailableTimeSlotRow,
  availableTimeSlots,
  type TutorRow,
  tutors,
} from "#features/appointments/table/slots.ts"
import { type AppointmentRow, appointments } from "#features/appointments/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export interface SlotAndTutor {
  readonly slot: AvailableTimeSlotRow
  readonly tutor: TutorRow | null
}

export interface Days {
  /** `YYYY-MM-DD` on the site's clock. */
  readonly date: string
  readonly days: number
}

/** Available slots that have not begun, in the order of their start. */
export function findSlotsOfDays(db: Db | Tx, { date, days }: Days, now: Date): Promise<SlotAndTutor[]> {
  const isOfDays = and(
    gte(availableTimeSlots.date, date),
    lt(availableTimeSlots.date, sql`${date}::date + ${days}::int`),
  )
  return findSlots(db, and(isOfDays, gt(availableTimeSlots.startsAt, now)))
}

interface Window {
  readonly after: Date
  readonly until: Date
  readonly sessionType: AppointmentRow["sessionType"]
}

/** Available slots of a session type with a place. */
export function findSlotsWithPlace(db: Db | Tx, { after, until, sessionType }: Window): Promise<SlotAndTutor[]> {
  return findSlots(
    db,
    and(
      gt(availableTimeSlots.startsAt, after),
      lt(availableTimeSlots.startsAt, until),
      lt(availableTimeSlots.currentBookings, availableTimeSlots.maxBookings),
      arrayContains(availableTimeSlots.sessionTypes, [sessionType]),
    ),
  )
}

export function findSlot(db: Db | Tx, id: string): Promise<SlotAndTutor[]> {
  return findSlots(db, eq(availableTimeSlots.id, id))
}

function findSlots(db: Db | Tx, isWanted: SQL | undefined): Promise<SlotAndTutor[]> {
  return db
    .select({ slot: availableTimeSlots, tutor: tutors })
    .from(availableTimeSlots)
    .leftJoin(tutors, eq(tutors.userId, availableTimeSlots.tutorId))
    .where(and(eq(availableTimeSlots.isAvailable, true), isWanted))
    .orderBy(asc(availableTimeSlots.startsAt), asc(availableTimeSlots.id))
}

export async function hasOpenSlots(db: Db | Tx, date: string): Promise<boolean> {
  const rows = await db
    .select({ id: availableTimeSlots.id })
    .from(availableTimeSlots)
    .where(and(eq(availableTimeSlots.date, date), eq(availableTimeSlots.isAvailable, true)))
    .limit(1)
  return rows.length > 0
}

/** A day's slots stay as they are until the end of the transaction: no place comes free or is taken. */
export async function holdSlotsOfDay(tx: Tx, date: string): Promise<void> {
  await tx
    .select({ id: availableTimeSlots.id })
    .from(availableTimeSlots)
    .where(eq(availableTimeSlots.date, date))
    .orderBy(asc(availableTimeSlots.id))
    .for("share")
}

/**
 * The available slots that start at an instant, and the slot that a session leaves for one of them. Locked in the order
 * of their ids, so that two transactions never wait for each other.
 */
export async function lockSlotsAt(
  tx: Tx,
  startsAt: Date,
  formerSlotId: string | null,
): Promise<readonly AvailableTimeSlotRow[]> {
  const isFormer = formerSlotId ? eq(availableTimeSlots.id, formerSlotId) : undefined
  const rows = await tx
    .select()
    .from(availableTimeSlots)
    .where(or(and(eq(availableTimeSlots.startsAt, startsAt), eq(availableTimeSlots.isAvailable, true)), isFormer))
    .orderBy(asc(availableTimeSlots.id))
    .for("no key update")
  return rows.filter((slot) => slot.isAvailable && slot.startsAt.getTime() === startsAt.getTime())
}

/** The tutors who open a slot at an instant. Their bookings wait for each other here; other references to them do not. */
export async function lockTutorsAt(tx: Tx, startsAt: Date): Promise<readonly TutorRow[]> {
  const tutorIds = tx
    .select({ id: availableTimeSlots.tutorId })
    .from(availableTimeSlots)
    .where(and(eq(availableTimeSlots.startsAt, startsAt), eq(availableTimeSlots.isAvailable, true)))
  return tx
    .select()
    .from(tutors)
    .where(inArray(tutors.userId, tutorIds))
    .orderBy(asc(tutors.userId))
    .for("no key update")
}

export interface TutorSession {
  readonly tutorId: string | null
  readonly slotId: string | null
  readonly startsAt: Date
  readonly endsAt: Date
}

interface SessionsQuery {
  readonly tutorIds: readonly string[]
  readonly from: Date
  readonly until: Date
  readonly except?: AppointmentRow["id"] | undefined
}

/** The pending and approved sessions of tutors that touch a time. */
export async function sessionsOfTutors(
  db: Db | Tx,
  { tutorIds, from, until, except }: SessionsQuery,
): Promise<readonly TutorSession[]> {
  if (tutorIds.length === 0) return []
  const { id, tutorId, slotId, status, scheduledAt, preferredDate, endsAt } = appointments
  const startsAt = sql`coalesce(${scheduledAt}, ${preferredDate})`
  return db
    .select({ tutorId, slotId, startsAt: startsAt.mapWith(preferredDate), endsAt })
    .from(appointments)
    .where(
      and(
        inArray(tutorId, [...tutorIds]),
        inArray(status, ["pending", "approved"]),
        gt(endsAt, from),
        lt(startsAt, until.toISOString()),
        except && ne(id, except),
      ),
    )
}
