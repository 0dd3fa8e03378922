import type { AppointmentId } from "@haitech/contract/ids"
import { asc, eq, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { mayBeTutor, type TutorRow, tutors } from "#features/appointments/table/slots.ts"
import { appointments } from "#features/appointments/table.ts"
import { screenings } from "#features/volunteers/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

interface Candidate {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly mayBeTutor: boolean
}

const candidate = { firstName: users.firstName, lastName: users.lastName }

export type NamedTutor = TutorRow & Omit<Candidate, "mayBeTutor"> & { readonly screenedUntil: Date | null }

export async function allTutors(db: Db): Promise<readonly NamedTutor[]> {
  const rows = await db
    .select({ tutor: tutors, ...candidate, screenedUntil: screenings.screenedUntil })
    .from(tutors)
    .innerJoin(users, eq(users.id, tutors.userId))
    .leftJoin(screenings, eq(screenings.userId, tutors.userId))
    .orderBy(asc(sql`lower(${users.firstName})`), asc(sql`lower(${users.lastName})`), asc(users.id))
  return rows.map(({ tutor, ...more }) => ({ ...tutor, ...more }))
}

/** Locks the account, so that its role stays until the transaction ends. */
export async function lockCandidate(tx: Tx, userId: string): Promise<Candidate | undefined> {
  const [row] = await tx
    .select({ ...candidate, mayBeTutor: sql<boolean>`${mayBeTutor}` })
    .from(users)
    .where(eq(users.id, userId))
    .for("share")
  return row
}

export async function lockCandidateOfSession(tx: Tx, id: AppointmentId): Promise<string | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(appointments, eq(appointments.tutorId, users.id))
    .where(eq(appointments.id, id))
    .for("share", { of: users })
  return row?.id ?? null
}

export async function findTutor(db: Db | Tx, userId: string): Promise<TutorRow | undefined> {
  const [row] = await db.select().from(tutors).where(eq(tutors.userId, userId))
  return row
}

export async function lockTutor(tx: Tx, userId: string): Promise<TutorRow | undefined> {
  const [row] = await tx.select().from(tutors).where(eq(tutors.userId, userId)).for("update")
  return row
}

type Skills = Pick<TutorRow, "languages" | "subjects">
export type TutorValues = Omit<TutorRow, "createdAt" | "updatedAt" | keyof Skills> & {
  readonly [Name in keyof Skills]?: Skills[Name] | undefined
}

/** @returns undefined when the user is a tutor already */
export async function insertTutor(tx: Tx, values: TutorValues): Promise<TutorRow | undefined> {
  const [row] = await tx.insert(tutors).values(values).onConflictDoNothing().returning()
  return row
}

export async function updateTutor(tx: Tx, { userId, ...changes }: TutorValues): Promise<void> {
  await tx.update(tutors).set(changes).where(eq(tutors.userId, userId))
}
