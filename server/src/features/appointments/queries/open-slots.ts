import { and, arrayContains, asc, eq, gt, gte, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import {
  type AvailableTimeSlotRow,
  availableTimeSlots,
  mayBeTutor,
  type TutorRow,
  tutors,
} from "#features/appointments/table/slots.ts"
import { type AppointmentRow, appointments, startColumn } from "#features/appointments/table.ts"
import { isScreenedUntil } from "#features/volunteers/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

/** What a list of hours needs: a page may ask for thousands. */
const COLUMNS = {
  id: availableTimeSlots.id,
  tutorId: availableTimeSlots.tutorId,
  date: availableTimeSlots.date,
  startsAt: availableTimeSlots.startsAt,
  endsAt: availableTimeSlots.endsAt,
  maxBookings: availableTimeSlots.maxBookings,
  currentBookings: availableTimeSlots.currentBookings,
  sessionTypes: availableTimeSlots.sessionTypes,
}

export type OpenSlotRow = Pick<AvailableTimeSlotRow, keyof typeof COLUMNS>

/** Somebody whose role was taken away, or whose screening ends before the slot, keeps it, and nobody can book it. */
const isOpen = and(
  eq(availableTimeSlots.isAvailable, true),
  or(
    isNull(availableTimeSlots.tutorId),
    and(
      sql`exists (select from ${users} where ${users.id} = ${availableTimeSlots.tutorId} and ${mayBeTutor})`,
      isScreenedUntil(availableTimeSlots.tutorId, availableTimeSlots.endsAt),
    ),
  ),
)

export interface Days {
  /** `YYYY-MM-DD` on the site's clock. */
  readonly date: string
  readonly days: number
}

export function findSlotsOfDays(db: Db | Tx, { date, days }: Days, now: Date): Promise<OpenSlotRow[]> {
  const isOfDays = and(
    gte(availableTimeSlots.date, date),
    lt(availableTimeSlots.date, sql`${date}::date + ${days}::int`),
  )
  return findSlots(db, and(isOfDays, gt(availableTimeSlots.startsAt, now)))
}

export type Wanted = Pick<AppointmentRow, "sessionType" | "duration"> & { readonly startsAt: Date }

export function findSlotsAfter(
  db: Db | Tx,
  { startsAt, sessionType, duration }: Wanted,
  limit: number,
): Promise<OpenSlotRow[]> {
  const { sessionTypes, currentBookings, maxBookings, endsAt } = availableTimeSlots
  const isWanted = and(
    gt(availableTimeSlots.startsAt, startsAt),
    lt(currentBookings, maxBookings),
    arrayContains(sessionTypes, [sessionType]),
    sql`${endsAt} - ${availableTimeSlots.startsAt} >= ${duration} * interval '1 minute'`,
  )
  return findSlots(db, isWanted, limit)
}

export function findSlot(db: Db | Tx, id: string): Promise<OpenSlotRow[]> {
  return findSlots(db, eq(availableTimeSlots.id, id))
}

async function findSlots(db: Db | Tx, isWanted: SQL | undefined, limit?: number): Promise<OpenSlotRow[]> {
  const found = db
    .select(COLUMNS)
    .from(availableTimeSlots)
    .where(and(isOpen, isWanted))
    .orderBy(asc(availableTimeSlots.startsAt), asc(availableTimeSlots.id))
  return limit === undefined ? found : found.limit(limit)
}

export async function findTutors(db: Db | Tx, ids: readonly string[]): Promise<readonly TutorRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(tutors)
    .where(inArray(tutors.userId, [...ids]))
}

export async function hasOpenSlots(db: Db | Tx, date: string): Promise<boolean> {
  const rows = await db
    .select({ id: availableTimeSlots.id })
    .from(availableTimeSlots)
    .where(and(eq(availableTimeSlots.date, date), isOpen))
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

/** With the slot that the session leaves. Locked in the order of ids, so that two transactions never deadlock. */
export async function lockSlotsAt(
  tx: Tx,
  startsAt: Date,
  formerSlotId: string | null,
): Promise<readonly AvailableTimeSlotRow[]> {
  const isFormer = formerSlotId ? eq(availableTimeSlots.id, formerSlotId) : undefined
  const rows = await tx
    .select()
    .from(availableTimeSlots)
    .where(or(and(eq(availableTimeSlots.startsAt, startsAt), isOpen), isFormer))
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
  readonly status: AppointmentRow["status"]
  readonly startsAt: Date
  readonly endsAt: Date
}

interface SessionsQuery {
  readonly tutorIds: readonly string[]
  readonly from: Date
  readonly until: Date
  readonly except?: AppointmentRow["id"] | undefined
}

export async function sessionsOfTutors(
  db: Db | Tx,
  { tutorIds, from, until, except }: SessionsQuery,
): Promise<readonly TutorSession[]> {
  if (tutorIds.length === 0) return []
  const { id, tutorId, slotId, status, preferredDate, endsAt } = appointments
  const startsAt = startColumn(appointments)
  return db
    .select({ tutorId, slotId, status, startsAt: startsAt.mapWith(preferredDate), endsAt })
    .from(appointments)
    .where(
      and(
        inArray(tutorId, [...tutorIds]),
        inArray(status, ["pending", "approved", "completed", "no_show"]),
        gt(endsAt, from),
        lt(startsAt, until.toISOString()),
        except && ne(id, except),
      ),
    )
}
