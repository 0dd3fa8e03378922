import { and, asc, eq, gte, inArray, lt } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { availableTimeSlots, mayBeTutor, tutors } from "#features/appointments/table/slots.ts"
import { screenings } from "#features/volunteers/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

const CANDIDATE = {
  tutor: tutors,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  screenedUntil: screenings.screenedUntil,
}

export function findCandidates(db: Db | Tx) {
  return db
    .select(CANDIDATE)
    .from(tutors)
    .innerJoin(users, and(eq(users.id, tutors.userId), mayBeTutor))
    .leftJoin(screenings, eq(screenings.userId, tutors.userId))
    .orderBy(asc(tutors.userId))
}

/** Locks settings and screening, so that what is read stays until the transaction ends; the caller has locked the account. */
export async function holdCandidate(tx: Tx, userId: string) {
  await tx.select({ id: tutors.userId }).from(tutors).where(eq(tutors.userId, userId)).for("update")
  await tx.select({ id: screenings.userId }).from(screenings).where(eq(screenings.userId, userId)).for("share")
  const [row] = await tx
    .select(CANDIDATE)
    .from(tutors)
    .innerJoin(users, and(eq(users.id, tutors.userId), mayBeTutor))
    .leftJoin(screenings, eq(screenings.userId, tutors.userId))
    .where(eq(tutors.userId, userId))
  return row
}

const { tutorId, startsAt, endsAt, isAvailable, currentBookings, maxBookings, sessionTypes, id } = availableTimeSlots

export async function freeHoursAt(db: Db | Tx, tutorIds: readonly string[], at: Date) {
  if (tutorIds.length === 0) return []
  return db
    .select({ id, tutorId, startsAt, endsAt, sessionTypes })
    .from(availableTimeSlots)
    .where(
      and(inArray(tutorId, [...tutorIds]), eq(startsAt, at), eq(isAvailable, true), lt(currentBookings, maxBookings)),
    )
}

/** The session types of each tutor's open hours from now on. */
export async function offeredTypes(db: Db | Tx, tutorIds: readonly string[], now: Date) {
  if (tutorIds.length === 0) return new Map<string, never[]>()
  const rows = await db
    .selectDistinct({ tutorId, sessionTypes })
    .from(availableTimeSlots)
    .where(and(inArray(tutorId, [...tutorIds]), eq(isAvailable, true), gte(startsAt, now)))
  return new Map(
    [...Map.groupBy(rows, (row) => row.tutorId ?? "")].map(([key, of]) => [
      key,
      [...new Set(of.flatMap((row) => row.sessionTypes))],
    ]),
  )
}
