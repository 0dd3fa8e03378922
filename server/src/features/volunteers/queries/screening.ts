import type { SCREENING_REMINDERS, ScreeningStep } from "@haitech/contract/screening"
import { and, asc, desc, eq, getColumns, gte, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { displayName } from "#features/groups/table.ts"
import { type ScreeningRow, type ScreeningStepRow, screeningSteps, screenings } from "#features/volunteers/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

const [recorders, confirmers] = [alias(users, "recorders"), alias(users, "confirmers")]
const nameOrNull = (person: typeof recorders) =>
  sql<string | null>`case when ${person.id} is not null then ${displayName(person)} end`

const MAX_RECORDS = 100

export function recordsOf(db: Tx, userId: string) {
  return db
    .select({
      ...getColumns(screeningSteps),
      recorderName: nameOrNull(recorders),
      confirmerName: nameOrNull(confirmers as unknown as typeof recorders),
    })
    .from(screeningSteps)
    .leftJoin(recorders, eq(recorders.id, screeningSteps.recordedBy))
    .leftJoin(confirmers, eq(confirmers.id, screeningSteps.confirmedBy))
    .where(eq(screeningSteps.userId, userId))
    .orderBy(desc(screeningSteps.recordedAt), desc(screeningSteps.id))
    .limit(MAX_RECORDS)
}

export type NamedRecord = Awaited<ReturnType<typeof recordsOf>>[number]

export async function screenedUntilOf(db: Tx, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ screenedUntil: screenings.screenedUntil })
    .from(screenings)
    .where(eq(screenings.userId, userId))
  return row?.screenedUntil ?? null
}

/** The account is not deleted until the transaction ends. */
export async function lockPerson(tx: Tx, userId: string): Promise<{ readonly name: string } | undefined> {
  const [row] = await tx
    .select({ name: displayName(users) })
    .from(users)
    .where(eq(users.id, userId))
    .for("key share")
  return row
}

/** Until the transaction ends no screening of these people changes. In the order of ids, against deadlocks. */
export async function shareScreenings(tx: Tx, userIds: readonly string[]): Promise<readonly ScreeningRow[]> {
  if (userIds.length === 0) return []
  return tx
    .select()
    .from(screenings)
    .where(inArray(screenings.userId, [...userIds]))
    .orderBy(asc(screenings.userId))
    .for("share")
}

/** Makes a person's screening, if there is none, and locks it. */
export async function lockScreening(tx: Tx, userId: string): Promise<ScreeningRow> {
  await tx.insert(screenings).values({ userId }).onConflictDoNothing()
  const [row] = await tx.select().from(screenings).where(eq(screenings.userId, userId)).for("update")
  if (!row) throw new Error("a screening that was inserted does not exist")
  return row
}

export async function personOfRecord(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.select({ userId: screeningSteps.userId }).from(screeningSteps).where(eq(screeningSteps.id, id))
  return row?.userId
}

/** The caller has locked the screening. @returns undefined when another one took its place */
export async function findRecord(tx: Tx, id: string): Promise<ScreeningStepRow | undefined> {
  const [row] = await tx.select().from(screeningSteps).where(eq(screeningSteps.id, id))
  return row
}

type NewRecord = Pick<ScreeningStepRow, "userId" | "step" | "validUntil" | "reference" | "recordedBy" | "recordedAt">

/** Takes the place of one that waits. */
export async function replaceWaiting(tx: Tx, record: NewRecord): Promise<void> {
  const { userId, step } = record
  await tx
    .delete(screeningSteps)
    .where(and(isOf(userId, step), isNull(screeningSteps.confirmedAt), isNull(screeningSteps.withdrawnAt)))
  await tx.insert(screeningSteps).values(record)
}

type Confirmation = Pick<ScreeningStepRow, "confirmedBy" | "confirmedAt">

/** Takes the place of one that counts. */
export async function setConfirmed(
  tx: Tx,
  { id, userId, step }: Pick<ScreeningStepRow, "id" | "userId" | "step">,
  confirmation: Confirmation,
): Promise<void> {
  await tx
    .delete(screeningSteps)
    .where(and(isOf(userId, step), isNotNull(screeningSteps.confirmedAt), isNull(screeningSteps.withdrawnAt)))
  await tx.update(screeningSteps).set(confirmation).where(eq(screeningSteps.id, id))
}

type Withdrawal = Pick<ScreeningStepRow, "withdrawnBy" | "withdrawnAt" | "withdrawalReason">

export async function setWithdrawn(tx: Tx, id: string, withdrawal: Withdrawal): Promise<void> {
  await tx.update(screeningSteps).set(withdrawal).where(eq(screeningSteps.id, id))
}

export async function countingEnds(tx: Tx, userId: string) {
  return tx
    .select({ step: screeningSteps.step, validUntil: screeningSteps.validUntil })
    .from(screeningSteps)
    .where(
      and(eq(screeningSteps.userId, userId), isNotNull(screeningSteps.confirmedAt), isNull(screeningSteps.withdrawnAt)),
    )
}

/** Reminders of the end before do not count for this one. */
export async function setScreenedUntil(tx: Tx, userId: string, screenedUntil: Date | null): Promise<void> {
  await tx.update(screenings).set({ screenedUntil, remindedDays: null }).where(eq(screenings.userId, userId))
}

export async function setReminded(
  tx: Tx,
  userId: string,
  remindedDays: (typeof SCREENING_REMINDERS)[number],
): Promise<void> {
  await tx.update(screenings).set({ remindedDays }).where(eq(screenings.userId, userId))
}

/** Of people without a step that ends later. */
export async function deleteStepsEndedBefore(db: Db, cutoff: Date): Promise<void> {
  await db.delete(screeningSteps).where(endedBefore(db, cutoff))
}

export async function countStepsEndedBefore(db: Db, cutoff: Date): Promise<number> {
  return db.$count(screeningSteps, endedBefore(db, cutoff))
}

function endedBefore(db: Db, cutoff: Date) {
  const ended = sql`coalesce(withdrawn_at, valid_until)`
  const lasting = db.select({ userId: screeningSteps.userId }).from(screeningSteps).where(gte(ended, cutoff))
  return notInArray(screeningSteps.userId, lasting)
}

function isOf(userId: string, step: ScreeningStep) {
  return and(eq(screeningSteps.userId, userId), eq(screeningSteps.step, step))
}
